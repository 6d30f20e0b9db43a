// Which sandbox of the operating system is there for commands, tried once: being installed is not being able.
import { execFile } from "node:child_process";
import { second } from "../../../shared/lib/clock.ts";
import { isolation } from "./bubblewrap.ts";

export type SystemSandbox =
  | {
      readonly kind: "bubblewrap";
      readonly program: string;
      /** Knows sizes of memory disks, locked user namespaces and mounts over sockets (0.8 and later). */
      readonly modern: boolean;
    }
  | { readonly kind: "seatbelt"; readonly program: string }
  | { readonly kind: "none"; readonly why: string };

const seatbelt = "/usr/bin/sandbox-exec";

/** Success is remembered; a failure is tried again the next time, so that installing what is missing is enough. */
export function createDetector(platform: string = process.platform): () => Promise<SystemSandbox> {
  let known: Promise<SystemSandbox> | undefined;
  return () => {
    known ??= detect(platform).then((found) => {
      if (found.kind === "none") known = undefined;
      return found;
    });
    return known;
  };
}

async function detect(platform: string): Promise<SystemSandbox> {
  if (platform === "linux") return detectBubblewrap();
  if (platform === "darwin") {
    const tried = await attempt(seatbelt, ["-p", "(version 1)(allow default)", "/usr/bin/true"]);
    return tried.ok ? { kind: "seatbelt", program: seatbelt } : none(`sandbox-exec does not work: ${tried.text}`);
  }
  return none("this system has no sandbox that Gatehouse can use");
}

async function detectBubblewrap(): Promise<SystemSandbox> {
  const version = await attempt("bwrap", ["--version"]);
  if (!version.ok) return none("bubblewrap is not installed (Debian, Ubuntu: sudo apt-get install bubblewrap)");
  let fault = "";
  for (const modern of isModern(version.text) ? [true, false] : [false]) {
    const mounts = ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"];
    const tried = await attempt("bwrap", [...isolation(modern), ...mounts, "--", "/bin/sh", "-c", ":"]);
    if (tried.ok) return { kind: "bubblewrap", program: "bwrap", modern };
    fault ||= tried.text;
  }
  return none(`bubblewrap does not work here: ${fault}`);
}

export function isModern(version: string): boolean {
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);
  return major > 0 || minor >= 8;
}

function none(why: string): SystemSandbox {
  return { kind: "none", why };
}

function attempt(program: string, words: readonly string[]): Promise<{ readonly ok: boolean; readonly text: string }> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: 5 * second }, (error, stdout, stderr) => {
      resolve({ ok: error === null, text: (error === null ? stdout : stderr || error.message).trim() });
    });
  });
}
