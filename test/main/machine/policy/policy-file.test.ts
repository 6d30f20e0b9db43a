// policy.yaml on a real disk: made, watched, reloaded, and never replaced in force by one that does not load.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linkedFiles, openPolicyFile, type PolicyFile } from "../../../../src/main/machine/policy/policy-file.ts";
import { makeCommandFacts, makeFacts } from "../../../support/engine/facts.ts";
import { makeInput, openTools, policyTools } from "../../../support/engine/policy.ts";

let directory: string;
let workspace: string;
let now: number;
let changes: string[];
let problems: (readonly [string, string])[];
let open: PolicyFile[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-policy-"));
  workspace = join(directory, "project", "sub");
  mkdirSync(workspace, { recursive: true });
  now = 1_000_000;
  changes = [];
  problems = [];
  open = [];
});

afterEach(() => {
  for (const file of open) file.close();
  rmSync(directory, { recursive: true, force: true });
});

const denyGit = `${openTools}rules:\n  - { id: no-git, effect: deny, programs: [git] }\n`;
const broken = `${openTools}rules: [{ id: a, effect: dney }]\n`;
const policyPath = () => join(directory, "policy.yaml");

function opened(template = openTools) {
  return openPolicyFile({
    directory,
    template,
    tools: policyTools,
    now: () => now,
    onChange: (snapshot) => changes.push(snapshot.constitutionHash),
    onProblems: (path, found) => problems.push([path, found[0]?.message ?? ""]),
  });
}

function openOk(template?: string): PolicyFile {
  const result = opened(template);
  if (!result.ok) throw new Error(result.error);
  open.push(result.value);
  return result.value;
}

const git = makeInput(makeCommandFacts("git push", { effects: ["execute", "network"] }));
const effectOn = (file: PolicyFile, where?: string) => file.current(where).evaluate(git).effect;

describe("the first start", () => {
  test("makes the file from the template, for its owner only", () => {
    const file = openOk();
    expect(readFileSync(policyPath(), "utf8")).toBe(openTools);
    expect(statSync(policyPath()).mode & 0o777).toBe(0o600);
    expect(file.path).toBe(policyPath());
    expect(file.problems()).toEqual([]);
  });

  test("takes a policy.json that is there", () => {
    writeFileSync(join(directory, "policy.json"), '{"defaults": {"tools": {}}}');
    expect(openOk().current().evaluate(git).reason).toBe("tool_not_allowed");
    expect(existsSync(policyPath())).toBe(false);
  });

  test("with a file that does not load is an error that says where", () => {
    writeFileSync(policyPath(), broken);
    const result = opened();
    expect(result.ok ? "" : result.error).toMatch(
      /policy\.yaml does not load\. Correct it, or remove it .*\n {2}line 2, column 18: /,
    );
  });

  test("with a file that loaded once and does not now falls back to the one that did", () => {
    openOk(denyGit).close();
    writeFileSync(policyPath(), broken);
    const file = openOk();
    expect(effectOn(file)).toBe("deny");
    expect(file.problems()).toHaveLength(1);
    expect(problems).toHaveLength(1);
  });
});

