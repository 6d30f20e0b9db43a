// Group commit: what is held back goes on collecting, and travels together.
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createGroups } from "../../../../src/main/store/write/groups.ts";
import { samplePair } from "../samples.ts";

test("what is held back travels together when it may, asked again each time", async () => {
  const sent: number[] = [];
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const groups = createGroups(
    (entries) => void sent.push(entries.length),
    () => held[asked++]?.promise,
  );
  const answers = [groups.add(samplePair(0))];
  await turn();
  answers.push(groups.add(samplePair(1)));
  held[0]?.resolve();
  await turn();
  answers.push(groups.add(samplePair(2)));
  await turn();
  expect(sent).toEqual([]);
  held[1]?.resolve();
  await turn();
  expect(sent).toEqual([6]);
  groups.done({ first: 1, previousHash: "", hashes: "0".repeat(6 * 64) });
  expect((await Promise.all(answers)).map(([entry]) => entry?.sequence)).toEqual([1, 3, 5]);
});
