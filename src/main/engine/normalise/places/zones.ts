// Zones: which part of the machine a resolved path belongs to.
import type { Zone } from "../../../../shared/domain/facts.ts";
import { globMatcher } from "../shell/globs.ts";
import { hasSecretEnding, isSecretPlace, secretExamples } from "./secret-places.ts";

/** The places of one call, spelled as resolved paths are. */
export interface Places {
  readonly home: string;
  readonly workspace: string | undefined;
  readonly temporary: readonly string[];
  readonly gatehouse: readonly string[];
}

const system =
  /^(?:\/(?:bin|boot|dev|efi|etc|lib(?:32|64|x32)?|libexec|lost\+found|nix|opt|proc|root|run|sbin|snap|sys|usr|var|System|Library|Applications|private|cores|Volumes\/Macintosh HD)(?:\/|$)|[a-z]:\/(?:windows|program files(?: \(x86\))?|programdata)(?:\/|$))|^\/$|^[a-z]:\/?$/i;

/** Gatehouse's own files first, then secrets: a secret in the workspace is still a secret. */
export function zoneOf(path: string, places: Places): Zone {
  if (places.gatehouse.some((place) => isWithin(path, place))) return "gatehouse";
  return isSecretPlace(path, places.home) && !isSample(path, places) ? "secrets" : plainZoneOf(path, places);
}

const sampleFolder =
  /\/(?:tests?|__tests__|specs?|fixtures?|test[-_]?data|testing|examples?|samples?|docs?|dummy\w*)\/(?:.*\/)?[^/]*(?:\.(?:pem|key|p12|pfx|jks|keystore|ppk)|id_\w+)$/i;

/** A key among the tests, examples or documents of the project opens nothing. */
function isSample(path: string, { workspace }: Places): boolean {
  return workspace !== undefined && isWithin(path, workspace) && sampleFolder.test(path.slice(workspace.length));
}

/** The zone of a path of which nothing but its name, size or mode is looked at: then a secret stays one. */
export function plainZoneOf(path: string, places: Places): Exclude<Zone, "gatehouse" | "secrets"> {
  if (!/^(?:\/|[a-zA-Z]:\/)/.test(path)) return "unknown";
  if (places.workspace !== undefined && isWithin(path, places.workspace)) return "workspace";
  // A home that lies in a temporary folder is a home all the same.
  const inHome = isWithin(path, places.home);
  const scratch = (place: string) =>
    isWithin(path, place) && !(inHome && place !== places.home && isWithin(places.home, place));
  if (places.temporary.some(scratch)) return "temporary";
  if (inHome) return "home";
  return system.test(path) ? "system" : "other";
}

export function isWithin(path: string, place: string): boolean {
  if (place === "/") return true;
  return path.startsWith(place) && (path.length === place.length || path.charCodeAt(place.length) === 47);
}

/** Whether a shell pattern (resolved but for its pattern characters) can stand for a secret place. */
export function patternReachesSecret(pattern: string, places: Places): boolean {
  if (hasSecretEnding(pattern)) return true;
  // `/etc/*` is aimed at everything, not at a secret.
  if (pattern.endsWith("/*")) return false;
  const matches = globMatcher(pattern);
  if (secretExamples.home.some((example) => matches(`${places.home}/${example}`))) return true;
  if (secretExamples.absolute.some(matches)) return true;
  const name = pattern.slice(pattern.lastIndexOf("/") + 1);
  // `*` alone reaches everything; only a pattern that spells part of the name is aimed at a secret.
  return name.startsWith(".") && /[a-z]/i.test(name) && secretExamples.names.some(globMatcher(name));
}
