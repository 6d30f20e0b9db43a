// docs/cli.md names the commands there are, in the words the command itself uses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/process/command.ts";

test("every way to call every command is in the documentation", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8").replaceAll("\\|", "|");
  const { stdout } = await runCommand(["help"]);
  const names = [...stdout.matchAll(/^ {2}(\S+) /gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  const helps = await Promise.all(names.map((name) => runCommand([name, "--help"])));
  for (const { stdout: help } of helps) {
    const ways = [...help.matchAll(/gatehouse (\S[^\n]*)$/gm)].map(([, way = ""]) => way);
    expect(ways).not.toEqual([]);
    for (const way of ways) expect(page).toContain(`\`${way}\``);
  }
}, 30_000);
