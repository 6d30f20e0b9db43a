// What people type into a search: words, and operators such as `agent:codex tool:write >0.5 path:.github`. One grammar for window and terminal.
import { entryKinds } from "../domain/audit.ts";
import { protocols } from "../domain/intent.ts";
import { deciders, outcomes, reasonCodes, riskLevels } from "../domain/verdict.ts";
import { day, hour, minute, second } from "../lib/clock.ts";
import { fail, ok, type Result } from "../lib/result.ts";
import type { LedgerFilter } from "./ledger-search.ts";

type Filter = { -readonly [Member in keyof LedgerFilter]: LedgerFilter[Member] };
type Operator = (value: string, filter: Filter, now: number) => string | undefined;

/** Words people use for the engine's own. */
const outcomeNames: Readonly<Record<string, string>> = {
  allowed: "APPROVED",
  approved: "APPROVED",
  denied: "DENIED",
  blocked: "DENIED",
  asked: "ESCALATE",
  escalated: "ESCALATE",
  conditional: "CONDITIONAL",
};
const deciderNames: Readonly<Record<string, string>> = { you: "human", me: "human", rule: "policy", score: "risk" };

function listed(
  member: "kinds" | "outcomes" | "levels" | "deciders" | "protocols" | "reasons",
  values: readonly string[],
  names: Readonly<Record<string, string>> = {},
): Operator {
  return (given, filter) => {
    const chosen = given.split(",").map((part) => {
      const lower = part.toLowerCase();
      return values.find((value) => value.toLowerCase() === (names[lower] ?? lower).toLowerCase());
    });
    const known = [...Object.keys(names), ...values.map((value) => value.toLowerCase())];
    if (chosen.includes(undefined)) return `is none of ${[...new Set(known)].join(", ")}`;
    // Each list holds the values of its own member.
    Object.assign(filter, { [member]: chosen });
    return undefined;
  };
}

function like(member: "agentsLike" | "toolsLike" | "rulesLike"): Operator {
  return (given, filter) => {
    filter[member] = given.split(",").filter((name) => name !== "");
    return undefined;
  };
}

const time =
  (member: "from" | "to"): Operator =>
  (given, filter, now) => {
    const moment = readTime(given, now);
    if (moment === undefined) return "is no time: give an age such as 90m, 12h or 7d, or a date such as 2026-03-01";
    filter[member] = moment;
    return undefined;
  };

const text =
  (member: "path" | "host" | "project"): Operator =>
  (given, filter) => {
    filter[member] = given;
    return undefined;
  };

const operators: Readonly<Record<string, Operator>> = {
  agent: like("agentsLike"),
  tool: like("toolsLike"),
  rule: like("rulesLike"),
  path: text("path"),
  host: text("host"),
  project: text("project"),
  verdict: listed("outcomes", outcomes, outcomeNames),
  level: listed("levels", riskLevels),
  kind: listed("kinds", entryKinds),
  by: listed("deciders", deciders, deciderNames),
  reason: listed("reasons", reasonCodes),
  protocol: listed("protocols", protocols),
  session: (given, filter) => {
    filter.sessions = [given];
    return undefined;
  },
  since: time("from"),
  before: time("to"),
};

export const searchOperators: readonly string[] = Object.keys(operators);

/** A phrase; an operator with a value, which may be a phrase; a comparison with the risk score; or a word. */
const part = /([a-z]+):(?:"([^"]*)"?|([^\s"]\S*))|(?:score|risk)?(>=|<=|>|<)(\d*\.?\d+)(?=\s|$)|("[^"]*"?)|(\S+)/giu;

/** The filter that a text stands for. Nothing typed is lost: what is no operator is searched for as words. */
export function parseSearch(typed: string, now: number): Result<LedgerFilter, string> {
  const filter: Filter = {};
  const words: string[] = [];
  for (const [whole, name = "", phrase, plain, comparison, score, quotation, word] of typed.matchAll(part)) {
    if (name !== "") {
      const value = phrase ?? plain ?? "";
      // An address, a Windows path or a digest is searched for.
      if (/^(?:\/\/|\\)/u.test(value) || name.length > 12) words.push(whole);
      else {
        const problem = operate(name.toLowerCase(), value, filter, now);
        if (problem !== undefined) return fail(problem);
      }
    } else if (comparison !== undefined) {
      const problem = compare(comparison, Number(score), filter);
      if (problem !== undefined) return fail(problem);
    } else words.push(quotation ?? word ?? whole);
  }
  if (words.length > 0) filter.text = words.join(" ");
  return ok(filter);
}

function operate(name: string, value: string, filter: Filter, now: number): string | undefined {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (operator === undefined)
    return `There is no filter "${name}:". Filters are ${searchOperators.join(", ")}. To search for the text itself, put it in quotes.`;
  if (value === "") return `${name}: needs a value.`;
  const problem = operator(value, filter, now);
  return problem === undefined ? undefined : `${name}:${value} ${problem}.`;
}

/** To two decimals, as scores are shown. */
function compare(comparison: string, score: number, filter: Filter): string | undefined {
  if (!(score >= 0 && score <= 1)) return `A risk score is between 0 and 1; ${score} is not.`;
  const hundredths = Math.round(score * 100);
  switch (comparison) {
    case ">":
      filter.scoreFrom = (hundredths + 1) / 100;
      break;
    case ">=":
      filter.scoreFrom = hundredths / 100;
      break;
    case "<":
      filter.scoreTo = (hundredths - 1) / 100;
      break;
    default:
      filter.scoreTo = hundredths / 100;
  }
  return undefined;
}

const units = { s: second, m: minute, h: hour, d: day } as const;

/** A date in local time, or an age counted from now. */
export function readTime(given: string, now: number): number | undefined {
  const age = /^(\d+)([smhd])$/.exec(given);
  const unit = age?.[2];
  if (age !== null && (unit === "s" || unit === "m" || unit === "h" || unit === "d")) {
    return now - Number(age[1]) * units[unit];
  }
  if (!/^\d{4}-\d\d-\d\d/.test(given)) return undefined;
  // A date alone would be read as midnight in Greenwich.
  const moment = new Date(given.length === 10 ? `${given}T00:00` : given).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}
