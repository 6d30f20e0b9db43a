// Patterns for names, paths and hosts. No regular expressions: every match is at most pattern × text steps.
import type { World } from "../ports.ts";

export type PathSurroundings = Pick<World, "platform" | "home" | "caseInsensitive" | "resolveLinks">;

/** `*` stands for any run of characters, `?` for one. */
export function matchesName(pattern: string, name: string): boolean {
  return wildcard(
    pattern.length,
    name.length,
    (at) => pattern[at] === "*",
    (at, index) => {
      const wanted = pattern[at];
      return wanted === "?" || wanted === name[index];
    },
  );
}

/** "*.evil.com" covers the apex and every sub-domain, "*" every host; anything else is one host, with its port if it has one. */
export function matchesDomain(pattern: string, host: string, port?: number): boolean {
  const wanted = pattern.toLowerCase().replace(/\.$/, "");
  if (wanted === "*" || wanted === host) return true;
  if (wanted.startsWith("*.")) return host === wanted.slice(2) || host.endsWith(wanted.slice(1));
  return port !== undefined && wanted === `${host}:${port}`;
}

export interface PathPattern {
  readonly text: string;
  readonly matches: (path: string, workspace?: string) => boolean;
  /** The pattern names something below this folder. Always false for a relative one, which could lie anywhere. */
  readonly liesBelow: (path: string) => boolean;
}

/** "blocked" also covers what lies below, and a relative one matches at any depth; so it does for "exact". "scope" starts at the workspace. */
export type PathUse = "blocked" | "exact" | "scope";

/**
 * A pattern that begins with `/`, `~` or a drive is anchored; others are relative.
 * `*` and `?` stay within one name, `**` stands for any number of folders, and `folder/**` covers the folder itself.
 */
export function compilePath(text: string, use: PathUse, world: PathSurroundings): PathPattern {
  const below = use === "blocked" && !text.endsWith("**") ? "/**" : "";
  const plain = foldCase(text.normalize("NFC").replace(/^\.\//, "") + below, world);
  if (!isAnchored(plain, world)) {
    const wanted = segmentsOf(plain);
    const floating = ["**", ...wanted];
    return {
      text,
      liesBelow: () => false,
      matches: (path, workspace) => {
        const segments = segmentsOf(foldCase(path, world));
        if (use !== "scope") return matchesSegments(floating, segments);
        if (workspace === undefined) return false;
        const base = segmentsOf(foldCase(workspace, world));
        return (
          base.every((name, index) => segments[index] === name) && matchesSegments(wanted, segments.slice(base.length))
        );
      },
    };
  }
  const expanded = plain === "~" || plain.startsWith("~/") ? foldCase(world.home, world) + plain.slice(1) : plain;
  const variants = withLinksResolved(collapse(segmentsOf(expanded)), world);
  return {
    text,
    matches: (path) => {
      const segments = segmentsOf(foldCase(path, world));
      return variants.some((variant) => matchesSegments(variant, segments));
    },
    liesBelow: (path) => {
      const folder = segmentsOf(foldCase(path, world));
      return variants.some(
        (variant) => variant.length > folder.length && folder.every((name, at) => segment(variant[at], name)),
      );
    },
  };
}

/** What a shell makes of a pattern's last part: a leading dot is only matched by a dot. */
export function shellMatches(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  return matchesName(pattern.replace(/\[[^\]]*\]/g, "?"), name);
}

function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  return wildcard(
    pattern.length,
    path.length,
    (at) => pattern[at] === "**",
    (at, index) => segment(pattern[at], path[index]),
  );
}

function segment(pattern: string | undefined, name: string | undefined): boolean {
  if (pattern === undefined || name === undefined) return false;
  if (pattern === "**") return true;
  return pattern === name || ((pattern.includes("*") || pattern.includes("?")) && matchesName(pattern, name));
}

/** The classic two-pointer match: on a mismatch go back to the last star and let it take one more. */
function wildcard(
  patternLength: number,
  textLength: number,
  isStar: (at: number) => boolean,
  same: (at: number, index: number) => boolean,
): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let taken = 0;
  while (index < textLength) {
    if (at < patternLength && isStar(at)) {
      star = at;
      taken = index;
      at += 1;
    } else if (at < patternLength && same(at, index)) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      taken += 1;
      index = taken;
    } else return false;
  }
  while (at < patternLength && isStar(at)) at += 1;
  return at === patternLength;
}

function isAnchored(text: string, world: PathSurroundings): boolean {
  return (
    text.startsWith("/") ||
    text === "~" ||
    text.startsWith("~/") ||
    (world.platform === "win32" && /^[a-z]:/i.test(text))
  );
}

function foldCase(text: string, world: PathSurroundings): string {
  const slashed = world.platform === "win32" ? text.replaceAll("\\", "/") : text;
  return world.caseInsensitive ? slashed.toLowerCase() : slashed;
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

function collapse(segments: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const name of segments) {
    if (name === "..") kept.pop();
    else kept.push(name);
  }
  return kept;
}

/** Facts carry real paths, so a pattern below a link ("/tmp" on macOS) must know the real one too. */
function withLinksResolved(pattern: readonly string[], world: PathSurroundings): readonly (readonly string[])[] {
  const fixed = pattern.findIndex((name) => name.includes("*") || name.includes("?"));
  const base = fixed < 0 ? pattern : pattern.slice(0, fixed);
  const root = world.platform === "win32" ? "" : "/";
  const real = segmentsOf(foldCase(world.resolveLinks(root + base.join("/")), world));
  const resolved = [...real, ...pattern.slice(base.length)];
  return resolved.join("/") === pattern.join("/") ? [pattern] : [pattern, resolved];
}
