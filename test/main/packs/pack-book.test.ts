// The packs in force: the user's own beside the built-in ones, switched off, broken, and read again when they change.
import type { PolicyProblem } from "../../../src/shared/domain/policy.ts";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type PackBook, openPackBook } from "../../../src/main/machine/packs/pack-book.ts";
import { defaultSettings, type Settings } from "../../../src/shared/contract/settings.ts";
import { factsOf } from "../../engine/risk/support.ts";
import { ownPack } from "../../support/engine/packs.ts";
import { packTools } from "../../support/engine/risk.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const resourcesDirectory = join(import.meta.dirname, "../../../resources");
let directory: string;
let settings: Settings;
const onChange = vi.fn<() => void>();
const onProblems = vi.fn<(path: string, problems: readonly PolicyProblem[]) => void>();

beforeEach(() => {
  directory = temporaryDirectory();
  settings = defaultSettings;
  vi.clearAllMocks();
});

function open(): PackBook {
  const book = openPackBook({
    directory,
    resourcesDirectory,
    tools: packTools,
    settings: { current: () => settings },
    onChange,
    onProblems,
  });
  onTestFinished(book.close);
  return book;
}

function write(name: string, text: string): void {
  mkdirSync(join(directory, "packs"), { recursive: true });
  writeFileSync(join(directory, "packs", name), text);
}

function found(book: PackBook, command: string): readonly string[] {
  return book
    .current()
    .assess(factsOf(command))
    .findings.map(({ id }) => id);
}

const broken = ownPack.replace('"deploy" in', '"deploy" inn');

test("a pack in the folder counts like a built-in one", () => {
  write("team.yaml", ownPack);
  const book = open();
  expect(found(book, "make deploy")).toContain("team-deploy");
  expect(found(book, "git push --force")).toContain("git-force-push");
  expect(book.list().at(-1)).toMatchObject({ name: "team", origin: "user", enabled: true, problems: [] });
});

describe("switched off by the settings", () => {
  test("a whole pack", () => {
    const book = open();
    settings = { ...settings, disabledPacks: ["git"] };
    expect(found(book, "git push --force")).not.toContain("git-force-push");
    expect(book.list().find(({ name }) => name === "git")?.enabled).toBe(false);
    settings = { ...settings, disabledPacks: [] };
    expect(found(book, "git push --force")).toContain("git-force-push");
  });

  test("one rule", () => {
    const book = open();
    settings = { ...settings, disabledRules: ["git-force-push"] };
    expect(found(book, "git push --force")).not.toContain("git-force-push");
    expect(found(book, "git push --force-with-lease")).toContain("git-lease-push");
  });

  test("not a rule that is written in code", () => {
    settings = { ...settings, disabledRules: ["git-push-elsewhere"], disabledPacks: ["git"] };
    expect(found(open(), "git push https://example.org/x.git HEAD")).toContain("git-push-elsewhere");
  });
});

describe("lowered by the settings", () => {
  const scoreOf = (book: PackBook, command: string, id: string) =>
    book
      .current()
      .assess(factsOf(command))
      .findings.find((finding) => finding.id === id)?.score;

  test("a rule of a pack, and one in code, count as that much at most, and as before afterwards", () => {
    const book = open();
    settings = { ...settings, loweredRules: { "git-force-push": "warn", "git-push-elsewhere": "note" } };
    expect(scoreOf(book, "git push --force", "git-force-push")).toBe(0.55);
    expect(scoreOf(book, "git push https://example.org/x.git HEAD", "git-push-elsewhere")).toBe(0.2);
    expect(book.list().flatMap(({ rules }) => rules)).toContainEqual(
      expect.objectContaining({ id: "git-force-push", lowered: "warn" }),
    );
    settings = { ...settings, loweredRules: {} };
    expect(scoreOf(book, "git push --force", "git-force-push")).toBe(0.74);
  });

  test("never raises a rule, and never touches what protects Gatehouse", () => {
    const book = open();
    const protectors = book.current().rules.filter(({ threat }) => threat === "Self-protection");
    expect(protectors.length).toBeGreaterThan(0);
    settings = {
      ...settings,
      loweredRules: { "git-force-push": "critical", ...Object.fromEntries(protectors.map(({ id }) => [id, "note"])) },
    };
    expect(scoreOf(book, "git push --force", "git-force-push")).toBe(0.74);
    for (const { id, score } of protectors)
      expect(book.current().rules.find((rule) => rule.id === id)?.score).toBe(score);
    expect(book.tunable().map(({ id }) => id)).not.toContain(protectors[0]?.id);
  });
});

