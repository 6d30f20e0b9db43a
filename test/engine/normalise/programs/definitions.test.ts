// Every program definition, held against its own examples.
import { describe, expect, test } from "vitest";
import type { Effect, Facts } from "../../../../src/shared/domain/facts.ts";
import type { Definition, Example } from "../../../../src/main/engine/normalise/programs/definition.ts";
import { definitions } from "../../../../src/main/engine/normalise/programs/definitions/index.ts";
import { compileSyntax } from "../../../../src/main/engine/normalise/programs/parse.ts";
import { commandFacts } from "../support.ts";

const implied: readonly Effect[] = ["execute", "read", "write", "delete"];

/** The facts of a command, in the words of an example. */
function seen({ commands, paths, hosts, effects, builds = [] }: Facts): Required<Omit<Example, "run">> {
  const touched = (access: string): string[] =>
    paths.filter((path) => path.access === access).map(({ given }) => given);
  const [first, ...inner] = commands;
  const unique = (list: readonly string[]): string[] => [...new Set(list)].toSorted();
  return {
    subcommand: first?.subcommand ?? "",
    options: unique(first?.options.map(({ name }) => name) ?? []),
    reads: unique(touched("read")),
    writes: unique(touched("write")),
    deletes: unique(touched("delete")),
    executes: unique(touched("execute")),
    builds: unique(builds.map(({ given }) => given)),
    hosts: unique(hosts.map(({ host }) => host)),
    effects: effects.filter((effect) => !implied.includes(effect)).toSorted(),
    runs: unique(inner.map(({ program }) => program)),
  };
}

describe.each(definitions.map((definition): [string, Definition] => [definition.names.join(" "), definition]))(
  "%s",
  (_names, definition) => {
    test("has a valid syntax and examples both ways", () => {
      expect(() => compileSyntax(definition)).not.toThrow();
      const facts = definition.examples.map(({ run: _run, ...expected }) => JSON.stringify(expected));
      expect(new Set(facts).size, "two examples that differ in what they do").toBeGreaterThan(1);
    });

    test.each(definition.examples)("$run", ({ run, subcommand, options, ...expected }) => {
      const facts = seen(commandFacts(run));
      const nothing = {
        reads: [],
        writes: [],
        deletes: [],
        executes: [],
        builds: [],
        hosts: [],
        effects: [],
        runs: [],
      };
      const wanted = {
        ...nothing,
        ...Object.fromEntries(
          Object.entries<readonly string[]>(expected).map(([name, list]) => [name, list.toSorted()]),
        ),
        effects: (expected.effects ?? []).filter((effect) => !implied.includes(effect)).toSorted(),
        ...(subcommand === undefined ? {} : { subcommand }),
        ...(options === undefined ? {} : { options: options.toSorted() }),
      };
      expect(facts).toMatchObject(wanted);
    });
  },
);

test("no program is defined twice", () => {
  const names = definitions.flatMap((definition) => definition.names);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
