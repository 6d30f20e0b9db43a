// Classify: what a file is, by its path, name and content.
import type { FileKind } from "../../../../shared/domain/facts.ts";
import { cellsOf } from "./build-files.ts";
import { type Form, nothingRead, type ReadFile } from "./forms/form.ts";
import { forms } from "./forms/index.ts";
import { limits } from "../limits.ts";
import { readPatch } from "./patch.ts";
import { scriptLanguage } from "./written.ts";

export interface Classified {
  readonly kind: FileKind;
  readonly form: string;
  readonly read: () => ReadFile;
}

/** Of a longer path its end decides. */
const longestPath = 1_024;
const prose =
  /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|tex|org|html?|pdf|docx?|po|pot)$|\/(?:README|LICENSE|LICENCE|CHANGELOG|CHANGES|AUTHORS|NOTICE|COPYING|TODO|CONTRIBUTING)(?:\.\w+)?$/iu;
const data =
  /\.(?:json\w*|csv|tsv|xml|svg|geojson|ndjson|parquet|lock|log|map|snap|png|jpe?g|gif|ico|woff2?|bin|dat|sum|golden)$/iu;
const configuration =
  /\.(?:ya?ml|toml|ini|cfg|conf|config|properties|env|editorconfig|plist)$|\/\.[\w-]+(?:rc|ignore|attributes)$|\/\.env(?:\.[\w-]+)?$/iu;
/** Scripts are started by name; programs in these languages are mostly parts of something larger. */
const scripts = new Set(["shell", "powershell", "cmd", "applescript", "awk", "tcl"]);

export function classify(path: string, text: string): Classified {
  const place = path.startsWith("/") ? path.slice(-longestPath) : `/${path.replaceAll("\\", "/").slice(-longestPath)}`;
  for (const form of forms)
    if (fits(form, place, text))
      return { kind: form.kind, form: form.form, read: () => readBounded(form, text, place) };
  if (place.endsWith(".ipynb")) return { kind: "runnable", form: "notebook", read: () => readNotebook(text) };
  if (/\.(?:patch|diff)$/u.test(place)) return { kind: "runnable", form: "patch", read: () => readPatched(text) };
  if (prose.test(place)) return { kind: "prose", form: "prose", read: () => readProse(text) };
  const language = scriptLanguage(place, text);
  if (language !== undefined) {
    const runnable =
      scripts.has(language) || (text.startsWith("#!") && !/\/(?:lib|src|dist|node_modules)\//u.test(place));
    const trigger = runnable ? "run" : "import";
    return {
      kind: runnable ? "runnable" : "source",
      form: language,
      read: () => ({ steps: [{ text, language, trigger }], settings: [] }),
    };
  }
  if (configuration.test(place)) return { kind: "configuration", form: "configuration", read: () => nothingRead };
  if (data.test(place)) return { kind: "data", form: "data", read: () => nothingRead };
  return { kind: /\.\w+$/u.test(place) ? "source" : "data", form: "other", read: () => nothingRead };
}

const toAgents = /\b(?:ai|llms?|assistants?|agents?|copilot|claude|codex|gemini|language models?)\b/iu;

/** A comment does not show where prose is shown: one that speaks to agents is there for them alone. */
function readProse(text: string): ReadFile {
  if (!text.includes("<!--")) return nothingRead;
  const comments = [...text.slice(0, limits.treeCharacters).matchAll(/<!--([^]{20,4000}?)-->/gu)]
    .map((match) => match[1] ?? "")
    .filter((comment) => toAgents.test(comment));
  return comments.length === 0 ? nothingRead : { ...nothingRead, prose: comments.join("\n") };
}

/** What is longer is read as far as the limit, and said not to be read whole. */
function readBounded(form: Form, text: string, place: string): ReadFile {
  const most = form.form === "lock" ? limits.lockCharacters : limits.fileCharacters;
  if (text.length <= most) return form.read(text, place);
  return { ...form.read(text.slice(0, most), place), incomplete: true };
}

function fits({ path, content }: Form, place: string, text: string): boolean {
  if (path !== undefined && !path.test(place)) return false;
  return content === undefined || content.test(text.slice(0, 16_384));
}

/** Kinds whose commands run once a patch has put them into their files. */
const runs: ReadonlySet<FileKind> = new Set(["self-running", "runnable", "infrastructure"]);
const mostPatched = 50;

function readPatched(text: string): ReadFile {
  const steps = readPatch(text)
    .files.filter(({ access, path }) => access === "write" && !/\.(?:patch|diff)$/u.test(path))
    .slice(0, mostPatched)
    .flatMap(({ path, added }) => {
      const { kind, read } = classify(path, added);
      return runs.has(kind) ? read().steps : [];
    });
  return { steps, settings: [] };
}

function readNotebook(text: string): ReadFile {
  return {
    steps: cellsOf(text).map((part) => ({ text: part.text, language: part.language, trigger: "run" })),
    settings: [],
  };
}
