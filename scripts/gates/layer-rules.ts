// Holds source files against the table of layers and names what does not fit.
import { posix } from "node:path";
import type { Layer } from "./layers.ts";
import type { UpwardImport } from "./upward-imports.ts";
import type { SourceFile } from "./source.ts";

export interface Table {
  readonly layers: readonly Layer[];
  readonly upwardImports: readonly UpwardImport[];
}

interface Crossing {
  readonly file: string;
  readonly target: string;
  readonly from: Layer;
  readonly to: Layer;
}

/** Paths are given as the project has them: `src/main/app/start.ts`. */
const inSource = (path: string): string => path.replace(/^src\//, "");

/** The layer with the longest directory that holds the path. */
function layerOf(table: Table, path: string): Layer | undefined {
  return table.layers
    .filter(({ directory }) => path.startsWith(`${directory}/`))
    .toSorted((left, right) => right.directory.length - left.directory.length)[0];
}

export function unknownDirectories(table: Table, files: readonly SourceFile[]): readonly string[] {
  const known = new Set(
    table.layers.flatMap(({ directory, parts = {} }) => [
      directory,
      ...Object.keys(parts).map((part) => `${directory}/${part}`),
    ]),
  );
  const found = new Set(files.map(({ path }) => posix.dirname(inSource(path))));
  return [...found].filter((directory) => !known.has(directory));
}

/** Directories in the table that hold no file. */
export function missingDirectories(table: Table, files: readonly SourceFile[]): readonly string[] {
  const found = new Set(files.map(({ path }) => posix.dirname(inSource(path))));
  return table.layers
    .flatMap(({ directory, parts = {} }) => [directory, ...Object.keys(parts).map((part) => `${directory}/${part}`)])
    .filter((directory) => !found.has(directory));
}

export function forbiddenPackages(table: Table, files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const layer = layerOf(table, inSource(file.path));
    const packages = file.imports.filter(({ own }) => !own).map(({ target }) => target);
    return packages
      .filter((name) => layer?.packages.test(name) === false)
      .map((name) => `${file.path} imports ${name}`);
  });
}

export function forbiddenImports(table: Table, files: readonly SourceFile[]): readonly string[] {
  return crossings(table, files)
    .filter(({ from, to }) => !from.may.some((name) => (name.endsWith("/") ? within(to, name) : to.directory === name)))
    .map(({ file, target }) => `${file} imports ${target}`);
}

function within(layer: Layer, prefix: string): boolean {
  return `${layer.directory}/`.startsWith(prefix);
}

export function importsOfInternals(table: Table, files: readonly SourceFile[]): readonly string[] {
  return crossings(table, files)
    .filter(({ target, to }) => {
      const name = inSource(target).slice(to.directory.length + 1);
      return to.public !== undefined && posix.basename(name) !== "index.ts" && !to.public.includes(name);
    })
    .map(({ file, target, to }) => `${file} imports ${target}, which ${to.directory} does not make public`);
}

/** Against the order of the table, and not among its exceptions. */
export function unexpectedUpwardImports(table: Table, files: readonly SourceFile[]): readonly string[] {
  return upward(table, files)
    .filter(({ from, to }) => !table.upwardImports.some((known) => isSame(known, from, to)))
    .map(({ file, target }) => `${file} imports ${target}`);
}

export function needlessExceptions(table: Table, files: readonly SourceFile[]): readonly string[] {
  const found = upward(table, files);
  return table.upwardImports
    .filter((known) => !found.some(({ from, to }) => isSame(known, from, to)))
    .map(({ from, to }) => `${from} no longer imports ${to}`);
}

function isSame(known: UpwardImport, from: Layer, to: Layer): boolean {
  return known.from === from.directory && known.to === to.directory;
}

function upward(table: Table, files: readonly SourceFile[]): readonly Crossing[] {
  return crossings(table, files).filter(({ from, to }) => table.layers.indexOf(to) > table.layers.indexOf(from));
}

/** Public files that are not there. */
export function missingPublicFiles(table: Table, files: readonly SourceFile[]): readonly string[] {
  const paths = new Set(files.map(({ path }) => inSource(path)));
  return table.layers
    .flatMap(({ directory, public: names = [] }) => names.map((name) => `${directory}/${name}`))
    .filter((path) => !paths.has(path));
}

function crossings(table: Table, files: readonly SourceFile[]): readonly Crossing[] {
  return files.flatMap((file) => {
    const from = layerOf(table, inSource(file.path));
    return file.imports
      .filter(({ own, target }) => own && target.startsWith("src/"))
      .flatMap(({ target }) => {
        const to = layerOf(table, inSource(target));
        return from === undefined || to === undefined || from === to ? [] : [{ file: file.path, target, from, to }];
      });
  });
}
