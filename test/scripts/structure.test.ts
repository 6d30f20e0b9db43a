// The structure gate counts what it says, and fails above its limits.
import { describe as group, expect, test } from "vitest";
import { findDuplicates } from "../../scripts/gates/duplicates.ts";
import { strayFiles } from "../../scripts/gates/limits.ts";
import { parseSource } from "../../scripts/gates/source.ts";
import { describe, isBroken, measure } from "../../scripts/gates/structure.ts";

function countOf(name: string, source: string, path = "src/a/b.tsx"): number | undefined {
  return measure([parseSource(path, source)], []).counts.find((count) => count.name === name)?.value;
}

test("casts are counted, `as const` and imports under another name are not", () => {
  const source = `import { a as b } from "c";\nconst d = b as string;\nconst e = <p>{(d as unknown) as number}</p>;\nconst f = [1] as const;`;
  expect(countOf("casts", source)).toBe(3);
});

test("a function is measured from its first to its last line, whatever its form", () => {
  const body = "\n".repeat(20);
  expect(countOf("longest function", `function a() {${body}}`)).toBe(21);
  expect(countOf("longest function", `const A = () => (<p>${body}</p>);`)).toBe(21);
  expect(countOf("longest function", `class A { b() {${body}} }`)).toBe(21);
});

test("a broken limit is shown with its reason and the worst cases", () => {
  const structure = measure(
    [parseSource("src/a.ts", `function long() {${"\n".repeat(2000)}}`)],
    ["isolate-0x1-v8.log"],
  );
  const broken = structure.counts.filter(isBroken).map(({ name }) => name);
  expect(broken).toEqual(["longest function", "longest file", "stray files"]);
  expect(describe(structure, 0)).toContain("2001 long (src/a.ts:1)");
  expect(describe(structure, 0)).toContain("isolate-0x1-v8.log");
});

group("duplicates", () => {
  const logic = (name: string, text: string): string =>
    [
      `export function ${name}(input: string): string {`,
      `  const parts = input.split("${text}");`,
      `  if (parts.length === 0) return "${text}";`,
      "  const first = parts.map((part) => part.trim());",
      "  for (const each of first) check(each);",
      `  while (first.length > 3) first.pop();`,
      `  return first.join("${text}");`,
      "}",
    ].join("\n");
  const find = (left: string, right: string) =>
    findDuplicates([parseSource("src/a.ts", left), parseSource("src/b.ts", `// Another.\n\n${right}`)], 6);

  test("the same code with other names and texts is one", () => {
    expect(find(logic("one", "x"), logic("two", "y"))).toEqual([
      { left: { path: "src/a.ts", from: 1, to: 7 }, right: { path: "src/b.ts", from: 3, to: 9 }, lines: 7 },
    ]);
  });

  test("five lines, imports, comments and lists are none", () => {
    const short = logic("one", "x").split("\n").slice(0, 5).join("\n");
    expect(find(`${short}\n}`, `${short}\n}`)).toEqual([]);
    const imports = Array.from({ length: 9 }, (_, index) => `import { a${index} } from "./a.ts";`).join("\n");
    expect(find(imports, imports)).toEqual([]);
    const comments = "// return one(two) = three\n".repeat(9);
    expect(find(comments, comments)).toEqual([]);
    const list = `export const list = [\n${'  "a",\n'.repeat(9)}];`;
    expect(find(list, list)).toEqual([]);
  });
});

test.each([
  "isolate-0x5-1-v8.log",
  "exec.cmd",
  "src/x.cpuprofile",
  "build.log",
  "docs/.DS_Store",
  "gatehouse-0.1.0.tgz",
])("%s does not belong in the repository", (path) => {
  expect(path).toMatch(strayFiles);
});

test.each(["src/main/store/log.ts", "test/fixtures/session.log", "docs/core.md", "bin/gatehouse.js"])(
  "%s may be in the repository",
  (path) => {
    expect(path).not.toMatch(strayFiles);
  },
);
