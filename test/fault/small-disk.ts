// A disk of its own for a test: two megabytes that can be filled or made read-only. Only root can make one.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export const canMount = ((): boolean => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const place = mkdtempSync(join(tmpdir(), "gatehouse-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", place], { stdio: "ignore" });
    execFileSync("umount", [place], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true });
  }
})();

export interface SmallDisk {
  readonly place: string;
  readonly remount: (how: "ro" | "rw") => void;
}

export function smallDisk(): SmallDisk {
  const place = mkdtempSync(join(tmpdir(), "gatehouse-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", place]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", place]);
    rmSync(place, { recursive: true, force: true });
  });
  return { place, remount: (how) => void execFileSync("mount", ["-o", `remount,${how}`, place]) };
}
