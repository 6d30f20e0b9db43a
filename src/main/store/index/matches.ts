// Whether an entry fits a filter, without the index: for the few entries it does not have yet.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import { threatsIn } from "../body-sql.ts";
import { isJsonObject } from "../../../shared/lib/json.ts";
import { domainsOf, foldersOf, projectNames } from "./schema.ts";
import { canBeFound, isAbsolutePath } from "./query.ts";
import { hasTerm, parseText, tokens } from "./text-query.ts";

/** `action` is the summary of the intent an answer belongs to, `project` the folder of its project. */
export function matches(filter: LedgerFilter, entry: LedgerEntry, action = "", project = projectOf(entry)): boolean {
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
    contains(filter.agentsLike, entry.agentDid) &&
    contains(filter.toolsLike, entry.tool) &&
    contains(filter.rulesLike, entry.rule) &&
    hasScore(filter, entry.score) &&
    hasProject(filter.project, project) &&
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

function contains(parts: readonly string[] | undefined, value = ""): boolean {
  const lower = value.toLowerCase();
  return parts === undefined || parts.length === 0 || parts.some((part) => lower.includes(part.toLowerCase()));
}

function hasScore({ scoreFrom, scoreTo }: LedgerFilter, score: number | undefined): boolean {
  if (scoreFrom === undefined && scoreTo === undefined) return true;
  if (score === undefined) return false;
  const shown = Math.round(score * 100);
  return shown >= Math.round((scoreFrom ?? 0) * 100) && shown <= Math.round((scoreTo ?? 1) * 100);
}

export function projectOf({ body }: LedgerEntry): string | undefined {
  const { context } = body;
  const folder = context !== undefined && isJsonObject(context) ? context["workspace"] : undefined;
  return typeof folder === "string" ? folder : undefined;
}

function hasProject(wanted: string | undefined, project: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (project === undefined) return false;
  const [whole = "", last = whole] = projectNames(project);
  const [asked = "", askedLast = asked] = projectNames(wanted);
  return isAbsolutePath(wanted) ? whole === asked : last === askedLast;
}

function isFirst({ kind, body }: LedgerEntry): boolean {
  return kind === "verdict" && body["microseconds"] !== undefined;
}

function hasPath({ paths = [] }: LedgerEntry, wanted: string): boolean {
  const folder = foldersOf(wanted).at(-1);
  if (folder === undefined) return true;
  if (isAbsolutePath(wanted)) return paths.some((path) => foldersOf(path).includes(folder));
  return paths.some((path) => hasTerm(tokens(path), { text: wanted, prefix: true }));
}

function hasHost({ hosts = [] }: LedgerEntry, wanted: string): boolean {
  return hosts.some((host) => domainsOf(host).includes(wanted));
}

function hasText({ summary, body, paths = [], hosts = [] }: LedgerEntry, text: string, action: string): boolean {
  const { headline } = body;
  const sentence = headline !== undefined && isJsonObject(headline) ? headline["sentence"] : undefined;
  const said = [
    summary,
    ...(typeof sentence === "string" ? [sentence] : []),
    ...threatsIn(body["findings"]).keys(),
  ].join(" ");
  const columns = [said, action, paths.join(" "), hosts.join(" ")].map(tokens);
  return parseText(text).every((term) => columns.some((column) => hasTerm(column, term)));
}
