// `npm run structure`: counts what makes code hard to read, prints it as a table, and fails above the limits.
import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { projectRoot } from "../project.ts";
import { type Duplicate, findDuplicates } from "./duplicates.ts";
import { missingDirectories } from "./layer-rules.ts";
import { layers } from "./layers.ts";
import { upwardImports } from "./upward-imports.ts";
import { duplicateLines, type Limit, limits, longFunction, strayFiles } from "./limits.ts";
import { readSources, type SourceFile } from "./source.ts";

export interface Count {
  readonly name: string;
  readonly value: number;
  readonly limit: Limit;
  /** The worst cases, worst first. */
  readonly worst: readonly string[];
}

export interface Structure {
  readonly counts: readonly Count[];
  readonly notes: readonly string[];
}

export function measure(files: readonly SourceFile[], trackedFiles: readonly string[]): Structure {
  const duplicates = findDuplicates(files, duplicateLines).toSorted((left, right) => right.lines - left.lines);
  const functions = files
    .flatMap(({ path, functions: own }) =>
      own.map(({ name, line, lines }) => ({ text: `${name} (${path}:${line})`, lines })),
    )
    .toSorted((left, right) => right.lines - left.lines);
  const directories = ranked(files.map(({ path }) => posix.dirname(path)));
  const longest = files
    .map(({ path, lines }) => ({ text: path, lines }))
    .toSorted((left, right) => right.lines - left.lines);
  const casts = ranked(files.flatMap(({ path, casts: own }) => own.map(() => path)));
  const stray = trackedFiles.filter((path) => strayFiles.test(path));
  const show = ({ text, lines }: { readonly text: string; readonly lines: number }): string => `${lines} ${text}`;
  const long = functions.filter(({ lines }) => lines > longFunction);
  return {
    counts: [
      count("files per directory", directories[0]?.lines, limits.filesPerDirectory, directories.map(show)),
      count("longest function", functions[0]?.lines, limits.functionLines, functions.map(show)),
      count(`functions over ${longFunction} lines`, long.length, limits.longFunctions, long.map(show)),
      count("longest file", longest[0]?.lines, limits.fileLines, longest.map(show)),
      count("casts", sum(casts), limits.casts, casts.map(show)),
      count("duplicates", duplicates.length, limits.duplicates, duplicates.map(showDuplicate)),
      count("stray files", stray.length, { most: 0, reason: "left behind by a tool" }, stray),
    ],
    notes: [
      ...importers(files),
      ...missingDirectories({ layers, upwardImports }, files).map((name) => `no files in ${name}`),
    ],
  };
}

function count(name: string, value: number | undefined, limit: Limit, worst: readonly string[]): Count {
  return { name, value: value ?? 0, limit, worst };
}

function sum(entries: readonly { readonly lines: number }[]): number {
  return entries.reduce((total, { lines }) => total + lines, 0);
}

function ranked(names: readonly string[]): readonly { readonly text: string; readonly lines: number }[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([text, same]) => ({ text, lines: same.length }))
    .toSorted((left, right) => right.lines - left.lines);
}

function showDuplicate({ left, right, lines }: Duplicate): string {
  return `${lines} ${left.path}:${left.from}-${left.to} ~ ${right.path}:${right.from}-${right.to}`;
}

/** A fact, not a fault: a file with one importer may be a well-cut part of it. */
function importers(files: readonly SourceFile[]): readonly string[] {
  const imported = ranked(files.flatMap((file) => file.imports.flatMap(({ own, target }) => (own ? [target] : []))));
  const once = imported.filter(({ lines }) => lines === 1).length;
  const most = imported.slice(0, 5).map(({ text, lines }) => `${text} (${lines})`);
  return [`${files.length} files, ${once} imported by one other only`, `most imported: ${most.join(", ")}`];
}

export function isBroken({ value, limit }: Count): boolean {
  return value > limit.most;
}

/** The worst cases are shown where a limit is broken, or where they are asked for. */
export function describe({ counts, notes }: Structure, worst: number): string {
  const width = Math.max(...counts.map(({ name }) => name.length));
  const rows = counts.flatMap((entry) => [
    `${entry.name.padEnd(width)}  ${String(entry.value).padStart(4)} of ${String(entry.limit.most).padStart(4)}  ${isBroken(entry) ? `FAILED: ${entry.limit.reason}` : "ok"}`,
    ...entry.worst.slice(0, isBroken(entry) ? 12 : worst).map((line) => `    ${line}`),
  ]);
  return [...rows, ...notes].join("\n");
}

/** None where there is no repository: a packed copy has no tracked files. */
function trackedFiles(): readonly string[] {
  try {
    return execFileSync("git", ["ls-files", "-z"], {
      cwd: projectRoot,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .split("\0")
      .filter((path) => path !== "");
  } catch {
    return [];
  }
}

export function measureProject(): Structure {
  return measure(readSources(projectRoot, ["src", "scripts"]), trackedFiles());
}

if (import.meta.main) {
  const structure = measureProject();
  console.log(describe(structure, 5));
  process.exitCode = structure.counts.some(isBroken) ? 1 : 0;
}
