// The user's own packs: files in the data directory. One that does not load leaves its last good version in force.
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicyProblem } from "../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { type CompiledPack, compilePack, type PackTools } from "../../engine/risk/packs/compile.ts";

/** A file of the folder: what of it is in force, and what is wrong with it as it stands. */
export interface UserPack {
  readonly file: string;
  readonly pack: CompiledPack | undefined;
  readonly problems: readonly PolicyProblem[];
}

/** What the packs before this one have taken. */
export interface Taken {
  readonly names: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

const packFolder = "packs";
const lastGoodFolder = "packs-last-good";
const maximumBytes = 1_000_000;
const mostFiles = 100;

export interface UserPackFiles {
  readonly folder: string;
  /** Every file, in the order of their names. */
  readonly load: (builtIn: Taken) => readonly UserPack[];
  /** Compiles a text as if it were in the folder instead of the file that has its pack's name. */
  readonly check: (text: string, taken: Taken) => Result<CompiledPack, readonly PolicyProblem[]>;
  readonly write: (name: string, text: string) => Result<undefined, string>;
  readonly remove: (file: string) => Result<undefined, string>;
}

export function openUserPacks(directory: string, tools: PackTools): UserPackFiles {
  const folder = join(directory, packFolder);
  const lastGood = join(directory, lastGoodFolder);

  function check(text: string, taken: Taken): Result<CompiledPack, readonly PolicyProblem[]> {
    const compiled = compilePack({ text, name: "pack" }, tools, { examples: true, taken: taken.ids });
    if (compiled.ok && taken.names.has(compiled.value.document.name))
      return fail([problemAtStart(`The name "${compiled.value.document.name}" is taken by another pack.`)]);
    return compiled;
  }

  function loadFile(file: string, taken: Taken): UserPack {
    const read = readText(join(folder, file));
    const compiled = read.ok ? check(read.value, taken) : fail([problemAtStart(read.error)]);
    if (compiled.ok && read.ok) {
      keepLastGood(file, read.value);
      return { file, pack: compiled.value, problems: [] };
    }
    const earlier = readText(join(lastGood, file));
    const fallback = earlier.ok ? check(earlier.value, taken) : earlier;
    return { file, pack: fallback.ok ? fallback.value : undefined, problems: compiled.ok ? [] : compiled.error };
  }

  /** For the next start; the pack is in force whether or not it can be written. */
  function keepLastGood(file: string, text: string): void {
    try {
      const known = readText(join(lastGood, file));
      if (known.ok && known.value === text) return;
      mkdirSync(lastGood, { recursive: true, mode: 0o700 });
      writePrivately(join(lastGood, file), text);
    } catch {
      // Then a pack that is broken at the next start has no earlier version.
    }
  }

  return {
    folder,
    load: (builtIn) => {
      const names = new Set(builtIn.names);
      const ids = new Set(builtIn.ids);
      const packs: UserPack[] = [];
      for (const file of filesIn(folder)) {
        const loaded = loadFile(file, { names, ids });
        packs.push(loaded);
        if (loaded.pack === undefined) continue;
        names.add(loaded.pack.document.name);
        for (const { id } of loaded.pack.rules) ids.add(id);
      }
      return packs;
    },
    check,
    write: (name, text) =>
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writePrivately(join(folder, `${name}.yaml`), text);
      }),
    remove: (file) =>
      attempt(() => {
        rmSync(join(folder, file), { force: true });
        rmSync(join(lastGood, file), { force: true });
      }),
  };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[\w][\w.-]{0,100}\.ya?ml$/u.test(name))
      .sort()
      .slice(0, mostFiles);
  } catch {
    return [];
  }
}

/** A link is refused: what it leads to may lie where agents can write. */
function readText(path: string): Result<string, string> {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return fail("It is a link. Copy the file into the folder instead.");
    if (!stats.isFile()) return fail("It is not a file.");
    if (stats.size > maximumBytes) return fail(`It is larger than ${maximumBytes} bytes.`);
    return ok(readFileSync(path, "utf8"));
  } catch (error) {
    return fail(`It cannot be read: ${messageOf(error)}`);
  }
}

function writePrivately(path: string, text: string): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

function attempt(work: () => void): Result<undefined, string> {
  try {
    work();
    return ok(undefined);
  } catch (error) {
    return fail(messageOf(error));
  }
}

function problemAtStart(message: string): PolicyProblem {
  return { line: 1, column: 1, path: "", message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
