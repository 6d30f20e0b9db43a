// Hashes of the files that lie outside the application's archive, for the build.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What decides verdicts. Pictures and explanations beside it may change. */
const shipped = ["hosts.yaml", "containment/*", "models/*.onnx", "packs/*.yaml", "policies/*.yaml"];

export function shippedFileHashes(directory: string): Readonly<Record<string, string>> {
  const files = globSync(shipped, { cwd: directory }).toSorted();
  return Object.fromEntries(
    files.map((path) => [
      path.replaceAll("\\", "/"),
      createHash("sha256")
        .update(readFileSync(join(directory, path)))
        .digest("hex"),
    ]),
  );
}
