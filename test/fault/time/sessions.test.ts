// What a session remembers makes no call slow.
import { expect, test } from "vitest";
import { cameFromNetwork } from "../../../src/main/engine/sessions/downloads.ts";
import { startSession } from "../../../src/main/engine/sessions/sessions.ts";
import { leastCpuMilliseconds } from "../../support/process/cpu-time.ts";

test("downloaded folders cost a call with many paths about the same, however many they are", () => {
  const paths = Array.from({ length: 1000 }, (_, index) => `/work/folder/file${index}`);
  const timeWith = (folders: number): number => {
    const downloaded = Array.from({ length: folders }, (_, index) => ({ value: `/work/folder/${index}/`, at: 0 }));
    const session = { ...startSession(0), downloaded };
    expect(cameFromNetwork(session, paths)).toEqual([]);
    return leastCpuMilliseconds(() => {
      for (let round = 0; round < 5; round += 1) cameFromNetwork(session, paths);
    });
  };
  expect(timeWith(2000)).toBeLessThan(timeWith(20) * 30 + 5);
});
