// A release's files for package managers, its notes and its workflows.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { onPath } from "../../scripts/gates/checks.ts";
import { projectRoot } from "../../scripts/project.ts";
import { manifestsOf } from "../../scripts/release/manifests.ts";
import { notesFor } from "../../scripts/release/notes.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const release = {
  version: "1.2.3",
  repository: "example/gatehouse",
  description: "See, judge and remember what AI agents want to do",
  artifacts: [
    "gatehouse_1.2.3_amd64.deb",
    "gatehouse_1.2.3_arm64.deb",
    "Gatehouse-1.2.3-x64.dmg",
    "Gatehouse-1.2.3-arm64.dmg",
    "Gatehouse Setup 1.2.3.exe",
  ].map((file, index) => ({ file, sha256: String(index).repeat(64) })),
};

const texts = Object.fromEntries(manifestsOf(release).map(({ path, text }) => [path, text]));

function textOf(path: string): string {
  return texts[path] ?? "";
}

/** The program's complaint about the text, or an empty string. */
function complaint(path: string, program: string, ...args: readonly string[]): string {
  const file = join(temporaryDirectory(), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, textOf(path));
  const checked = spawnSync(program, [...args, file], { encoding: "utf8" });
  return checked.status === 0 ? "" : `${checked.stdout}${checked.stderr}`;
}

test("every package manager gets the hash of its own file", () => {
  expect(textOf("homebrew/gatehouse.rb")).toMatch(/on_arm do\n +sha256 "3{64}"[^]*on_intel do\n +sha256 "2{64}"/);
  expect(textOf("winget/Gatehouse.Gatehouse.installer.yaml")).toContain("4".repeat(64));
  expect(textOf("aur/PKGBUILD")).toMatch(/sha256sums_x86_64=\("0{64}"\)\n[^]*sha256sums_aarch64=\("1{64}"\)/);
  expect(textOf("nix/default.nix")).toContain("0".repeat(64));
});

test("a release without a package leaves its package manager out", () => {
  const linux = { ...release, artifacts: release.artifacts.slice(0, 1) };
  expect(manifestsOf(linux).map(({ path }) => path)).toEqual(["aur/PKGBUILD", "nix/default.nix"]);
});

test("winget's files are YAML and name the same version", () => {
  const versions = Object.keys(texts)
    .filter((path) => path.startsWith("winget/"))
    .map((path) => load(textOf(path)));
  expect(versions).toHaveLength(3);
  for (const each of versions) expect(each).toMatchObject({ PackageVersion: "1.2.3", ManifestVersion: "1.10.0" });
});

test("the PKGBUILD is a shell script", () => {
  expect(complaint("aur/PKGBUILD", "bash", "-n")).toBe("");
});

describe.skipIf(!onPath("ruby"))("Homebrew (needs ruby)", () => {
  test("the cask is Ruby", () => {
    expect(complaint("homebrew/gatehouse.rb", "ruby", "-c")).toBe("");
  });
});

describe.skipIf(!onPath("nix-instantiate"))("Nix (needs nix-instantiate)", () => {
  test("the expression parses", () => {
    expect(complaint("nix/default.nix", "nix-instantiate", "--parse")).toBe("");
  });
});

test("notes are the section of the version, or what is not released yet", () => {
  const changelog = "# Changelog\n\n## Unreleased\n\n- new\n\n## 1.2.3\n\n- old\n";
  expect(notesFor("1.2.3", changelog)).toBe("- old\n");
  expect(notesFor("2.0.0", changelog)).toBe("- new\n");
});

describe.skipIf(!onPath("actionlint"))("workflows (needs actionlint)", () => {
  test.each(globSync(".github/workflows/*.yml", { cwd: projectRoot }))("%s is accepted", (path) => {
    const checked = spawnSync("actionlint", [join(projectRoot, path)], { encoding: "utf8" });
    expect(checked.stdout).toBe("");
    expect(checked.status).toBe(0);
  });
});

test("workflows give no more than reading by default, and never run on a stranger's pull request with secrets", () => {
  for (const path of globSync(".github/workflows/*.yml", { cwd: projectRoot })) {
    const text = readFileSync(join(projectRoot, path), "utf8");
    expect(load(text)).toMatchObject({ permissions: { contents: "read" } });
    expect(text).not.toContain("pull_request_target");
  }
});
