// Provenance: programs in places for scratch files that the session made itself, of sources it wrote or works on. They are as risky as
// their sources, which the latent book follows, and not unknown programs.
import type { BuildFact, Facts } from "../../../shared/domain/facts.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { cameFromNetwork } from "./downloads.ts";
import type { SessionView } from "./sessions.ts";
import { addTo, rememberedItems, type Seen, seenOn } from "./trail.ts";

/** Rules that ask about a program because nobody knows where it comes from. */
const aboutUnknownPrograms = new Set(["run-from-scratch-place", "script-from-scratch-place"]);

/** What a step makes of the programs the session has made: those that are written otherwise are no longer its own. */
export function withMade(session: SessionView, facts: Facts, cameFromOutside: boolean, now: number): readonly Seen[] {
  const made = cameFromOutside ? [] : madeBy(session, facts);
  const before = session.made.length === 0 ? session.made : withoutOverwritten(session.made, facts, true);
  if (made.length === 0) return before;
  const all = addTo(before, made, now);
  return all.length > rememberedItems ? all.slice(all.length - rememberedItems) : all;
}

/** Findings about programs of unknown origin that do not apply, because the session made every program the call runs. */
export function withoutMadePrograms(
  findings: readonly Finding[],
  facts: Facts,
  sessionOf: () => SessionView,
): readonly Finding[] {
  if (!findings.some(({ id }) => aboutUnknownPrograms.has(id))) return findings;
  const session = sessionOf();
  const inCall = downloads(facts) ? [] : madeBy(session, facts);
  const before =
    session.made.length === 0 ? [] : withoutOverwritten(session.made, facts, false).map(({ value }) => value);
  const places = new Set([...before, ...inCall]);
  const run = facts.paths.filter(({ access, zone }) => access === "execute" && zone === "temporary");
  const isKnown = run.length > 0 && run.every(({ path, pattern }) => !pattern && lies(path, places));
  return isKnown ? findings.filter(({ id }) => !aboutUnknownPrograms.has(id)) : findings;
}

function downloads({ hosts, arrivals }: Facts): boolean {
  return arrivals !== undefined || hosts.some((host) => !host.local && host.direction !== "upload");
}

/** Programs built of sources that did not come from the network, scripts whose whole text the call shows, and copies of either. */
function madeBy(session: SessionView, facts: Facts): readonly string[] {
  const { builds = [], files = [], paths } = facts;
  const scratch = new Set<string>();
  for (const { path, zone, access } of paths) if (zone === "temporary" && access === "write") scratch.add(path);
  const built = builds.filter((build) => isOwn(session, build)).map(({ path }) => path);
  if (scratch.size === 0) return built;
  // What is not read as a script when it is written, a fragment of one for example, was not looked into.
  const shown = files
    .filter(({ place, whole, steps }) => whole === true && steps.length > 0 && scratch.has(place))
    .map(({ place }) => place);
  const rest = [...scratch].filter((path) => !shown.includes(path));
  return [...built, ...shown, ...(rest.length > 0 && copiesMade(session, facts) ? rest : [])];
}

const copying = /^(?:cp|mv|ln|install|chmod|cd|mkdir|echo|ls|true)$/u;

/** `cp probe other`: everything it reads is the session's own. */
function copiesMade(session: SessionView, { commands, paths }: Facts): boolean {
  if (session.made.length === 0 || !commands.every(({ program }) => copying.test(program))) return false;
  const made = new Set(session.made.map(({ value }) => value));
  const used = paths.filter(({ access }) => access === "read" || access === "delete");
  return used.length > 0 && used.every(({ path, pattern }) => !pattern && made.has(path));
}

function isOwn(session: SessionView, { from, unseen = [] }: BuildFact): boolean {
  if (unseen.length > 0) {
    const written = seenOn(session.written, rememberedItems);
    const isWritten = (place: string): boolean =>
      written.some(({ value }) => value === place || isBelow(value, place) || isBelow(place, value));
    if (!unseen.every(isWritten)) return false;
  }
  if (session.downloaded.length === 0) return true;
  if (cameFromNetwork(session, from).length > 0) return false;
  return !session.downloaded.some(({ value }) => from.some((folder) => isBelow(value, folder)));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** What a call deletes may have run in it before. */
function withoutOverwritten(
  made: readonly Seen[],
  { paths, builds = [] }: Facts,
  alsoDeleted: boolean,
): readonly Seen[] {
  const rebuilt = new Set(builds.map(({ path }) => path));
  const gone = new Set<string>();
  for (const { path, access } of paths)
    if ((access === "write" || (access === "delete" && alsoDeleted)) && !rebuilt.has(path)) gone.add(path);
  return gone.size === 0 ? made : made.filter(({ value }) => !gone.has(value));
}

/** One by one, or in a folder that a build fills. */
function lies(path: string, places: ReadonlySet<string>): boolean {
  if (places.has(path)) return true;
  for (const place of places) if (place.endsWith("/") && path.startsWith(place)) return true;
  return false;
}
