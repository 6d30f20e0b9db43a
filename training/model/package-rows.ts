// Package rows: honest prose and commands nobody wrote for a test: the documents and scripts of the packages in node_modules. The
// lockfile says which they are, so they are the same for everybody who trains. Only permissive licences.
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import type { Row } from "../eval/rows.ts";
import { createRandom, type Random } from "../../scripts/random.ts";

const permissive = /^\(?(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|CC0-1\.0|BlueOak-1\.0\.0|Unlicense)\b/u;
const documents = /^(?:readme|changelog|contributing|history)[^/]*\.(?:md|txt|markdown)$|^licen[cs]e[^/]*$/iu;
const longestDocument = 60_000;
const piecesEach = 5;

export interface PackageRows {
  readonly train: readonly Row[];
  /** Packages kept apart, for setting the thresholds. */
  readonly dev: readonly Row[];
}

interface Manifest {
  readonly name: string;
  readonly license: string;
  readonly scripts: JsonObject;
}

export function packageRows(modules: string): PackageRows {
  const random = createRandom(20_263);
  const train: Row[] = [];
  const dev: Row[] = [];
  const seen = new Set<string>();
  for (const file of globSync(["*/package.json", "@*/*/package.json"], { cwd: modules }).toSorted()) {
    const folder = join(modules, file, "..");
    const manifest = manifestOf(join(modules, file));
    if (manifest === undefined || !permissive.test(manifest.license)) continue;
    const to = random.chance(0.2) ? dev : train;
    const add = (row: Row, key: string): void => {
      if (!seen.has(key)) to.push(row);
      seen.add(key);
    };
    for (const script of Object.values(manifest.scripts)) {
      if (typeof script === "string" && script !== "") add(rowOf({ command: script }), script);
    }
    const texts = globSync("*", { cwd: folder })
      .filter((name) => documents.test(relative("", name)))
      .toSorted();
    for (const name of texts)
      for (const piece of piecesOf(read(join(folder, name)), random)) add(rowOf({ text: piece }), piece);
  }
  return { train, dev };
}

/** The whole, and runs of its paragraphs. */
function piecesOf(text: string, random: Random): readonly string[] {
  if (text.trim() === "") return [];
  const paragraphs = text.split(/\n\s*\n/u).filter((paragraph) => paragraph.trim() !== "");
  const pieces = Array.from({ length: Math.min(piecesEach, paragraphs.length) }, () => {
    const from = random.below(paragraphs.length);
    return paragraphs.slice(from, from + 1 + random.below(8)).join("\n\n");
  });
  return [text.slice(0, longestDocument), ...pieces];
}

function rowOf(given: { readonly text: string } | { readonly command: string }): Row {
  const common = { risky: false, flagged: false, weak: false } as const;
  return "text" in given
    ? { ...common, source: "package_documents", kind: "text", tool: "", arguments: {}, text: given.text }
    : {
        ...common,
        source: "package_scripts",
        kind: "command",
        tool: "execute_command",
        arguments: { command: given.command },
      };
}

function manifestOf(file: string): Manifest | undefined {
  try {
    const { name, license, scripts } = JSON.parse(readFileSync(file, "utf8")) as Partial<Manifest>;
    if (typeof name !== "string" || typeof license !== "string") return undefined;
    return { name, license, scripts: scripts ?? {} };
  } catch {
    return undefined;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
