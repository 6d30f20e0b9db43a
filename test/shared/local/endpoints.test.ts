// Where the sockets are, on each platform.
import { expect, test } from "vitest";
import { sha256 } from "../../../src/main/machine/clock.ts";
import { endpointsOf } from "../../../src/shared/local/endpoints.ts";

const at = (directory: string, platform: string) =>
  endpointsOf(directory, { platform, temporary: "/tmp", user: 1000, sha256 });

test("sockets in the data directory", () => {
  expect(at("/home/anna/.config/Gatehouse", "linux")).toEqual({
    folder: "/home/anna/.config/Gatehouse",
    agent: "/home/anna/.config/Gatehouse/agent.sock",
    a2e: "/home/anna/.config/Gatehouse/a2e.sock",
    hooks: "/home/anna/.config/Gatehouse/hooks.sock",
    runs: "/home/anna/.config/Gatehouse/runs.sock",
    operator: "/home/anna/.config/Gatehouse/operator.sock",
  });
});

test("named pipes on Windows: one for each directory, whatever its spelling", () => {
  const one = at("C:\\Users\\Anna\\Gatehouse", "win32");
  expect(one.agent).toMatch(/^\\\\\.\\pipe\\gatehouse-[0-9a-f]{16}-agent$/);
  expect(one.operator).toMatch(/^\\\\\.\\pipe\\gatehouse-[0-9a-f]{16}-operator$/);
  expect(at("c:/users/anna/gatehouse", "win32")).toEqual(one);
  expect(at("C:\\Users\\Bert\\Gatehouse", "win32")).not.toEqual(one);
});

test("a path too long for a socket gets a folder of the user with a short path", () => {
  const long = at(`/home/anna/${"deep/".repeat(20)}`, "linux");
  expect(long.operator).toMatch(/^\/tmp\/gatehouse-1000-[0-9a-f]{16}\/operator\.sock$/);
  expect(at(`/home/${"ü".repeat(45)}`, "linux").agent).toMatch(/^\/tmp\//);
});
