// Reads source files with their syntax tree: what each imports, its functions, its casts, and its code without comments.
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly functions: readonly Measured[];
  readonly casts: readonly number[];
  /** Where comments and imports stand: they are not code that could be shared. */
  readonly ignored: readonly Span[];
}

export interface Import {
  /** A path relative to the project for our own files, the name as written for packages. */
  readonly target: string;
  readonly own: boolean;
}

export interface Measured {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function readSources(root: string, directories: readonly string[]): readonly SourceFile[] {
  return globSync(
    directories.map((directory) => `${directory}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), "utf8")));
}

export function parseSource(path: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} does not parse: ${error.message}`);
  const lineOf = lineCounter(text);
  const found = visit(program, text, lineOf);
  const statements = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
  ];
  return {
    path,
    text,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    imports: [...new Set([...statements, ...found.requests])].map((request) => resolve(path, request)),
    functions: found.functions,
    casts: found.casts,
    ignored: [...comments, ...module.staticImports, ...module.staticExports.filter(reExports)].toSorted(
      (left, right) => left.start - right.start,
    ),
  };
}

function reExports({ entries }: { readonly entries: readonly { readonly moduleRequest: unknown }[] }): boolean {
  return entries.some((entry) => entry.moduleRequest !== null && entry.moduleRequest !== undefined);
}

function resolve(path: string, request: string): Import {
  if (!request.startsWith(".")) return { target: request, own: false };
  return { target: posix.join(posix.dirname(path), request.replace(/\?.*$/, "")), own: true };
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

interface Found {
  readonly functions: Measured[];
  readonly casts: number[];
  readonly requests: string[];
}

type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression;

function visit(program: ESTree.Program, text: string, lineOf: (offset: number) => number): Found {
  const found: Found = { functions: [], casts: [], requests: [] };
  const names = new Map<number, string>();
  const name = (value: { readonly start: number } | null | undefined, key: Span): void => {
    if (value !== null && value !== undefined) names.set(value.start, text.slice(key.start, key.end));
  };
  const measure = (node: FunctionNode): void => {
    const line = lineOf(node.start);
    const own = "id" in node && node.id !== null ? node.id.name : names.get(node.start);
    found.functions.push({ name: own ?? "(anonymous)", line, lines: lineOf(node.end) - line + 1 });
  };
  const request = (node: ESTree.Expression | ESTree.StringLiteral): void => {
    if (node.type === "Literal" && typeof node.value === "string") found.requests.push(node.value);
  };
  new Visitor({
    VariableDeclarator: (node) => name(node.init, node.id),
    Property: (node) => name(node.value, node.key),
    MethodDefinition: (node) => name(node.value, node.key),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    TSAsExpression: (node) => {
      const type = node.typeAnnotation;
      if (text.slice(type.start, type.end) !== "const") found.casts.push(lineOf(node.start));
    },
    ImportExpression: (node) => request(node.source),
    TSImportType: (node) => request(node.source),
    // A worker thread's entry: `new URL("./worker.ts", import.meta.url)`.
    NewExpression: (node) => {
      const [first] = node.arguments;
      if (node.callee.type !== "Identifier" || node.callee.name !== "URL" || first?.type !== "Literal") return;
      if (typeof first.value === "string" && /^\.{1,2}\/.*\.ts$/.test(first.value)) found.requests.push(first.value);
    },
  }).visit(program);
  return found;
}
