// What electron-builder is given: which files go into the application, where they lie, and which switches are burnt into the binary.
import { join } from "node:path";
import type { Configuration } from "electron-builder";
import { projectRoot } from "../project.ts";

export const productName = "Gatehouse";
/** The window's program. `gatehouse` itself is the command. */
export const windowProgram = "gatehouse-app";

/** An unpacked Electron in place of the release that electron-builder would fetch. */
export interface ElectronCopy {
  readonly directory: string;
  readonly version: string;
}

/** Where the packaged console looks for updates, and the public key that signs them (SPKI, base64). */
export interface UpdateFeed {
  readonly feed: string;
  readonly key: string;
}

export interface PackOptions {
  readonly output: string;
  readonly version: string;
  /** Without it the console never looks for updates. */
  readonly updates?: UpdateFeed;
  readonly electron: ElectronCopy | undefined;
}

/** Sources, type declarations and tests of dependencies: nothing of it is loaded. */
const neverLoaded = [
  "!**/*.{map,ts,mts,cts,tsx,md,markdown,c,cc,cpp,h,hpp,gyp,gypi}",
  "!**/node_modules/*/{test,tests,__tests__,example,examples,docs,.github}/**",
  "!**/node_modules/better-sqlite3/{deps,src}/**",
  "!**/node_modules/@img/**",
];

/** Native code for one platform only. `${os}` and `${arch}` are electron-builder's own, with names that differ from Node's. */
function nativeFiles(platform: NodeJS.Platform, arch: string): readonly string[] {
  const system = `${platform}-${arch}`;
  return [
    "!**/node_modules/onnxruntime-node/bin/napi-v6/**",
    `**/node_modules/onnxruntime-node/bin/napi-v6/${platform}/${arch}/**`,
    "!**/node_modules/better-sqlite3/prebuilds/**",
    `**/node_modules/better-sqlite3/prebuilds/${system}.node`,
    "!**/node_modules/@koromix/**",
    `**/node_modules/@koromix/koffi-${system}/**`,
  ];
}

export function builderConfiguration(
  { output, version, electron, updates }: PackOptions,
  platform: NodeJS.Platform,
  arch: string,
): Configuration {
  return {
    appId: "dev.gatehouse.console",
    productName,
    extraMetadata: { version, ...(updates === undefined ? {} : { updates }) },
    directories: { output },
    // Native modules are Node-API builds, which run in any Electron.
    npmRebuild: false,
    ...(electron === undefined ? {} : { electronDist: electron.directory, electronVersion: electron.version }),
    files: ["out/**", "bin/**", "package.json", "docs/*.md", ...neverLoaded, ...nativeFiles(platform, arch)],
    asar: true,
    asarUnpack: ["**/*.node", "**/onnxruntime-node/bin/**"],
    // Outside the archive, so that people can read them; the program checks their hashes before it uses them.
    extraResources: [{ from: "resources", to: "." }],
    ...(platform === "win32"
      ? {}
      : { extraFiles: [{ from: join("scripts", "package", "command.sh"), to: "gatehouse" }] }),
    electronFuses: {
      // The command and the MCP gateway run on this binary: a second Node would add 30 MB to every download.
      runAsNode: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: true,
    },
    protocols: [{ name: productName, schemes: ["gatehouse"] }],
    linux: {
      executableName: windowProgram,
      icon: join(projectRoot, "resources", "icon", "gatehouse.png"),
      category: "Development",
      target: ["AppImage"],
    },
    mac: {
      icon: join(projectRoot, "resources", "icon", "gatehouse.png"),
      category: "public.app-category.developer-tools",
      target: ["dmg", "zip"],
      hardenedRuntime: true,
      notarize: process.env["APPLE_ID"] !== undefined || process.env["APPLE_API_KEY"] !== undefined,
    },
    win: { icon: join(projectRoot, "resources", "icon", "gatehouse.png"), target: ["nsis"] },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
    publish: null,
  };
}
