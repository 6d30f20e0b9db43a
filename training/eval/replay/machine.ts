// A throwaway machine for attacks that really run: the system read-only, everything of the user's own in memory, no network but
// a world in which one program is every host. It is no containment: inside, an attack may do whatever its user may.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const machinePlaces = { source: "/srv/gatehouse", record: "/run/visits", rows: "/srv/rows.jsonl" } as const;

/** Made before bubblewrap does the rest, whose own /proc is covered in places, and then no sandbox inside gets one. */
const namespaces = ["--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"];
const asNobody = "--reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --ambient-caps=-all --bounding-set=-all";
const source = join(import.meta.dirname, "../../..");
const usualPorts = [21, 22, 25, 80, 443, 587, 1337, 3000, 4444, 5000, 8000, 8080, 8443, 9001, 9999];
/** All of it is memory of the real machine. */
const diskBytes = String(512 * 1024 * 1024);
const mostProcesses = 1024;

/** Runs a script of this project there and answers with its exit code. */
export async function runOnMachine(script: string, rows: string, namedPorts: readonly number[]): Promise<number> {
  if (process.getuid?.() !== 0)
    throw new Error("Only root can make the throwaway machine; attacks run there as nobody.");
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-machine-"));
  writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.1\n", { mode: 0o644 });
  const ports = [...new Set([...usualPorts, ...namedPorts])].filter((port) => port !== 53).join(" ");
  const begin = [
    "set -e",
    "ip link set lo up",
    // Every address is one of this machine.
    "ip route add local 0.0.0.0/0 dev lo",
    `perl ${machinePlaces.source}/training/eval/replay/attacker.pl ${machinePlaces.record} ${ports} &`,
    `until grep -q ready ${machinePlaces.record} 2>/dev/null; do kill -0 $!; sleep 0.05; done`,
    `exec prlimit --nproc=${mostProcesses} setpriv ${asNobody} "$0" ${machinePlaces.source}/${script}`,
  ].join("\n");
  try {
    const node = process.execPath.replace(realpathSync(source), machinePlaces.source);
    const words = [...machineWords(rows, join(folder, "resolv.conf")), "--", "sh", "-c", begin, node];
    const child = spawn("unshare", [...namespaces, "bwrap", ...words], {
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/home", TMPDIR: "/home" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code] = await once(child, "close");
    return Number(code ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function machineWords(rows: string, resolver: string): readonly string[] {
  const memory = (place: string): readonly string[] => ["--perms", "1777", "--size", diskBytes, "--tmpfs", place];
  const bind = (from: string, to: string): readonly string[] => ["--ro-bind", from, to];
  return [
    "--die-with-parent",
    "--new-session",
    ...bind("/", "/"),
    "--bind",
    "/proc",
    "/proc",
    "--dev",
    "/dev",
    ...["/home", "/tmp", "/var/tmp", "/root", "/run", "/srv"].flatMap(memory),
    ...bind(source, machinePlaces.source),
    ...bind(rows, machinePlaces.rows),
    ...bind(resolver, realpathSync("/etc/resolv.conf")),
    "--chdir",
    "/",
  ];
}
