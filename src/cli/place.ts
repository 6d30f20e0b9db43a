// Which engine a command means: the data directory, and the sockets in it.
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dataDirectoryPath } from "../main/machine/data-directory.ts";
import { type Endpoints, endpointsOf } from "../shared/local/endpoints.ts";

export function dataDirectory(asked: string | undefined): string {
  return dataDirectoryPath(asked, { platform: process.platform, environment: process.env, home: homedir() });
}

export function endpointsIn(directory: string): Endpoints {
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  return endpointsOf(realPath(directory), {
    platform: process.platform,
    temporary: tmpdir(),
    user: process.getuid?.() ?? 0,
    sha256,
  });
}

/** The engine names its sockets after the real directory. Without one there is no engine either. */
function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}