describe("changes", () => {
  test("on disk come into force", async () => {
    const file = openOk();
    expect(effectOn(file)).toBe("none");
    writeFileSync(policyPath(), denyGit);
    await expect.poll(() => effectOn(file)).toBe("deny");
    expect(changes).toEqual([file.current().constitutionHash]);
  });

  test("by an editor that replaces the file, twice", async () => {
    const file = openOk();
    for (const text of [denyGit, openTools]) {
      writeFileSync(`${policyPath()}.swap`, text);
      renameSync(`${policyPath()}.swap`, policyPath());
      const wanted = text === denyGit ? "deny" : "none";
      await expect.poll(() => effectOn(file)).toBe(wanted);
    }
  });

  test("that do not load leave the policy in force and are reported once", async () => {
    const file = openOk(denyGit);
    const before = file.current();
    writeFileSync(policyPath(), broken);
    await expect.poll(() => file.problems()).toHaveLength(1);
    file.reload();
    expect(file.current()).toBe(before);
    expect(problems).toHaveLength(1);
    expect(changes).toEqual([]);
    writeFileSync(policyPath(), openTools);
    file.reload();
    expect(file.problems()).toEqual([]);
    expect(effectOn(file)).toBe("none");
  });

  test("a file that is gone leaves the policy in force", () => {
    const file = openOk(denyGit);
    rmSync(policyPath());
    file.reload();
    expect(effectOn(file)).toBe("deny");
    expect(file.problems()[0]?.message).toMatch(/cannot be read/);
  });

  test("of comments alone are no change", () => {
    const file = openOk(denyGit);
    writeFileSync(policyPath(), `# a comment\n${denyGit}`);
    file.reload();
    expect(file.text()).toMatch(/^# a comment/);
    expect(changes).toEqual([]);
  });

  test("saved from inside are checked, written and in force at once", () => {
    const file = openOk();
    expect(file.save(broken, "saved").ok).toBe(false);
    expect(readFileSync(policyPath(), "utf8")).toBe(openTools);
    expect(file.save(denyGit, "saved").ok).toBe(true);
    expect(readFileSync(policyPath(), "utf8")).toBe(denyGit);
    expect(statSync(policyPath()).mode & 0o777).toBe(0o600);
    expect(effectOn(file)).toBe("deny");
    expect(changes).toHaveLength(1);
  });

  test("that cannot be written are a problem, and not in force", () => {
    const file = openOk();
    rmSync(directory, { recursive: true });
    const saved = file.save(denyGit, "saved");
    expect(saved.ok ? "" : saved.error[0]?.message).toMatch(/cannot be written/);
    expect(effectOn(file)).toBe("none");
  });
});

describe("a project's own file", () => {
  const own = (...parts: string[]) => join(directory, "project", ...parts, ".gatehouse.yaml");
  const later = () => (now += 1500);

  test("tightens in its workspace, and in the folders below it", () => {
    writeFileSync(own(), "rules: [{ id: a, effect: deny, programs: [git] }]\n");
    const file = openOk();
    expect(effectOn(file)).toBe("none");
    expect(effectOn(file, "/somewhere/else")).toBe("none");
    expect(effectOn(file, workspace)).toBe("deny");
    expect(effectOn(file, join(directory, "project"))).toBe("deny");
    expect(file.current(workspace)).toBe(file.current(workspace));
  });

  test("one deeper down does not hide the one above", () => {
    writeFileSync(own(), "rules: [{ id: a, effect: deny, programs: [git] }]\n");
    writeFileSync(own("sub"), "rules: []\n");
    expect(effectOn(openOk(), workspace)).toBe("deny");
  });

  test("is read again when it changed", () => {
    const file = openOk();
    expect(effectOn(file, workspace)).toBe("none");
    writeFileSync(own(), "rules: [{ id: a, effect: deny, programs: [git] }]\n");
    later();
    expect(effectOn(file, workspace)).toBe("deny");
    writeFileSync(own(), "rules: [{ id: a, effect: escalate, programs: [git] }]\n");
    utimesSync(own(), 5, 5);
    later();
    expect(effectOn(file, workspace)).toBe("escalate");
    rmSync(own());
    later();
    expect(effectOn(file, workspace)).toBe("none");
  });

  test("keeps tightening after the policy itself changed", () => {
    writeFileSync(own(), "rules: [{ id: a, effect: escalate, programs: [git] }]\n");
    const file = openOk();
    expect(effectOn(file, workspace)).toBe("escalate");
    file.save(denyGit, "saved");
    expect(effectOn(file, workspace)).toBe("deny");
  });

  test("that stops loading leaves its last good version in force", () => {
    writeFileSync(own(), "rules: [{ id: a, effect: deny, programs: [git] }]\n");
    const file = openOk();
    expect(effectOn(file, workspace)).toBe("deny");
    writeFileSync(own(), "mode: observe\n");
    later();
    expect(effectOn(file, workspace)).toBe("deny");
    expect(problems).toEqual([[own(), 'There is no member "mode" here.']]);
    later();
    file.current(workspace);
    expect(problems).toHaveLength(1);
  });

  test("that never loaded makes every change a question", () => {
    writeFileSync(own(), "rules: [\n");
    const file = openOk();
    expect(effectOn(file, workspace)).toBe("escalate");
    expect(file.current(workspace).evaluate(makeInput(makeFacts({ effects: ["read"] }))).effect).toBe("none");
  });

  test.each([
    ["a folder", (path: string) => mkdirSync(path)],
    [
      "a pipe",
      (path: string) => (process.platform === "win32" ? mkdirSync(path) : execFileSync("env", ["mkfifo", path])),
    ],
    ["a device", (path: string) => (process.platform === "win32" ? mkdirSync(path) : symlinkSync("/dev/zero", path))],
    ["a huge file", (path: string) => writeFileSync(path, `# ${"x".repeat(300_000)}`)],
  ])("%s in its place does not hold anybody up", (_name, make) => {
    make(own());
    expect(effectOn(openOk(), workspace)).toBe("escalate");
  });

  test("a workspace that is no path has none", () => {
    expect(effectOn(openOk(), "not/absolute")).toBe("none");
  });
});

describe("a file that is kept elsewhere, with a link here", () => {
  const elsewhere = () => join(directory, "dotfiles", "policy.yaml");

  function linked(): PolicyFile {
    mkdirSync(join(directory, "dotfiles"));
    writeFileSync(elsewhere(), openTools);
    symlinkSync(elsewhere(), policyPath());
    return openOk();
  }

  test("is read again when it changes there", async () => {
    const file = linked();
    writeFileSync(elsewhere(), denyGit);
    await vi.waitFor(() => expect(effectOn(file)).toBe("deny"), { timeout: 8000, interval: 50 });
  });

  test("belongs to Gatehouse there too", () => {
    expect(linkedFiles(directory)).toEqual([]);
    linked();
    expect(linkedFiles(directory)).toEqual([elsewhere()]);
  });

  test("stays there when it is saved", () => {
    expect(linked().save(denyGit, "saved").ok).toBe(true);
    expect(readFileSync(elsewhere(), "utf8")).toBe(denyGit);
    expect(lstatSync(policyPath()).isSymbolicLink()).toBe(true);
  });

  test("and is not there, because its disk is not: the last one in force counts, and no template takes the link's place", () => {
    expect(linked().save(denyGit, "saved").ok).toBe(true);
    rmSync(elsewhere());
    expect(effectOn(openOk())).toBe("deny");
    expect(problems).toHaveLength(1);
    rmSync(join(directory, "policy.last-good.yaml"));
    expect(opened()).toMatchObject({ ok: false });
    expect(lstatSync(policyPath()).isSymbolicLink()).toBe(true);
  });
});

describe("a workspace that is no ordinary folder", () => {
  test("finds the files around it, however deep it is said to be", () => {
    const file = openOk();
    writeFileSync(
      join(directory, "project", ".gatehouse.yaml"),
      "rules:\n  - { id: p, effect: deny, programs: [git] }\n",
    );
    expect(effectOn(file, join(workspace, ...Array.from({ length: 300 }, () => "a")))).toBe("deny");
  });

  test.each([
    ["a zero byte", () => `${workspace}/\0/x`],
    ["a name that is too long", () => join(workspace, "a".repeat(5000))],
  ])("%s in its name is no fault", (_name, place) => expect(effectOn(openOk(), place())).toBe("none"));

  test("a file there that cannot be read is asked about", () => {
    const file = openOk();
    symlinkSync(".gatehouse.yaml", join(workspace, ".gatehouse.yaml"));
    expect(effectOn(file, workspace)).toBe("escalate");
    expect(problems).toHaveLength(1);
  });
});
