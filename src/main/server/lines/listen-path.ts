// Listening on a Unix socket or a named pipe: private to its owner, and past the file that a crash left behind.
import { chmodSync, lstatSync, unlinkSync } from "node:fs";
import { connect, type Server } from "node:net";
import { basename } from "node:path";
import { fail, type Result } from "../../../shared/lib/result.ts";
import { takeInherited } from "../inherited.ts";
import { listenFailure, listenOn, type ListenFailure } from "../listen.ts";

export async function listenOnPath(server: Server, path: string): Promise<Result<void, ListenFailure>> {
  const descriptor = takeInherited(basename(path, ".sock"));
  if (descriptor !== undefined) return listenOn(server, { fd: descriptor }, path);
  const first = await listenOn(server, { path }, path);
  const result =
    !first.ok && first.error.kind === "taken" && (await removeStale(path))
      ? await listenOn(server, { path }, path)
      : first;
  if (!result.ok || isPipe(path)) return result;
  try {
    chmodSync(path, 0o600);
    return result;
  } catch (error) {
    server.close();
    return fail(listenFailure("forbidden", path, `${path} cannot be kept private: ${String(error)}`));
  }
}

/** A crash leaves the socket's file behind. It is removed only if it is a socket and nobody answers on it. */
async function removeStale(path: string): Promise<boolean> {
  if (isPipe(path) || (await isAnswered(path))) return false;
  try {
    if (!lstatSync(path).isSocket()) return false;
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    // Only a refused connection proves that nobody is there.
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "ECONNREFUSED"));
  });
}

function isPipe(path: string): boolean {
  return path.startsWith("\\\\.\\pipe\\");
}
