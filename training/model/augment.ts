// Augment: more rows from the rows there are. Honest commands of two sources become scripts with redirections, scratch files and
// conditions, attacks stand among honest steps: so neither length nor style tells the two apart.
import type { Random } from "../../scripts/random.ts";

const names = [
  "a",
  "out",
  "data",
  "list",
  "tmp1",
  "report",
  "x",
  "files",
  "cache",
  "job",
  "tool",
  "app",
  "svc",
] as const;
const folders = [
  "src",
  "build",
  "docs",
  "/tmp/work",
  "/home/user/project",
  "..",
  "$HOME/project",
  "/workspace",
  "/testbed",
  "/srv/site",
  "/var/www",
] as const;

/** Steps that are in honest scripts and in attacks alike. */
const neutral = [
  () => "whoami",
  () => "id",
  () => "uname -a",
  () => "hostname",
  () => "date",
  () => "pwd",
  () => "sleep 1",
  () => "set -e",
  () => "exit 1",
  () => "ls -la",
  () => "env | grep PATH",
  () => "ps aux | grep node",
  () => "df -h",
  () => "ifconfig",
  () => "ping -c 1 localhost",
  () => "cat /etc/os-release",
  () => "cat /etc/hosts",
  () => "which python3",
  () => "python3 --version",
  () => "chmod +x build.sh",
  () => "./build.sh",
  () => "bash scripts/setup.sh",
  () => "rm -rf build dist",
  () => "rm -f /tmp/out.txt",
  () => "kill %1",
  (random: Random) => `mkdir -p /tmp/${random.pick(names)}`,
  (random: Random) => `mkdir -p ${random.pick(folders)}`,
  (random: Random) => `cd ${random.pick(folders)}`,
  (random: Random) => `echo "${random.pick(names)} done"`,
  (random: Random) => `echo "$${random.pick(names)}"`,
  (random: Random) => `export ${random.pick(names).toUpperCase()}=${random.below(100)}`,
  (random: Random) => `cp ${random.pick(names)}.txt /tmp/${random.pick(names)}.txt`,
  (random: Random) => `find ${random.pick(folders)} -name "*.txt"`,
  (random: Random) => `curl -s https://example.com/${random.pick(names)}.json -o ${random.pick(names)}.json`,
  (random: Random) => `wget https://example.com/${random.pick(names)}.tar.gz`,
  (random: Random) => `tar -xzf ${random.pick(names)}.tar.gz -C /tmp/${random.pick(names)}`,
  (random: Random) => `if [ ! -d ${random.pick(folders)} ]; then echo missing; exit 1; fi`,
  (random: Random) => `pip install ${random.pick(["requests", "pytest", "numpy", "flask"])}`,
  (random: Random) => `apt-get install -y ${random.pick(["git", "curl", "jq", "make"])}`,
] as const;

/** One command in another dress. */
function dress(command: string, random: Random): string {
  const name = random.pick(names);
  const single = !command.includes("\n");
  const kind = random.below(24);
  if (!single || command.includes("<<")) return command;
  if (kind === 0) return `${command} 2>/dev/null`;
  if (kind === 1) return `${command} > /tmp/${name}.txt`;
  if (kind === 2) return `${command} > ${name}.log 2>&1`;
  if (kind === 3) return `${name}=$(${command})`;
  if (kind === 4) return `${command} || true`;
  if (kind === 5) return `if [ -f ${name}.txt ]; then ${command}; fi`;
  if (kind === 6) return `for i in 1 2 3; do ${command}; done`;
  if (kind === 7 && !command.includes("'")) return `bash -c '${command}'`;
  if (kind === 8) return `${command} | tail -n 5`;
  if (kind === 9) return `${command} | grep ${name}`;
  if (kind === 10) return `cd ${random.pick(folders)} && ${command}`;
  if (kind === 11 && !command.startsWith("sudo")) return `sudo ${command}`;
  if (kind === 12) return `${command} &`;
  return command;
}

function joined(steps: readonly string[], random: Random): string {
  const single = steps.every((step) => !step.includes("\n") && !step.includes("#") && !step.endsWith("&"));
  return steps.join(single ? random.pick(["\n", "\n", " && ", "; ", " ; "]) : "\n");
}

function fillers(honest: readonly string[], count: number, random: Random): string[] {
  return Array.from({ length: count }, () => {
    if (random.chance(0.35)) return random.pick(neutral)(random);
    return dress(honest[random.below(honest.length)] ?? "ls", random);
  });
}

/** A script of two to six honest steps. */
export function honestScript(honest: readonly string[], random: Random): string {
  return joined(fillers(honest, 2 + random.below(5), random), random);
}

export function dressed(command: string, random: Random): string {
  return dress(command, random);
}

/** The attack among honest steps. */
export function hiddenAttack(attack: string, honest: readonly string[], random: Random): string {
  const before = fillers(honest, random.below(4), random);
  const after = fillers(honest, random.below(3), random);
  return joined([...before, attack, ...after], random);
}
