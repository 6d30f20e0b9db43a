// The options of a search as a filter of the ledger.
import type { LedgerReader } from "../../main/store/read/index.ts";
import { canBeFound } from "../../main/store/index/index.ts";
import { day, hour, minute, second } from "../../shared/lib/clock.ts";
import { type LedgerFilter, ledgerFilterSchema } from "../../shared/contract/ledger-search.ts";
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
  if (text !== "") given["text"] = text;
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

const units = { s: second, m: minute, h: hour, d: day } as const;

/** A date in local time, or an age counted from now. */
export function readTime(text: string, now: number): number | undefined {
  const age = /^(\d+)([smhd])$/.exec(text);
  const unit = age?.[2];
  if (age !== null && (unit === "s" || unit === "m" || unit === "h" || unit === "d")) {
    return now - Number(age[1]) * units[unit];
  }
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  // A date alone would be read as midnight in Greenwich.
  const moment = new Date(text.length === 10 ? `${text}T00:00` : text).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}
