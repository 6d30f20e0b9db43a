// Citations held against the sources an agent has: its resources, and what it retrieved in this session.
import { severity } from "../../engine/risk/bands.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import type { Agent, Source } from "./objects.ts";

export interface CheckedSources {
  /** The sources that can stand, by their place in the list. */
  readonly kept: readonly { readonly index: number }[];
  readonly findings: readonly Finding[];
}

/** Where nothing is known about an agent's sources, nothing can be said against one of them. */
export function checkSources(
  cited: readonly Source[],
  agent: Agent,
  retrieved: ReadonlySet<string> | undefined,
): CheckedSources {
  const { resources } = agent;
  const isKnown = (id: string): boolean =>
    (resources === undefined && retrieved === undefined) ||
    retrieved?.has(id) === true ||
    resources?.some((resource) => resource.id === id) === true;
  const isSound = (source: Source): boolean => (source.kind === "file" ? isKnown(source.id) : isWebSite(source.url));
  const kept = cited.flatMap((source, index) => (isSound(source) ? [{ index }] : []));
  const findings = cited
    .filter((source) => !isSound(source))
    .map((source) => ({
      id: "unknown-source",
      score: severity.note,
      threat: "False citation",
      reason:
        source.kind === "file"
          ? `It cites the file ${JSON.stringify(source.name.slice(0, 120))}, which is none of the agent's resources and was not retrieved in this session; the citation was cut out`
          : `It cites ${JSON.stringify(source.url.slice(0, 120))}, which is no web site; the citation was cut out`,
    }));
  return { kept, findings };
}

/** Agents leave the scheme out; one that names another than the web's does not cite a site. */
function isWebSite(url: string): boolean {
  const scheme = /^([a-z][a-z0-9+-]*):/iu.exec(url.trim())?.[1]?.toLowerCase();
  return scheme === undefined || scheme === "http" || scheme === "https";
}
