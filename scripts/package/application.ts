// Packs the application for one platform with electron-builder: unpacked, or as the platform's own formats.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Arch, build, DIR_TARGET, Platform } from "electron-builder";
import { builderConfiguration, type PackOptions } from "./config.ts";

const platforms = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS } as const;
export type PackagePlatform = keyof typeof platforms;
export type PackageArch = "x64" | "arm64";

/** Signs only with what the environment offers (CSC_LINK, CSC_KEY_PASSWORD, APPLE_…); without it the build is unsigned. */
export async function packFormats(
  formats: readonly string[],
  platform: PackagePlatform,
  arch: PackageArch,
  options: PackOptions,
): Promise<readonly string[]> {
  return build({
    targets: platforms[platform].createTarget([...formats], arch === "x64" ? Arch.x64 : Arch.arm64),
    publish: "never",
    config: builderConfiguration(options, platform, arch),
  });
}

/** The folder with the unpacked application. */
export async function packApplication(arch: PackageArch, options: PackOptions): Promise<string> {
  await packFormats([DIR_TARGET], "linux", arch, options);
  const folder = join(options.output, arch === "x64" ? "linux-unpacked" : "linux-arm64-unpacked");
  if (!existsSync(folder)) throw new Error(`electron-builder made no ${folder}.`);
  return folder;
}