describe("a broken pack", () => {
  test("never replaces the one in force, also after a restart", () => {
    write("team.yaml", ownPack);
    const book = open();
    write("team.yaml", broken);
    book.reload();
    expect(found(book, "make deploy")).toContain("team-deploy");
    expect(book.list().at(-1)?.problems).toHaveLength(1);
    expect(onProblems).toHaveBeenCalledTimes(1);
    book.reload();
    expect(onProblems).toHaveBeenCalledTimes(1);
    const restarted = open();
    expect(found(restarted, "make deploy")).toContain("team-deploy");
    expect(restarted.problems()).toMatchObject([{ path: join(directory, "packs/team.yaml") }]);
  });

  test("that never loaded is shown and does nothing", () => {
    write("team.yaml", broken);
    const book = open();
    expect(found(book, "make deploy")).not.toContain("team-deploy");
    expect(book.list().at(-1)).toMatchObject({ name: "team", enabled: false, rules: [] });
  });

  test("whose example fails is broken", () => {
    write("team.yaml", ownPack.replace("- make test", "- make deploy"));
    expect(open().problems()[0]?.problems[0]?.message).toBe("The example matches, but must not.");
  });
});

test("a built-in name or id cannot be taken, so that no built-in rule is replaced", () => {
  const shadows = [
    ownPack.replace("name: team", "name: git"),
    ownPack.replace("id: team-deploy", "id: git-force-push"),
    ownPack.replace("id: team-deploy", "id: netcat-shell"),
  ];
  const book = open();
  for (const text of shadows) expect(book.check(text).ok, text).toBe(false);
  write("shadow.yaml", shadows[1] ?? "");
  book.reload();
  expect(book.current().rules.filter(({ id }) => id === "git-force-push")).toHaveLength(1);
});

test("two packs of the user cannot have one name", () => {
  write("a.yaml", ownPack);
  write("b.yaml", ownPack.replace("team-deploy", "team-other"));
  expect(open().problems()[0]?.problems[0]?.message).toBe('The name "team" is taken by another pack.');
});

test("a link is refused: what it leads to may lie where agents can write", () => {
  const elsewhere = join(temporaryDirectory(), "pack.yaml");
  writeFileSync(elsewhere, ownPack);
  mkdirSync(join(directory, "packs"));
  symlinkSync(elsewhere, join(directory, "packs/team.yaml"));
  const book = open();
  expect(found(book, "make deploy")).not.toContain("team-deploy");
  expect(book.problems()[0]?.problems[0]?.message).toMatch(/link/);
});

test("a file that comes, changes and goes is noticed without a restart", async () => {
  mkdirSync(join(directory, "packs"));
  const book = open();
  write("team.yaml", ownPack);
  await vi.waitFor(() => expect(found(book, "make deploy")).toContain("team-deploy"), { timeout: 8000 });
  write("team.yaml", ownPack.replaceAll("deploy", "release").replace("team-release", "team-ship"));
  await vi.waitFor(() => expect(found(book, "make release")).toContain("team-ship"), { timeout: 8000 });
  rmSync(join(directory, "packs/team.yaml"));
  await vi.waitFor(() => expect(found(book, "make release")).not.toContain("team-ship"), { timeout: 8000 });
  expect(onChange).toHaveBeenCalledTimes(3);
}, 30_000);

test("added, replaced and removed", () => {
  const book = open();
  expect(book.add(ownPack)).toMatchObject({ ok: true, value: { name: "team" } });
  expect(found(book, "make deploy")).toContain("team-deploy");
  expect(book.add(ownPack.replace("score: ask", "score: deny")).ok).toBe(true);
  expect(book.current().assess(factsOf("make deploy")).score).toBe(0.84);
  expect(book.add(broken).ok).toBe(false);
  expect(book.current().assess(factsOf("make deploy")).score).toBe(0.84);
  expect(book.remove("team").ok).toBe(true);
  expect(found(book, "make deploy")).not.toContain("team-deploy");
  expect(book.remove("git").ok).toBe(false);
});
