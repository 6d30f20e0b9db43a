// The launcher of contained runs (Linux): two Perl scripts in resources/containment, with what they need to know filled in.
// Perl starts in two milliseconds, is on every Debian, Ubuntu, Fedora and Arch with git, and can hand descriptors over.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface LauncherPlace {
  /** The folder of Gatehouse's resources. */
  readonly resources: string;
  /** The socket on which the engine opens runs. */
  readonly socket: string;
  readonly architecture: string;
}

/** The kernel's numbers for calls that Perl has no function for. */
const numbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  x64: { SENDMSG: 46, RECVMSG: 47, PRLIMIT: 302 },
  arm64: { SENDMSG: 211, RECVMSG: 212, PRLIMIT: 261 },
};

/** Undefined for an architecture on which it cannot work. */
export function runLauncherText({ resources, socket, architecture }: LauncherPlace): string | undefined {
  const calls = numbers[architecture];
  if (calls === undefined) return undefined;
  const text = (name: string): string => filled(readFileSync(join(resources, "containment", name), "utf8"), calls);
  return filled(text("run.pl"), { SOCKET: perlText(socket), INSIDE: perlText(text("inside.pl")) });
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{([A-Z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

function perlText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
