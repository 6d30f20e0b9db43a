// Tree: structured text (YAML, JSON with comments, TOML) as plain values, and a bounded walk through them.
import { loadAll } from "js-yaml";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseTomlText } from "smol-toml";
import { limits } from "../limits.ts";

/** A value somewhere in a tree. */
export interface TreeNode {
  /** Keys from the root with dots between, indexes included: "jobs.build.steps.0.run". */
  readonly path: string;
  readonly key: string;
  readonly value: unknown;
}

export interface Tree {
  readonly nodes: readonly TreeNode[];
  /** More than is looked at, or no text of this format: what could be read is there all the same. */
  readonly complete: boolean;
}

const mostNodes = 4_000;
const mostDepth = 40;

export type Parse = (text: string) => Tree;

export const yamlTree: Parse = (text) =>
  treeOf(text, (given) => {
    const documents = loadAll(given);
    return documents.length === 1 ? documents[0] : documents;
  });

/** JSON with comments and trailing commas; a part of an object is read as one. */
export const jsonTree: Parse = (text) => {
  const whole = /^\s*(?:\/\/.*\n\s*|\/\*[^]*?\*\/\s*)*[{[]/u.test(text) ? text : `{${text}}`;
  if (deepest(whole) > mostDepth) return { nodes: [], complete: false };
  return treeOf(whole, (given) => parseJsonc(given, undefined, { allowTrailingComma: true }));
};

export const tomlTree: Parse = (text) => treeOf(text, parseTomlText);

function treeOf(text: string, parse: (text: string) => unknown): Tree {
  const given = text.length > limits.treeCharacters ? text.slice(0, limits.treeCharacters) : text;
  const whole = given.length === text.length;
  for (const part of [given, dedented(given)]) {
    try {
      const { nodes, complete } = walk(parse(part));
      return { nodes, complete: complete && whole };
    } catch {
      // An edit shows a part of a file, often indented: the next form may be readable.
    }
  }
  return { nodes: [], complete: false };
}

function dedented(text: string): string {
  const lines = text.replace(/^\s*\n/u, "").split("\n");
  const margin = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => /^ */u.exec(line)?.[0].length ?? 0),
  );
  return Number.isFinite(margin) ? lines.map((line) => line.slice(margin)).join("\n") : text;
}

function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length && at < limits.treeCharacters; at += 1) {
    const letter = text[at];
    if (letter === "{" || letter === "[") most = Math.max(most, (depth += 1));
    else if (letter === "}" || letter === "]") depth -= 1;
  }
  return most;
}

/** Every value once, parents before their members; values that several places share are seen at each of them. */
function walk(root: unknown): Tree {
  const nodes: TreeNode[] = [];
  let complete = true;
  const visit = (value: unknown, path: string, key: string, depth: number): void => {
    if (nodes.length >= mostNodes || depth > mostDepth) {
      complete = false;
      return;
    }
    nodes.push({ path, key, value });
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (!complete) return;
        visit(item, path === "" ? String(index) : `${path}.${index}`, key, depth + 1);
      }
    } else if (isRecord(value)) {
      for (const name of Object.keys(value)) {
        if (!complete) return;
        visit(value[name], path === "" ? name : `${path}.${name}`, name, depth + 1);
      }
    }
  };
  visit(root, "", "", 0);
  return { nodes, complete };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a value that is one: numbers and switches count as text too. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The texts of a list, or of a single value. */
export function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => textOf(item) ?? []);
}
