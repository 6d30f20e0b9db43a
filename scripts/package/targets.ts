// Every package we make, and what a machine needs to make it.
import type { PackageArch, PackagePlatform } from "./application.ts";
import type { LinuxFormat } from "./linux-package.ts";

export interface PackageTarget {
  readonly name: string;
  readonly platform: PackagePlatform;
  readonly arch: PackageArch;
  /** Made by the system's own packager; electron-builder makes the others. */
  readonly systemFormat?: LinuxFormat;
  readonly builderFormat?: string;
}

export interface Builder {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly has: (program: string) => boolean;
  /** Undefined when the Electron of a platform can be had, else why not. */
  readonly electronObstacle: (platform: PackagePlatform, arch: PackageArch) => string | undefined;
}

function linux(arch: PackageArch): readonly PackageTarget[] {
  return [
    { name: `deb-${arch}`, platform: "linux", arch, systemFormat: "deb" },
    { name: `rpm-${arch}`, platform: "linux", arch, systemFormat: "rpm" },
    { name: `appimage-${arch}`, platform: "linux", arch, builderFormat: "AppImage" },
  ];
}

function mac(arch: PackageArch): readonly PackageTarget[] {
  return [
    { name: `dmg-${arch}`, platform: "darwin", arch, builderFormat: "dmg" },
    { name: `zip-${arch}`, platform: "darwin", arch, builderFormat: "zip" },
  ];
}

export const targets: readonly PackageTarget[] = [
  ...linux("x64"),
  ...linux("arm64"),
  ...mac("x64"),
  ...mac("arm64"),
  { name: "nsis-x64", platform: "win32", arch: "x64", builderFormat: "nsis" },
];

const packagers = {
  deb: { program: "dpkg-deb", hint: "on Debian and Ubuntu it is in the package dpkg" },
  rpm: { program: "rpmbuild", hint: "on Debian and Ubuntu it is in the package rpm" },
} as const;

/** Why this machine cannot make the package, or undefined when it can. */
export function obstacleTo(target: PackageTarget, builder: Builder): string | undefined {
  if (target.platform !== builder.platform) {
    const system = { linux: "Linux", darwin: "macOS", win32: "Windows" }[target.platform];
    return `it is made on ${system}`;
  }
  if (target.systemFormat !== undefined) {
    const { program, hint } = packagers[target.systemFormat];
    if (!builder.has(program)) return `${program} is not installed (${hint})`;
  }
  return builder.electronObstacle(target.platform, target.arch);
}
