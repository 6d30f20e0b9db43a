// Paths: what an agent wrote becomes an absolute path with one spelling, and its zone.
import type { Zone } from "../../../../shared/domain/facts.ts";
import type { World } from "../../ports.ts";
import { fixedPart, isPattern } from "../shell/globs.ts";
import { hasSecretEnding } from "./secret-places.ts";
import { isAscii } from "../text.ts";
import { patternReachesSecret, zoneOf } from "./zones.ts";
import type { Places } from "./zones.ts";

export interface Located {
  readonly path: string;
  readonly zone: Zone;
  readonly pattern: boolean;
}

export interface PathReader {
  readonly world: World;
  readonly places: Places;
}

const variable = /[$`]|%[A-Za-z_]+%/;
const knownStart = /^(?:~|\$HOME|\$\{HOME\}|\$env:USERPROFILE|\$env:HOME|%USERPROFILE%|%HOMEPATH%)(?=\/|$)/i;
const workingStart = /^(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|~\+|%CD%)(?=\/|$)/;
const temporaryStart = /^(?:\$TMPDIR|\$\{TMPDIR\}|\$TMP|\$TEMP|%TEMP%|%TMP%|\$env:TEMP|\$env:TMP)(?=\/|$)/i;
const processRoot = /^\/proc\/(?:self|thread-self|\d+|\$\$)\/(?:task\/\d+\/)?(root|cwd)(?=\/|$)/;

/** A path as the places and rules spell it: `/` between parts, drive letters upper case, NFC, case folded if ignored. */
export function spell(path: string, world: World): string {
  let spelled = path;
  if (world.platform === "win32") {
    spelled = spelled.replace(/\\/g, "/").replace(/^\/\/[?.]\//, "");
    spelled = spelled.replace(/^\/([a-zA-Z])(?=\/|$)/, "$1:").replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  }
  if (!isAscii(spelled)) spelled = spelled.normalize("NFC");
  return world.caseInsensitive ? spelled.toLowerCase() : spelled;
}

/** Every place the path may mean: more than one when the folder it starts from is uncertain. */
export function locate(
  given: string,
  directories: readonly (string | undefined)[],
  reader: PathReader,
): readonly Located[] {
  const text = fromFileUrl(given.length > 4096 ? given.slice(0, 4096) : given);
  const start = text.charAt(0);
  const { world, places } = reader;
  const here = directories[0];
  if (start === "/" && !variable.test(text)) return resolve(text, here, reader);
  const slashed = world.platform === "win32" ? text.replace(/\\/g, "/") : text;
  if (knownStart.test(slashed))
    return resolve(
      slashed.replace(knownStart, () => places.home),
      here,
      reader,
    );
  if (temporaryStart.test(slashed))
    return resolve(
      slashed.replace(temporaryStart, () => places.temporary[0] ?? "/tmp"),
      here,
      reader,
    );
  if (start === "~") {
    const user = /^~([\w.-]+)(?=\/|$)/.exec(slashed);
    if (user !== null) return resolve(homeOf(user[1] ?? "", places) + slashed.slice(user[0].length), here, reader);
  }
  if (start === "/" || /^[a-zA-Z]:[\\/]/.test(slashed))
    return resolve(
      slashed.replace(/^[a-zA-Z]:\\/, (drive) => `${drive.slice(0, 2)}/`),
      here,
      reader,
    );
  const relative = slashed.replace(workingStart, ".");
  if (start === "$" || start === "`" || start === "%") {
    if (variable.test(relative)) return [unknown(text)];
  }
  return directories.flatMap((directory) =>
    directory === undefined ? [unknown(text)] : resolve(`${directory}/${relative}`, directory, reader),
  );
}

function unknown(text: string): Located {
  return { path: text, zone: hasSecretEnding(text) ? "secrets" : "unknown", pattern: true };
}

function homeOf(user: string, places: Places): string {
  if (user === "root") return "/root";
  const parent = places.home.slice(0, places.home.lastIndexOf("/"));
  return `${parent}/${user}`;
}

function fromFileUrl(given: string): string {
  if (!/^file:\/\//i.test(given)) return given;
  const path = given.slice(7).replace(/^(?:localhost|127\.0\.0\.1)(?=\/)/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function resolve(absolute: string, here: string | undefined, reader: PathReader): readonly Located[] {
  const { world, places } = reader;
  let path = absolute;
  for (let match = processRoot.exec(path); match !== null; match = processRoot.exec(path)) {
    if (match[1] === "cwd" && here === undefined) break;
    path = (match[1] === "cwd" ? (here ?? "") : "") + (path.slice(match[0].length) || "/");
  }
  const dynamic = path.search(variable);
  const patterned = dynamic >= 0 || isPattern(path);
  const spelled = spell(path, world);
  if (!patterned)
    return resolveFixed(spelled, reader).map((found) => ({ path: found, zone: zoneOf(found, places), pattern: false }));
  const shell = dynamic >= 0 ? spelled.replace(/\$\{[^}]*\}|\$\([^)]*\)|\$\w+|`[^`]*`|%\w+%|[$`]/g, "*") : spelled;
  const full = collapse(shell);
  const fixed = fixedPart(full) || "/";
  const secret = patternReachesSecret(full, places);
  return resolveFixed(fixed, reader).map((found) => ({
    path: found,
    zone: secret ? "secrets" : zoneOf(found, places),
    pattern: true,
  }));
}

/**
 * The path behind links. The kernel follows links before `..`, most programs drop `..` from the text first: when the two
 * differ, both are given.
 */
function resolveFixed(path: string, { world }: PathReader): readonly string[] {
  const lexical = collapse(path);
  // Links below /proc depend on who looks: Gatehouse would see its own process.
  if (lexical.startsWith("/proc/")) return [lexical];
  const real = spell(world.resolveLinks(lexical), world);
  if (!path.includes("/..")) return [real];
  const physical = followParents(path, world);
  return physical === real ? [real] : [real, physical];
}

function followParents(path: string, world: World): string {
  const root = /^[a-zA-Z]:/.exec(path)?.[0] ?? "";
  let current = root;
  let steps = 0;
  for (const part of path.slice(root.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") current += `/${part}`;
    else if ((steps += 1) <= 32) {
      const real = world.resolveLinks(current === "" ? "/" : current);
      current = real.slice(0, Math.max(real.lastIndexOf("/"), root.length));
    } else current = current.slice(0, Math.max(current.lastIndexOf("/"), root.length));
  }
  return spell(world.resolveLinks(current === "" ? "/" : current), world);
}

const untidy = /\/\/|\/\.\.?(?:\/|$)|.\/$/;

/** Drops empty parts, `.` and `..` from the text. */
export function collapse(path: string): string {
  if (!untidy.test(path)) return path;
  const root = /^[a-zA-Z]:/.exec(path)?.[0] ?? "";
  const parts: string[] = [];
  for (const part of path.slice(root.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `${root}/${parts.join("/")}`;
}
