// The layers of the architecture, enforced: who may import whom.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const source = join(import.meta.dirname, "../src");

/** A layer's folder, and what its files may import: folders of ours, and packages or node: modules. */
const adapters = [
  "protocols",
  "server",
  "identity",
  "peer",
  "connectors",
  "model",
  "sandbox",
  "store",
  "telemetry",
  "ipc",
  "windows",
  "machine",
  "operations",
].map((name) => `main/${name}`);

const rules: readonly { readonly layer: string; readonly ours: readonly string[]; readonly packages: RegExp }[] = [
  { layer: "shared", ours: ["shared"], packages: /^zod$/ },
  {
    layer: "main/engine",
    ours: ["shared", "main/engine"],
    packages: /^(zod|unbash|yaml|canonicalize|@marcbachmann\/cel-js)$/,
  },
  ...adapters.map((layer) => ({
    layer,
    ours: ["shared", "main/engine", layer],
    packages: layer === "main/ipc" || layer === "main/windows" ? /./ : /^(?!electron)/,
  })),
  { layer: "preload", ours: ["shared", "preload"], packages: /^electron$/ },
  { layer: "renderer", ours: ["shared", "renderer"], packages: /^(?!node:|electron)/ },
  { layer: "sdk", ours: ["shared", "sdk"], packages: /^(?!electron)/ },
];

interface Import {
  readonly file: string;
  readonly target: string;
}

function importsOf(folder: string): readonly Import[] {
  return readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const file = join(folder, name);
      const text = readFileSync(join(source, file), "utf8");
      const statements = /^(?:(?:import|export|\}) [^"\n]*from |import )"([^"]+)";$|\bimport\("([^"]+)"\)/gm;
      const targets = [...text.matchAll(statements)].map((match) => match[1] ?? match[2] ?? "");
      return targets.map((target) => ({
        file,
        target: target.startsWith(".") ? `/${relative(source, join(source, dirname(file), target))}` : target,
      }));
    });
}

function within(path: string, folder: string): boolean {
  return path.startsWith(`/${folder}/`);
}

describe.each(rules.filter(({ layer }) => readdirSync(source, { recursive: true, encoding: "utf8" }).includes(layer)))(
  "$layer",
  (rule) => {
    test("imports only what its layer may", () => {
      const forbidden = importsOf(rule.layer).filter(({ target }) =>
        target.startsWith("/") ? !rule.ours.some((folder) => within(target, folder)) : !rule.packages.test(target),
      );
      expect(forbidden).toEqual([]);
    });
  },
);

test("a protocol never imports another", () => {
  const forbidden = importsOf("main/protocols").filter(({ file, target }) => {
    const from = /^main\/protocols\/([^/]+)/.exec(file)?.[1];
    const to = /^\/main\/protocols\/([^/]+)/.exec(target)?.[1];
    return to !== undefined && to !== "common" && from !== to;
  });
  expect(forbidden).toEqual([]);
});

test("a screen never imports another screen", () => {
  const forbidden = importsOf("renderer").filter(({ file, target }) => {
    const from = /^renderer\/screens\/([^/]+)/.exec(file)?.[1];
    const to = /^\/renderer\/screens\/([^/]+)/.exec(target)?.[1];
    return from !== undefined && to !== undefined && from !== to;
  });
  expect(forbidden).toEqual([]);
});
