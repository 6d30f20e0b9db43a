// Packs without an engine: two of ours and a broken one of the user's.
import type { OperationError, Operations } from "../../../src/shared/contract/contract.ts";
import type { PackState } from "../../../src/shared/contract/packs.ts";
import type { AcceptedSuggestion, Suggestion } from "../../../src/shared/contract/tuning.ts";
import { fail, ok, type Result } from "../../../src/shared/lib/result.ts";

type PackOperations = Pick<
  Operations,
  | "listPacks"
  | "checkPack"
  | "addPack"
  | "removePack"
  | "switchPack"
  | "listSuggestions"
  | "acceptSuggestion"
  | "undoSuggestion"
>;

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

const suggestion: Suggestion = {
  id: "lower:git-force-push:warn",
  change: { kind: "lower_rule", rule: "git-force-push", to: "warn" },
  title: "Let pass with a warning what git-force-push finds",
  why: "It asked 4 times and you approved every time.",
  evidence: { asked: 4, approved: 4, refused: 0, denied: 0, overridden: 0, disputed: 0 },
  effect: {
    fewerAsks: 4,
    fewerDenials: 0,
    examples: [
      {
        intentId: "i-1",
        agentDid: "did:aeon:coder:1.0:a1",
        at: 0,
        summary: "git push --force origin feature/retry",
        before: "asked",
        after: "passed",
      },
    ],
  },
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
  let accepted: readonly AcceptedSuggestion[] = [];
  const found = (id: string) => [suggestion, ...accepted].find((each) => each.id === id) ?? suggestion;
  return {
    listSuggestions: () =>
      done({ looked: 412, since: 0, suggestions: accepted.length === 0 ? [suggestion] : [], accepted }),
    acceptSuggestion: ({ id }) => {
      const { title } = found(id);
      accepted = [{ id, title }];
      return done({ id, title });
    },
    undoSuggestion: ({ id }) => {
      const { title } = found(id);
      accepted = [];
      return done({ id, title });
    },
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
