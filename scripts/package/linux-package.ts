// Makes a .deb or .rpm from an unpacked application, with the system's own dpkg or rpmbuild.
//
// electron-builder would download a packager of its own for these two; the makers of Electron Forge use what is installed.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import makeDeb from "electron-installer-debian";
import makeRpm from "electron-installer-redhat";
import { projectRoot } from "../project.ts";
import { productName, windowProgram } from "./config.ts";
import { afterInstall, beforeRemoval } from "./maintainer-scripts.ts";

export type LinuxFormat = "deb" | "rpm";

export interface LinuxPackage {
  readonly format: LinuxFormat;
  readonly application: string;
  readonly arch: "x64" | "arm64";
  readonly version: string;
  readonly output: string;
  /** Thrown away after a test: made fast instead of small. */
  readonly forTest: boolean;
}

const names = { deb: { x64: "amd64", arm64: "arm64" }, rpm: { x64: "x86_64", arm64: "aarch64" } } as const;

const description = "See, judge and remember what the AI agents on this laptop want to do";
const longDescription =
  "Agents such as Claude Code, Codex and Gemini CLI ask Gatehouse before every tool runs. It answers by your policy and by risk, " +
  "asks you where a human should decide, and records everything.";

const desktopEntry = `[Desktop Entry]
Type=Application
Name=${productName}
Comment=${description}
Exec=/usr/lib/gatehouse/${windowProgram} %U
Icon=gatehouse
Terminal=false
StartupWMClass=${productName}
Categories=Development;Security;
MimeType=x-scheme-handler/gatehouse;
`;

export async function makeLinuxPackage(wanted: LinuxPackage): Promise<string> {
  const { format, application, arch, version, output, forTest } = wanted;
  const workspace = mkdtempSync(join(tmpdir(), "gatehouse-package-"));
  try {
    const desktopTemplate = join(workspace, "gatehouse.desktop");
    writeFileSync(desktopTemplate, desktopEntry);
    // The updater installs the next version with the same package manager.
    writeFileSync(join(application, "resources", "package-type"), format);
    copyFileSync(join(projectRoot, "LICENSE"), join(application, "LICENSE"));
    const file = `gatehouse_${version}_${names[format][arch]}.${format}`;
    const make = format === "deb" ? makeDeb : makeRpm;
    const made = await make({
      src: application,
      dest: output,
      arch: names[format][arch],
      rename: () => join(output, file),
      options: {
        name: "gatehouse",
        productName,
        genericName: "Agent console",
        version,
        description,
        productDescription: longDescription,
        license: "MIT",
        maintainer: "Gatehouse contributors <maintainers@gatehouse.invalid>",
        // The command, as /usr/bin/gatehouse. The desktop entry starts the window.
        bin: "gatehouse",
        icon: {
          "512x512": join(projectRoot, "resources", "icon", "gatehouse.png"),
          scalable: join(projectRoot, "resources", "icon", "gatehouse.svg"),
        },
        desktopTemplate,
        categories: ["Development"],
        ...(format === "deb" ? debianOptions(workspace, forTest) : redhatOptions(forTest)),
      },
    });
    return made.packagePaths[0] ?? join(output, basename(file));
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

function debianOptions(workspace: string, forTest: boolean): Record<string, unknown> {
  const [postinst, prerm] = [join(workspace, "postinst"), join(workspace, "prerm")];
  writeFileSync(postinst, afterInstall("deb"));
  writeFileSync(prerm, beforeRemoval("deb"));
  return {
    section: "devel",
    recommends: ["bubblewrap", "perl"],
    scripts: { postinst, prerm },
    compression: forTest ? "zstd" : "xz",
  };
}

function redhatOptions(forTest: boolean): Record<string, unknown> {
  return { post: afterInstall("rpm"), preun: beforeRemoval("rpm"), compressionLevel: forTest ? 0 : 6 };
}
