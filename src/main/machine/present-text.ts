// A file as it is now, for the human who judges a change to it: bounded, without secrets, never a device or a pipe.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { PresentText } from "../../shared/contract/reach.ts";
import { redactText } from "../engine/intents/redact.ts";
import type { SecretScanner, Sha256 } from "../engine/ports.ts";

const mostBytes = 256 * 1024;

export function readPresentText(path: string, findSecrets: SecretScanner, sha256: Sha256): PresentText {
  const nothing = { path, exists: false, bytes: 0 };
  let file: number;
  try {
    // A pipe without a writer must not hold the console up.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const missing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (missing) return { ...nothing, digest: "missing" };
    return { ...nothing, exists: true, digest: "unreadable", note: "It cannot be read by Gatehouse." };
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return { ...nothing, exists: true, digest: "other", note: "It is not a file." };
    const { size } = stats;
    // The time counts too: a file that is too large to compare may change behind its beginning.
    const stamp = (text: string): string => sha256(`${size} ${stats.mtimeMs} ${text}`);
    if (size > mostBytes) {
      const note = "It is too large to be compared here.";
      return { path, exists: true, bytes: size, digest: stamp(""), note };
    }
    const buffer = Buffer.alloc(size);
    const read = readSync(file, buffer, 0, size, 0);
    const bytes = buffer.subarray(0, read);
    if (bytes.includes(0))
      return { path, exists: true, bytes: size, digest: stamp(bytes.toString("latin1")), note: "It is binary." };
    const text = bytes.toString("utf8");
    return { path, exists: true, bytes: size, digest: stamp(text), text: redactText(text, findSecrets) };
  } finally {
    closeSync(file);
  }
}
