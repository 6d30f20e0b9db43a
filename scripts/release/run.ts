// `npm run release`: what goes beside the packages of a release: checksums, the bill of materials, notes, and package managers' files.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import { projectRoot } from "../project.ts";
import { projectVersion } from "../package/run.ts";
import { type Artifact, manifestsOf } from "./manifests.ts";
import { notesFor } from "./notes.ts";
import { signedUpdates } from "./updates.ts";

const usage = "Usage: npm run release -- --tag vX.Y.Z --repository OWNER/NAME [--artifacts DIR]";
const description = "See, judge and remember what AI agents want to do";
const packages = /^gatehouse.*\.(?:deb|rpm|AppImage|dmg|zip|exe)$/i;

interface Request {
  readonly version: string;
  readonly repository: string;
  readonly artifacts: string;
}

function readRequest(args: readonly string[]): Result<Request, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { tag: { type: "string" }, repository: { type: "string" }, artifacts: { type: "string" } },
    });
    const { tag = "", repository = "" } = values;
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return fail(usage);
    // What people download says the same version inside.
    if (tag !== `v${projectVersion()}`) return fail(`The tag is ${tag}, but package.json says ${projectVersion()}.`);
    return ok({ version: tag.slice(1), repository, artifacts: values.artifacts ?? join(projectRoot, "dist") });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function artifactsIn(directory: string): readonly Artifact[] {
  const files = readdirSync(directory).filter((name) => packages.test(name));
  return files.toSorted().map((file) => {
    const sha256 = createHash("sha256")
      .update(readFileSync(join(directory, file)))
      .digest("hex");
    return { file, sha256 };
  });
}

function main(args: readonly string[]): number {
  const request = readRequest(args);
  if (!request.ok) {
    console.error(request.error);
    return 2;
  }
  const { version, repository, artifacts: directory } = request.value;
  const artifacts = artifactsIn(directory);
  if (artifacts.length === 0) {
    console.error(`There are no packages in ${directory}. Run npm run package first.`);
    return 1;
  }
  const output = join(directory, "release");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), text);
    console.log(join(output, path));
  };
  write("SHA256SUMS", artifacts.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(""));
  const sbom = execFileSync("npm", ["sbom", "--omit", "dev", "--sbom-format", "cyclonedx"], {
    cwd: projectRoot,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  write(`gatehouse-${version}.cdx.json`, sbom);
  write("notes.md", notesFor(version, readFileSync(join(projectRoot, "CHANGELOG.md"), "utf8")));
  const key = process.env["GATEHOUSE_UPDATE_PRIVATE_KEY"] ?? "";
  if (key === "") console.log("No descriptions of updates: GATEHOUSE_UPDATE_PRIVATE_KEY is not set.");
  else for (const { path, text } of signedUpdates(directory, version, key)) write(path, text);
  for (const { path, text } of manifestsOf({ version, repository, description, artifacts })) write(path, text);
  return 0;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
