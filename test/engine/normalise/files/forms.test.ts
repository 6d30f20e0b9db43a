// Every form of file, by its own examples: what it is, what it runs, what it sets; and what looks similar and is not.
import { describe, expect, test } from "vitest";
import { classify } from "../../../../src/main/engine/normalise/files/classify.ts";
import { forms } from "../../../../src/main/engine/normalise/files/forms/index.ts";
import { callFacts, commandLines } from "../support.ts";

describe.each(forms.map((form) => [form.form, form] as const))("%s", (_, form) => {
  test.each(form.match.map((example) => [example.path, example] as const))("reads %s", (__, example) => {
    const found = classify(example.path, example.text);
    expect([found.kind, found.form]).toEqual([form.kind, form.form]);
    const { steps, settings } = found.read();
    expect(steps.map(({ text }) => text)).toEqual(example.runs ?? []);
    const told = settings.map(({ name, value }) => `${name}=${value}`);
    expect(told).toEqual(expect.arrayContaining([...(example.sets ?? [])]));
  });

  test.each(form.not_match.map((example) => [example.path, example] as const))("leaves %s alone", (__, example) => {
    expect(classify(example.path, example.text).form).not.toBe(form.form);
  });
});

describe("kinds", () => {
  test.each([
    ["src/app.ts", "export {};", "source"],
    ["lib/tool.py", "import os", "source"],
    ["tool.py", "#!/usr/bin/env python3\nimport os", "runnable"],
    ["deploy.sh", "ls", "runnable"],
    ["migrations/1.sql", "ALTER TABLE a DROP COLUMN b;", "source"],
    ["README.md", "# a", "prose"],
    ["data.csv", "a,b", "data"],
    ["app.yaml", "a: b", "configuration"],
    [".env", "A=b", "configuration"],
    ["CLAUDE.md", "# a", "instructions"],
    ["main.tf", "", "infrastructure"],
  ])("%s is %s", (path, text, kind) => {
    expect(classify(path, text).kind).toBe(kind);
  });
});

describe("the files of a call", () => {
  test("of a patch, each with its own lines", () => {
    const input =
      "*** Begin Patch\n*** Add File: a.sh\n+ls\n*** Add File: .github/workflows/b.yml\n+jobs:\n+  a:\n+    steps:\n+      - run: npm ci\n*** End Patch";
    const { files = [] } = callFacts("apply_patch", { input });
    expect(files.map(({ path, form }) => [path, form])).toEqual([
      ["a.sh", "shell"],
      [".github/workflows/b.yml", "github-workflow"],
    ]);
    expect(files.map((file) => file.steps.flatMap((step) => commandLines(step)))).toEqual([["ls"], ["npm ci"]]);
  });

  test("of a call that writes several, each beside its path", () => {
    const given = {
      files: [
        { path: "a.sh", content: "ls" },
        { path: "b.sh", content: "pwd" },
      ],
    };
    const { files = [] } = callFacts("push_files", given);
    expect(files.map((file) => file.steps.flatMap((step) => commandLines(step)))).toEqual([["ls"], ["pwd"]]);
  });

  test("that its commands write, all of them", () => {
    const { files = [] } = callFacts("Bash", { command: "echo ls > a.sh; printf 'pwd' | tee b.sh; echo id >> a.sh" });
    expect(files.map(({ path }) => path)).toEqual(["a.sh", "b.sh"]);
  });

  test("steps with different secrets are kept apart", () => {
    const content =
      "on: push\njobs:\n  a:\n    steps:\n      - run: npm publish\n        env: { T: '${{ secrets.NPM }}' }\n      - run: curl https://e.example\n";
    const [file] = callFacts("Write", { file_path: ".github/workflows/a.yml", content }).files ?? [];
    expect(file?.steps.map(({ secrets, trigger, elsewhere }) => ({ secrets, trigger, elsewhere }))).toEqual([
      { secrets: ["NPM"], trigger: "ci", elsewhere: true },
      { secrets: [], trigger: "ci", elsewhere: true },
    ]);
  });
});
