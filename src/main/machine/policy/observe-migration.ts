// Observe mode used to be a line of the policy, and a template that replaced the user's own. Both become the switch.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, isSeq, parseDocument, type YAMLMap } from "yaml";
import { decidedPrefix, type PolicyRule, ruleSchema } from "../../../shared/domain/policy.ts";
import { compilePolicy } from "../../engine/policy/document/compile.ts";
import { addRule } from "../../engine/policy/document/edit.ts";
import type { PolicyTools } from "../../engine/policy/document/compile-rules.ts";
import { lastGoodName, policyPath, writePrivately } from "./policy-file.ts";
import type { PolicyVersions } from "./policy-versions.ts";

export interface ObserveMigrationOptions {
  readonly directory: string;
  /** The policy of a first start. */
  readonly template: string;
  readonly tools: PolicyTools;
  readonly versions: PolicyVersions;
}

/** Rules and sequences of the template that was called "observe". */
const templateIds = [
  "system-write",
  "secret-read",
  "privilege",
  "persistence",
  "secret-then-network",
  "download-then-run",
  "persistence-then-network",
];

/** Takes observe mode out of the policy file. True when it was there: then the switch has to be turned on. */
export function migrateObserveMode(options: ObserveMigrationOptions): boolean {
  const { directory, versions } = options;
  const [inForce] = [policyPath(directory), join(directory, lastGoodName)].map((path) => {
    const text = textOf(path);
    if (text === undefined || !observes(text)) return false;
    const next = withoutObserve(text, options);
    if (next === undefined) return false;
    versions.keep(text);
    writePrivately(path, next);
    return true;
  });
  return inForce === true;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function observes(text: string): boolean {
  const document = parseDocument(text, { stringKeys: true });
  return document.errors.length === 0 && isMap(document.contents) && document.get("mode") === "observe";
}

/** The policy that observe mode was covering, with what people have decided for ever meanwhile. The first that loads. */
function withoutObserve(text: string, { template, tools, versions }: ObserveMigrationOptions): string | undefined {
  const { ids, decided } = rulesOf(text);
  const own = ids.toSorted().join() !== templateIds.toSorted().join();
  const before = own ? withoutMode(text) : versions.latestText((each) => !observes(each));
  const candidates = [before, template].flatMap((each) => (each === undefined ? [] : [withRules(each, decided), each]));
  return candidates.find((each) => compilePolicy({ text: each, name: "policy" }, tools).ok);
}

/** One line of the file, everything else as it was; JSON is written anew. */
function withoutMode(text: string): string {
  const edited = text.replace(/^mode:[^\n]*\n/m, "");
  if (edited !== text && !observes(edited)) return edited;
  const document = parseDocument(text, { stringKeys: true });
  document.delete("mode");
  const json = /^\s*\{/.test(text);
  return json ? `${JSON.stringify(document.toJS({ maxAliasCount: 0 }), undefined, 2)}\n` : document.toString();
}

function rulesOf(text: string): { readonly ids: readonly string[]; readonly decided: readonly PolicyRule[] } {
  const document = parseDocument(text, { stringKeys: true });
  const items = ["rules", "sequences"].flatMap((name) => {
    const list = document.get(name, true);
    return isSeq(list) ? list.items.filter(isMap) : [];
  });
  const idOf = (item: YAMLMap): string => {
    const id = item.get("id");
    return typeof id === "string" ? id : "";
  };
  const isDecided = (item: YAMLMap): boolean => idOf(item).startsWith(decidedPrefix);
  return {
    ids: items.filter((item) => !isDecided(item)).map(idOf),
    decided: items.filter(isDecided).flatMap((item) => {
      const rule = ruleSchema.safeParse(item.toJSON());
      return rule.success ? [rule.data] : [];
    }),
  };
}

/** A rule the text already has stays as it is there. */
function withRules(text: string, rules: readonly PolicyRule[]): string {
  return rules.reduce((edited, rule) => {
    const added = addRule(edited, rule);
    return added.ok ? added.value : edited;
  }, text);
}
