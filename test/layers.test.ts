// The layers of the architecture, enforced: who may import whom, and what. The table is in scripts/gates/layers.ts.
import { describe, expect, test } from "vitest";
import {
  forbiddenImports,
  forbiddenPackages,
  importsOfInternals,
  missingPublicFiles,
  needlessExceptions,
  type Table,
  unexpectedUpwardImports,
  unknownDirectories,
} from "../scripts/gates/layer-rules.ts";
import { layers } from "../scripts/gates/layers.ts";
import { upwardImports } from "../scripts/gates/upward-imports.ts";
import { parseSource, readSources } from "../scripts/gates/source.ts";
import { projectRoot } from "../scripts/project.ts";

const table: Table = { layers, upwardImports };
const files = readSources(projectRoot, ["src"]);

test("the table knows every directory under src", () => {
  expect(unknownDirectories(table, files)).toEqual([]);
});

test("a file imports only the layers that its own may use", () => {
  expect(forbiddenImports(table, files)).toEqual([]);
});

test("a file imports only the packages that its layer may use", () => {
  expect(forbiddenPackages(table, files)).toEqual([]);
});

test("a file imports only what other layers make public", () => {
  expect(importsOfInternals(table, files)).toEqual([]);
});

test("every public file exists", () => {
  expect(missingPublicFiles(table, files)).toEqual([]);
});

test("no layer imports one that stands after it, so there are no cycles", () => {
  expect(unexpectedUpwardImports(table, files)).toEqual([]);
});

test("every exception from the order is needed", () => {
  expect(needlessExceptions(table, files)).toEqual([]);
});

describe("the rules notice", () => {
  const small: Table = {
    layers: [
      {
        directory: "low",
        purpose: "below",
        may: [],
        packages: /^zod$/,
        public: ["face.ts"],
        parts: { part: "inside" },
      },
      { directory: "high", purpose: "above", may: ["low"], packages: /^$/ },
    ],
    upwardImports: [],
  };
  const file = (path: string, ...targets: readonly string[]) =>
    parseSource(`src/${path}`, targets.map((target) => `import ${JSON.stringify(target)};\n`).join(""));

  test("nothing where all is well", () => {
    const fine = [
      file("low/face.ts", "./part/inner.ts", "zod"),
      file("low/part/inner.ts"),
      file("high/a.ts", "../low/face.ts"),
    ];
    for (const rule of [
      unknownDirectories,
      forbiddenImports,
      forbiddenPackages,
      importsOfInternals,
      missingPublicFiles,
    ]) {
      expect(rule(small, fine)).toEqual([]);
    }
    expect(unexpectedUpwardImports(small, fine)).toEqual([]);
  });

  test("an unknown directory", () => {
    expect(unknownDirectories(small, [file("low/other/a.ts"), file("third/b.ts")])).toEqual(["low/other", "third"]);
  });

  test("a forbidden layer and a forbidden package", () => {
    const files = [file("low/a.ts", "../high/b.ts", "node:fs")];
    expect(forbiddenImports(small, files)).toEqual(["src/low/a.ts imports src/high/b.ts"]);
    expect(forbiddenPackages(small, files)).toEqual(["src/low/a.ts imports node:fs"]);
  });

  test("an internal file", () => {
    expect(importsOfInternals(small, [file("high/a.ts", "../low/part/inner.ts")])).toHaveLength(1);
    expect(importsOfInternals(small, [file("high/a.ts", "../low/part/index.ts")])).toEqual([]);
  });

  test("a public file that is gone", () => {
    expect(missingPublicFiles(small, [])).toEqual(["low/face.ts"]);
  });

  test("an import against the order, and an exception that nothing needs", () => {
    const exception = { from: "low", to: "high", reason: "for the test" };
    const upward = [file("low/a.ts", "../high/b.ts")];
    expect(unexpectedUpwardImports(small, upward)).toEqual(["src/low/a.ts imports src/high/b.ts"]);
    expect(unexpectedUpwardImports({ ...small, upwardImports: [exception] }, upward)).toEqual([]);
    expect(needlessExceptions({ ...small, upwardImports: [exception] }, [])).toEqual(["low no longer imports high"]);
  });

  test("imports that are written in another way", () => {
    const source = `export * from "./a.ts"; const b = await import("./b.ts"); type C = import("./c.ts").C; new URL("./d.ts", import.meta.url);`;
    expect(parseSource("src/low/x.ts", source).imports.map(({ target }) => target)).toEqual(
      ["a", "b", "c", "d"].map((name) => `src/low/${name}.ts`),
    );
  });
});
