// gatehouse logs: filters, the file before, following across a change of files, and one object a line for programs.
import { once } from "node:events";
import { expect, test } from "vitest";
import { openLog } from "../../src/main/machine/log.ts";
import { hour, minute } from "../../src/shared/lib/clock.ts";
import { runCommand, startCommand } from "../support/process/command.ts";
import { temporaryDirectory } from "../support/temporary.ts";

function logIn(directory: string, now: () => number = Date.now) {
  return openLog({ directory, now, redact: (text) => text });
}

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

test("shows entries of a level and above, since a time, in words and as JSON", async () => {
  const directory = temporaryDirectory();
  let at = Date.now() - 3 * hour;
  const log = logIn(directory, () => at);
  log.write("error", "ledger", "long ago");
  at = Date.now() - 5 * minute;
  log.write("info", "start", "The engine listens.");
  log.write("warning", "policy", "first line\nsecond line");
  log.write("error", "crash", "ended");
  const logs = (...words: string[]) => runCommand(["logs", ...words, "--data-dir", directory]);
  const all = await logs();
  expect(all.code).toBe(0);
  expect(linesOf(all.stdout)).toHaveLength(5);
  expect(all.stdout).toContain("warning  policy: first line\n    second line\n");
  const recent = await logs("--level", "warning", "--since", "1h", "--json");
  expect(linesOf(recent.stdout).map((line) => JSON.parse(line))).toMatchObject([
    { level: "warning", where: "policy" },
    { level: "error", where: "crash", message: "ended" },
  ]);
  expect((await logs("--last", "1")).stdout).toContain("crash: ended");
  expect((await logs("--since", "1s")).stderr).toContain("no such entries");
});

test.each([
  ["--level", "loud", "--level is one of info, warning, error."],
  ["--since", "yesterday", "--since is a time such as 30m"],
  ["--last", "0", "--last is a number from 1."],
])("says what %s takes instead of %s", async (option, value, said) => {
  const { code, stderr } = await runCommand(["logs", option, value, "--data-dir", temporaryDirectory()]);
  expect(code).toBe(64);
  expect(stderr).toContain(said);
});

test("follows, also into the next file, and loses nothing", async () => {
  const directory = temporaryDirectory();
  const log = logIn(directory);
  log.write("info", "start", "before");
  const follower = startCommand(["logs", "--follow", "--json", "--data-dir", directory]);
  let written = "";
  follower.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  await expect.poll(() => written).toContain("before");
  // More than one file holds, so that the file changes in between.
  for (let count = 0; count < 700; count += 1) log.write("info", "count", `${count} ${"x".repeat(1900)}`);
  log.write("info", "end", "the last");
  await expect.poll(() => written).toContain("the last");
  follower.kill("SIGINT");
  const [code] = await once(follower, "exit");
  expect(code).toBe(0);
  const entries = linesOf(written).map((line) => JSON.parse(line));
  expect(entries).toHaveLength(702);
  expect(entries.slice(1, -1).map(({ message }: { message: string }) => Number.parseInt(message, 10))).toEqual(
    Array.from({ length: 700 }, (_, index) => index),
  );
}, 60_000);
