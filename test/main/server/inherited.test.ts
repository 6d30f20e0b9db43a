// Sockets handed over by whoever started the engine.
import { expect, test } from "vitest";
import { inheritedSockets } from "../../../src/main/server/inherited.ts";

test("names the descriptors in the order they were handed over, from 3 on", () => {
  const environment = { LISTEN_PID: "42", LISTEN_FDS: "2", LISTEN_FDNAMES: "http:hooks" };
  expect([...inheritedSockets(environment, 42)]).toEqual([
    ["http", 3],
    ["hooks", 4],
  ]);
});

test("takes nothing that was meant for another process", () => {
  const environment = { LISTEN_PID: "41", LISTEN_FDS: "1", LISTEN_FDNAMES: "http" };
  expect(inheritedSockets(environment, 42).size).toBe(0);
});

test("takes nothing without names, or with a count that is none", () => {
  expect(inheritedSockets({ LISTEN_PID: "42", LISTEN_FDS: "x", LISTEN_FDNAMES: "http" }, 42).size).toBe(0);
  expect(inheritedSockets({}, 42).size).toBe(0);
});
