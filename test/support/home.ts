// A home folder for tests that is not below a folder contained runs have for themselves, as the usual temporary one is.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectRoot } from "../../scripts/project.ts";

export function homeForTests(): string {
  const home = mkdtempSync(join(projectRoot, "node_modules", ".home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}
