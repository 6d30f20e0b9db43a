// What this machine offers, and the Electron switches that follow from it.
import { existsSync } from "node:fs";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly root: boolean;
  readonly display: boolean;
  readonly gpu: boolean;
}

export function hasDisplay(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (platform === "darwin" || platform === "win32") return true;
  return [environment["DISPLAY"], environment["WAYLAND_DISPLAY"]].some((value) => value !== undefined && value !== "");
}

export function thisMachine(environment: NodeJS.ProcessEnv = process.env): Machine {
  return {
    platform: process.platform,
    root: process.getuid?.() === 0,
    display: hasDisplay(process.platform, environment),
    gpu: process.platform !== "linux" || existsSync("/dev/dri"),
  };
}

/**
 * Chromium refuses to start as root with its sandbox on, and cannot capture a page where there is no GPU at all. A
 * normal user's console gets no switch; a test does without a GPU whoever runs it.
 */
export function electronSwitches(machine: Machine, purpose: "use" | "test"): readonly string[] {
  if (machine.platform !== "linux") return [];
  return [
    ...(machine.root ? ["--no-sandbox"] : []),
    ...(!machine.gpu && (machine.root || purpose === "test") ? ["--disable-gpu"] : []),
  ];
}
