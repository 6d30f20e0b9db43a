// The options of a search as a filter of the ledger.
import type { LedgerReader } from "../../main/store/read/index.ts";
import { canBeFound } from "../../main/store/index/index.ts";
import { type LedgerFilter, ledgerFilterSchema } from "../../shared/contract/ledger-search.ts";
import { parseSearch, readTime } from "../../shared/contract/search-query.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type CommandFailure, usage } from "../failure.ts";
import { filterDetails, type FilterOption } from "../table/ledger.ts";

export function readFilter(
  options: Partial<Readonly<Record<FilterOption, string>>>,
  text: string,
  now: number,
  reader: Pick<LedgerReader, "agents">,
): Result<LedgerFilter, CommandFailure> {
  const given: Record<string, unknown> = {};
  for (const name of ["from", "to"] as const) {
    const value = options[name];
    if (value === undefined) continue;
    const moment = readTime(value, now);
    if (moment === undefined) return fail(usage(`--${name} ${JSON.stringify(value)} is no time. ${filterDetails}`));
    given[name] = moment;
  }
  const lists = {
    kinds: list(options.kind),
    sessions: list(options.session),
    tools: list(options.tool),
    protocols: list(options.protocol),
    outcomes: list(options.verdict)?.map((value) => value.toUpperCase()),
    levels: list(options.level)?.map((value) => value.toUpperCase()),
    reasons: list(options.reason),
    deciders: list(options.decider),
    rules: list(options.rule),
    agents: list(options.agent)?.flatMap((part) => {
      const meant = reader.agents().filter((did) => did.includes(part));
      return meant.length === 0 ? [part] : meant;
    }),
  };
  for (const [name, value] of Object.entries({ ...lists, path: options.path, host: options.host })) {
    if (value !== undefined) given[name] = value;
  }
  const typed = parseSearch(text, now);
  if (!typed.ok) return fail(usage(typed.error));
  Object.assign(given, typed.value);
  const parsed = ledgerFilterSchema.safeParse(given);
  if (parsed.success && !canBeFound(parsed.data))
    return fail(usage("Signs alone cannot be searched for: search knows letters and digits. Add a word."));
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(usage(`${issue?.path.join(".") ?? "filter"}: ${issue?.message ?? "not understood"}`));
}

function list(value: string | undefined): readonly string[] | undefined {
  return value
    ?.split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
