// Refused paths: what a program says it could not read or write, from the text an agent's tool returned. Only ever a hint.

export interface NamedRefusal {
  readonly path: string;
  readonly access: "read" | "write";
  /** "missing": it may be hidden, or not there at all. */
  readonly why: "read_only" | "permission" | "missing";
}

const mostRefusals = 3;
/** Errors are at the beginning or the end of long results. */
const endLength = 64 * 1024;
const longestLine = 2000;
const longestPath = 1024;

const readOnly = /EROFS|read-only file ?system/i;
const permission = /EACCES|EPERM|permission denied|operation not permitted/i;
const missing = /ENOENT|no such file or directory/i;
/** Words of programs that were about to change something. */
const changes =
  /\b(?:cannot (?:create|touch|remove|move|copy|overwrite|unlink|make)|could not (?:create|write|lock)|for writing|writ(?:e|ing)|mkdir|unlink|rename|rmdir|copyfile|symlink|chmod|utime|lock)\b/i;

export function refusedPaths(text: string): readonly NamedRefusal[] {
  const shown = text.length <= 2 * endLength ? text : `${text.slice(0, endLength)}\n${text.slice(-endLength)}`;
  const found = new Map<string, NamedRefusal>();
  for (const line of shown.split(/\r?\n|\\n/)) {
    if (line.length > longestLine) continue;
    const refusal = refusalIn(line);
    if (refusal === undefined || found.has(refusal.path)) continue;
    found.set(refusal.path, refusal);
    if (found.size === mostRefusals) break;
  }
  return [...found.values()];
}

function refusalIn(line: string): NamedRefusal | undefined {
  const why = readOnly.test(line) ? "read_only" : permission.test(line) ? "permission" : undefined;
  const path = why === undefined && !missing.test(line) ? undefined : pathIn(line);
  if (path === undefined) return undefined;
  if (why === undefined) return { path, access: "read", why: "missing" };
  return { path, access: why === "read_only" || changes.test(line) ? "write" : "read", why };
}

const quoted = /['"‘`]((?:\/|~\/)[^'"’`]*)['"’`]/gu;
const bare = /(?:^|[\s:=(])((?:\/|~\/)[^\s:'"’`,;)]+)/gu;

/** The last one named: before it stand the program and the script that ran it. */
function pathIn(line: string): string | undefined {
  const names = [...line.matchAll(quoted)].map((match) => match[1] ?? "");
  const plain = names.length > 0 ? names : [...line.matchAll(bare)].map((match) => match[1] ?? "");
  const path = plain.at(-1)?.replace(/[/.]+$/, "");
  return path === undefined || path.length < 2 || path.length > longestPath ? undefined : path;
}
