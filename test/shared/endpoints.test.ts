// Where the sockets are, on each platform.
import { expect, test } from "vitest";
import { sha256 } from "../../src/main/machine/clock.ts";
import { endpointsOf } from "../../src/shared/endpoints.ts";

test("sockets in the data directory", () => {
  expect(endpointsOf("/home/anna/.config/Gatehouse", "linux", sha256)).toEqual({
    agent: "/home/anna/.config/Gatehouse/agent.sock",
    operator: "/home/anna/.config/Gatehouse/operator.sock",
  });
});

test("named pipes on Windows: one for each directory, whatever its spelling", () => {
  const one = endpointsOf("C:\\Users\\Anna\\Gatehouse", "win32", sha256);
  expect(one.agent).toMatch(/^\\\\\.\\pipe\\gatehouse-[0-9a-f]{16}-agent$/);
  expect(one.operator).toMatch(/^\\\\\.\\pipe\\gatehouse-[0-9a-f]{16}-operator$/);
  expect(endpointsOf("c:/users/anna/gatehouse", "win32", sha256)).toEqual(one);
  expect(endpointsOf("C:\\Users\\Bert\\Gatehouse", "win32", sha256)).not.toEqual(one);
});
