// The policy file as text: YAML (and so JSON) to data, with the place of everything, and problems that point at it.
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, Scalar, visit } from "yaml";
import { z } from "zod";
import type { PolicyProblem } from "../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { suggestion } from "./suggestion.ts";

export interface PolicyText {
  readonly text: string;
  /** What the file is called in messages. */
  readonly name: string;
}

export type MemberPath = readonly (string | number)[];

/** Where things stand in the file. */
export interface Places {
  readonly problem: (path: MemberPath, message: string) => PolicyProblem;
  /** The same for a place inside a text member, such as an expression. */
  readonly problemInside: (path: MemberPath, offset: number, message: string) => PolicyProblem;
}

export interface Parsed<Document> {
  readonly document: Document;
  readonly places: Places;
}

const maximumLength = 2_000_000;
const maximumProblems = 50;
const maximumDepth = 60;
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

export function parsePolicyText<Document>(
  { text }: PolicyText,
  schema: z.ZodType<Document>,
): Result<Parsed<Document>, readonly PolicyProblem[]> {
  const start = (message: string) => fail([{ line: 1, column: 1, path: "", message }]);
  if (text.length > maximumLength) return start(`The file is larger than ${maximumLength} characters.`);
  if (tooDeep(text)) return start(`It is nested more than ${maximumDepth} deep.`);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    merge: false,
    resolveKnownTags: false,
  });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    return fail(
      document.errors
        .slice(0, maximumProblems)
        .map((error) => ({ ...at(error.pos[0]), path: "", message: error.message })),
    );
  }
  if (document.contents === null) return start("The file is empty.");
  const root: Node = document.contents;
  const refused = refusedNodes(root, at);
  if (refused.length > 0) return fail(refused);

  const places: Places = {
    problem: (path, message) => ({ ...at(offsetOf(root, path)), path: pathText(path), message }),
    problemInside: (path, offset, message) => ({
      ...at(offsetInside(root, path, offset, text)),
      path: pathText(path),
      message,
    }),
  };
  const checked = schema.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (checked.success) return ok({ document: checked.data, places });
  return fail(checked.error.issues.slice(0, maximumProblems).flatMap((issue) => describe(issue, schema, places)));
}

/** A parser that recurses must not meet ten thousand brackets; counting is enough to refuse them. */
function tooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > maximumDepth) return true;
  }
  return /^(?: {120}|(?:- ){60}|(?:\? ){60})/m.test(text);
}

/** Aliases can make a small file endless, and a few names mean something else to JavaScript. */
function refusedNodes(
  root: Node,
  at: (offset: number) => { readonly line: number; readonly column: number },
): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const refuse = (offset: number, message: string) => void problems.push({ ...at(offset), path: "", message });
  visit(root, {
    Alias: (_key, node) => refuse(node.range?.[0] ?? 0, "Anchors and aliases are not supported: write the value out."),
    Pair: (_key, pair) => {
      const name = isScalar(pair.key) ? String(pair.key.value) : "";
      if (forbiddenNames.has(name))
        refuse(isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0, `"${name}" cannot be the name of a member.`);
    },
    Value: (_key, node) => {
      if (!isAlias(node) && node.anchor !== undefined)
        refuse(node.range?.[0] ?? 0, "Anchors and aliases are not supported: write the value out.");
    },
  });
  return problems.slice(0, maximumProblems);
}

type Issue = z.core.$ZodIssue;

function describe(issue: Issue, schema: z.ZodType, places: Places): readonly PolicyProblem[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "unrecognized_keys") {
    const known = membersAt(schema, path);
    return issue.keys.map((key) =>
      places.problem([...path, key], `There is no member "${key}" here.${suggestion(key, known)}`),
    );
  }
  return [places.problem(path, issue.message)];
}

/** The names a place in the document may have, for "did you mean". */
function membersAt(schema: z.core.$ZodType, path: MemberPath): readonly string[] {
  let current: z.core.$ZodType | undefined = schema;
  for (const part of [...path, undefined]) {
    while (current instanceof z.ZodDefault || current instanceof z.ZodOptional) current = current.unwrap();
    if (current instanceof z.ZodUnion)
      current = current.options.find((option: unknown) => option instanceof z.ZodObject);
    if (part === undefined) break;
    if (current instanceof z.ZodObject) current = (current.shape as Record<string, z.core.$ZodType>)[String(part)];
    else if (current instanceof z.ZodArray) current = current.element;
    else if (current instanceof z.ZodRecord) current = current.valueType;
    else return [];
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}

function pathText(path: MemberPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** The value at a path, or the nearest thing around it that exists; a wrong member's own name. */
function offsetOf(root: Node, path: MemberPath): number {
  let node: unknown = root;
  let offset = root.range?.[0] ?? 0;
  for (const [index, part] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      if (pair === undefined) return offset;
      const last = index === path.length - 1;
      offset = (last && isScalar(pair.key) ? pair.key.range?.[0] : rangeOf(pair.value)) ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof part === "number") {
      node = node.items[part];
      offset = rangeOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function rangeOf(node: unknown): number | undefined {
  if (isPair(node)) return rangeOf(node.key);
  return isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
}

function nodeAt(root: Node, path: MemberPath): unknown {
  let node: unknown = root;
  for (const part of path) node = isMap(node) || isSeq(node) ? node.get(part, true) : undefined;
  return node;
}

/** From a place in a text's value to its place in the file, through quotes, escapes and block indentation. */
function offsetInside(root: Node, path: MemberPath, offset: number, text: string): number {
  const node = nodeAt(root, path);
  if (!isScalar(node) || !node.range) return offsetOf(root, path);
  const [start, end] = node.range;
  const written = text.slice(start, end);
  if (node.type === Scalar.QUOTE_SINGLE || node.type === Scalar.QUOTE_DOUBLE) {
    return start + 1 + skipEscapes(written.slice(1), offset, node.type);
  }
  if (node.type === Scalar.BLOCK_LITERAL) return start + insideBlock(written, String(node.value), offset);
  return node.type === Scalar.PLAIN && !written.includes("\n") ? start + offset : start;
}

function skipEscapes(written: string, offset: number, quote: string): number {
  const escape = quote === Scalar.QUOTE_SINGLE ? /''/y : /\\(?:x..|u.{4}|U.{8}|[^])/y;
  let at = 0;
  for (let seen = 0; seen < offset && at < written.length; seen += 1) {
    escape.lastIndex = at;
    at += escape.exec(written)?.[0].length ?? 1;
  }
  return at;
}

function insideBlock(written: string, value: string, offset: number): number {
  const before = value.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - (before.lastIndexOf("\n") + 1);
  const lines = written.split("\n");
  const indent =
    lines
      .slice(1)
      .find((candidate) => candidate.trim() !== "")
      ?.search(/\S/) ?? 0;
  return lines.slice(0, line).reduce((sum, candidate) => sum + candidate.length + 1, 0) + indent + column;
}
