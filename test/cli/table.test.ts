// The command table: what help, completion, documentation and the parser read is complete and true.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { programs } from "../../src/cli/programs.ts";
import { runGatehouse } from "../../src/cli/run.ts";
import { connectorIds, mcpClientIds } from "../../src/cli/table/agents.ts";
import { withCommandDocs } from "../../src/cli/table/docs.ts";
import type { CommandEntry } from "../../src/cli/table/entry.ts";
import { commandGroups, commandNames, commandTable } from "../../src/cli/table/index.ts";
import { all } from "../../src/main/connectors/index.ts";

async function run(...words: readonly string[]) {
  let out = "";
  let complaint = "";
  const code = await runGatehouse(words, {
    write: (text) => void (out += text),
    complain: (text) => void (complaint += text),
  });
  return { code, out, complaint };
}

describe.each(commandNames)("%s", (name) => {
  const entry: CommandEntry = commandTable[name];

  test("its usage names its options, and no others", () => {
    const named = new Set([...entry.usage.matchAll(/--([a-z-]+)/g)].map(([, option = ""]) => option));
    named.delete("data-dir");
    expect([...named].toSorted()).toEqual([...Object.keys(entry.options), ...(entry.flags ?? [])].toSorted());
    for (const way of entry.usage.split("\n")) expect(way.startsWith(name)).toBe(true);
    expect(entry.summary).toMatch(/^[A-Z].*\.$/);
  });

  test("explains itself", async () => {
    expect(await programs[name]()).toHaveProperty("run");
    // It has a page of its own, which says more.
    if (name === "serve") return;
    const { code, out } = await run(...name.split(" "), "--help");
    expect(code).toBe(0);
    expect(out).toContain(entry.summary);
    for (const way of entry.usage.split("\n")) expect(out).toContain(`gatehouse ${way}`);
  });
});

test("a group lists its commands and asks for one", async () => {
  for (const [group, summary] of Object.entries(commandGroups)) {
    const asked = await run(group, "--help");
    expect(asked).toMatchObject({ code: 0, complaint: "" });
    expect(asked.out).toContain(summary);
    expect((await run(group)).code).toBe(64);
    const wrong = await run(group, "nothing", "--json");
    expect({ code: wrong.code, answer: JSON.parse(wrong.out) }).toMatchObject({
      code: 64,
      answer: { error: { code: "usage" } },
    });
  }
});

test("the version, also as an option", async () => {
  const { out } = await run("version", "--json");
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    version: string;
  };
  expect(JSON.parse(out)).toMatchObject({ version, node: process.versions.node });
  expect((await run("--version")).out).toContain(`gatehouse ${version} `);
});

test("docs/cli.md has the commands as the table has them (else run: node scripts/command-docs.ts)", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");
  expect(page).toBe(withCommandDocs(page));
  for (const name of commandNames) expect(page).toContain(`\`${commandTable[name].usage.split("\n")[0]}\``);
});

test("the agents that are completed are those that can be connected", () => {
  expect(all.map(({ id }) => id)).toEqual([...connectorIds, ...mcpClientIds]);
});
