// Whether an entry fits a filter, without the index: for the few entries it does not have yet.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import { threatsIn } from "../body-sql.ts";
import { domainsOf, foldersOf } from "./schema.ts";
import { canBeFound, isAbsolutePath } from "./query.ts";
import { hasTerm, parseText, tokens } from "./text-query.ts";

/** `action` is the summary of the intent an answer belongs to. */
export function matches(filter: LedgerFilter, entry: LedgerEntry, action = ""): boolean {
  if (filter.from !== undefined && entry.at < filter.from) return false;
  if (filter.to !== undefined && entry.at >= filter.to) return false;
  return (
    among(filter.kinds, entry.kind) &&
    among(filter.agents, entry.agentDid) &&
    among(filter.sessions, entry.sessionId) &&
    among(filter.tools, entry.tool) &&
    among(filter.protocols, entry.protocol) &&
    among(filter.outcomes, entry.outcome) &&
    among(filter.levels, entry.level) &&
    among(filter.reasons, entry.reason) &&
    among(filter.deciders, entry.decider) &&
    among(filter.rules, entry.rule) &&
    (filter.first === undefined || isFirst(entry)) &&
    canBeFound(filter) &&
    (filter.path === undefined || hasPath(entry, filter.path)) &&
    (filter.host === undefined || hasHost(entry, filter.host.toLowerCase())) &&
    (filter.text === undefined || hasText(entry, filter.text, action))
  );
}

function among(values: readonly string[] | undefined, value: string | undefined): boolean {
  return values === undefined || values.length === 0 || (value !== undefined && values.includes(value));
}

function isFirst({ kind, body }: LedgerEntry): boolean {
  return kind === "verdict" && body["microseconds"] !== undefined;
}

function hasPath({ paths = [] }: LedgerEntry, wanted: string): boolean {
  const folder = foldersOf(wanted).at(-1);
  if (folder === undefined) return true;
  if (isAbsolutePath(wanted)) return paths.some((path) => foldersOf(path).includes(folder));
  return paths.some((path) => hasTerm(tokens(path), { text: wanted, prefix: false }));
}

function hasHost({ hosts = [] }: LedgerEntry, wanted: string): boolean {
  return hosts.some((host) => domainsOf(host).includes(wanted));
}

function hasText({ summary, body, paths = [], hosts = [] }: LedgerEntry, text: string, action: string): boolean {
  const said = [summary, ...threatsIn(body["findings"]).keys()].join(" ");
  const columns = [said, action, paths.join(" "), hosts.join(" ")].map(tokens);
  return parseText(text).every((term) => columns.some((column) => hasTerm(column, term)));
}
