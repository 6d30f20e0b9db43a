// Packs without an engine: two of ours and a broken one of the user's.
import type { OperationError, Operations } from "../../../src/shared/contract/contract.ts";
import type { PackState } from "../../../src/shared/contract/packs.ts";
import { fail, ok, type Result } from "../../../src/shared/lib/result.ts";

type PackOperations = Pick<Operations, "listPacks" | "checkPack" | "addPack" | "removePack" | "switchPack">;

const done = <Value>(value: Value): Promise<Result<Value, OperationError>> => Promise.resolve(ok(value));

const forcePush: PackState["rules"][number] = {
  id: "git-force-push",
  score: "ask",
  threat: "Lost version history",
  technique: "T1565.001",
  reasons: ["It overwrites or deletes what others already have"],
  when: 'facts.commands.exists(c, c.program == "git" && c.subcommand == "push" && "--force" in c.options)',
  match: ["git push --force origin main", "git push -f"],
  notMatch: ["git push origin main"],
  enabled: true,
};

const mine: PackState = {
  name: "mine",
  version: "1",
  description: "A pack that somebody adds.",
  origin: "user",
  file: "mine.yaml",
  enabled: true,
  problems: [],
  rules: [{ ...forcePush, id: "my-push" }],
};

export function fakePacks(): PackOperations {
  let packs: readonly PackState[] = [
    {
      name: "git",
      version: "1.0.0",
      description: "Git: commands that rewrite or delete what others already have.",
      origin: "built-in",
      enabled: true,
      problems: [],
      rules: [forcePush],
    },
    {
      name: "house-rules",
      version: "2",
      description: "What our team wants to see.",
      origin: "user",
      file: "house-rules.yaml",
      enabled: true,
      problems: ['7:11: rules[0].when: There is no member "comands". Did you mean "commands"?'],
      rules: [{ ...forcePush, id: "team-deploy", reasons: ["It deploys"], match: ["make deploy"], notMatch: ["make"] }],
    },
  ];
  const find = (name: string): PackState | undefined => packs.find((pack) => pack.name === name);
  const missing = (): Promise<Result<never, OperationError>> =>
    Promise.resolve(fail({ code: "not_found", message: "There is no such pack." }));
  return {
    listPacks: () => done(packs),
    checkPack: ({ text }) => {
      if (!text.includes("name:")) return done({ problems: ["1:1: name: It is missing."] });
      return done({ problems: [], pack: mine });
    },
    addPack: () => {
      packs = [...packs, mine];
      return done(mine);
    },
    removePack: ({ name }) => {
      const found = find(name);
      packs = packs.filter((pack) => pack !== found);
      return found === undefined ? missing() : done(found);
    },
    switchPack: ({ name, rule, enabled }) => {
      const found = find(name);
      if (found === undefined) return missing();
      const changed: PackState =
        rule === undefined
          ? { ...found, enabled }
          : { ...found, rules: found.rules.map((each) => (each.id === rule ? { ...each, enabled } : each)) };
      packs = packs.map((pack) => (pack === found ? changed : pack));
      return done(changed);
    },
  };
}
