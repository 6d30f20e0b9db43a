// Programs that log in to another machine or copy files to and from it.
import { hostFact, remoteHost } from "../../../places/hosts.ts";
import type { CommandFact } from "../../../../../../shared/domain/facts.ts";
import type { Definition } from "../../definition.ts";
import { has, value, values } from "../../invocation.ts";
import type { Recorder } from "../../recorder.ts";
import { contact } from "./contact.ts";
import { landing } from "./landing.ts";

const network = ["network"] as const;
const sshOptions = [
  "-i <read>",
  "-J <text>",
  "-o <text>",
  "-p <text>",
  "-R <text>",
  "-D <text>",
  "-L <text>",
  ..."BbcEeFIlmOQSWw".split("").map((letter) => `-${letter} <text>`),
  "-f",
  "-N",
];
/** Settings of ssh whose value is a command. */
const commandSetting = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*[= ]\s*;?(.+)$/isu;

function settings(command: CommandFact, record: Recorder): void {
  for (const setting of values(command, "-o")) record.runs(commandSetting.exec(setting)?.[1] ?? "", command.program);
}

const logsIn = contact((command, record) => {
  const jump = value(command, "-J");
  if (jump !== undefined) record.host(hostFact(jump.slice(jump.lastIndexOf("@") + 1), "connect", { scheme: "ssh" }));
  const port = value(command, "-p");
  const [destination] = command.operands;
  if (destination !== undefined) {
    const bare = destination.slice(destination.lastIndexOf("@") + 1).replace(/^ssh:\/\//u, "");
    const known = port !== undefined && /^\d+$/u.test(port) ? { port: Number(port) } : {};
    record.host(hostFact(bare, "connect", { scheme: "ssh", ...known }));
  }
  settings(command, record);
});

/** The last operand is where it goes. */
const copies = contact((command, record) => {
  const { operands } = command;
  const last = operands.length - 1;
  const target = operands[last] ?? "";
  const host = remoteHost(target, "upload", true);
  const sends = host !== undefined;
  let isLocal = true;
  operands.forEach((word, at) => {
    const remote = record.remote(word, at === last ? "upload" : "download", true);
    if (remote !== undefined) isLocal = false;
    else if (at === last) record.writes(word, true);
    else record.reads(word, true);
    if (remote !== undefined && at < last && !sends) record.arrives(landing(word, target), "network");
  });
  if (host?.local === false && !has(command, "--dry-run", "--list-only"))
    record.leaves("host", target, operands.slice(0, -1));
  if (isLocal && last >= 0 && has(command, "--delete", "--remove-source-files")) record.deletes(target, true);
  settings(command, record);
});

export const ssh: readonly Definition[] = [
  {
    names: ["ssh"],
    options: sshOptions,
    stopAfter: 2,
    urls: "ignore",
    carries: { skip: 1, shell: true, both: true, elsewhere: true },
    describe: logsIn,
    examples: [
      { run: "ssh -i key -p 22 ada@example.org", reads: ["key"], hosts: ["example.org"], effects: network },
      { run: "ssh example.org uptime", hosts: ["example.org"], effects: network, runs: ["uptime"] },
      { run: "ssh -oProxyCommand=id example.org", hosts: ["example.org"], effects: network, runs: ["id"] },
      { run: "ssh -V", effects: network },
    ],
  },
  {
    names: ["autossh"],
    options: [...sshOptions, "-M <text>"],
    stopAfter: 2,
    urls: "ignore",
    carries: { skip: 1, shell: true, both: true, elsewhere: true },
    describe: logsIn,
    examples: [
      {
        run: "autossh -M 0 -R 1:localhost:2 example.org",
        options: ["-M", "-R"],
        hosts: ["example.org"],
        effects: network,
      },
      { run: "autossh -V", effects: network },
    ],
  },
  {
    names: ["mosh"],
    options: ["--ssh <text>", "-p, --port <text>", ..."Biloe".split("").map((letter) => `-${letter} <text>`)],
    stopAfter: 2,
    urls: "ignore",
    carries: { skip: 1, both: true, elsewhere: true },
    describe: logsIn,
    examples: [
      { run: "mosh example.org -- uptime", hosts: ["example.org"], effects: network, runs: ["uptime"] },
      { run: "mosh --version", effects: network },
    ],
  },
  {
    names: ["ssh-copy-id"],
    options: ["-i <read>", "-p <text>", "-o <text>", "-F <text>", "-f", "-n"],
    urls: "ignore",
    describe: logsIn,
    examples: [
      { run: "ssh-copy-id -i key.pub example.org", reads: ["key.pub"], hosts: ["example.org"], effects: network },
      { run: "ssh-copy-id -h", effects: network },
    ],
  },
  {
    names: ["scp"],
    options: [
      "-S <shell>",
      "-i <text>",
      "-o <text>",
      ..."cFJlPDX".split("").map((letter) => `-${letter} <text>`),
      "-r",
      "-p",
      "-q",
    ],
    urls: "ignore",
    describe: copies,
    examples: [
      { run: "scp a.txt example.org:", reads: ["a.txt"], hosts: ["example.org"], effects: network },
      { run: "scp ada@example.org:a.txt .", writes: ["."], hosts: ["example.org"], effects: network },
    ],
  },
  {
    names: ["rsync"],
    options: [
      "-e, --rsh <shell>",
      "--rsync-path <shell>",
      "--delete",
      "--delete-before",
      "--delete-after",
      "--delete-during, --del",
      "--delete-delay",
      "--delete-excluded",
      "--remove-source-files",
      "-n, --dry-run",
      "--list-only",
      "-r, --recursive",
      "-a, --archive",
      "-f, --filter <text>",
      "--exclude <text>",
      "--include <text>",
      "--exclude-from <text>",
      "--include-from <text>",
      "--files-from <text>",
      "--password-file <text>",
      "--log-file <text>",
      "--port <text>",
      "--bwlimit <text>",
      "--backup-dir <text>",
      "-T, --temp-dir <text>",
      "--chmod <text>",
      "--chown <text>",
      "-B, --block-size <text>",
      "-M, --remote-option <text>",
      "--timeout <text>",
      "--link-dest <text>",
      "--info <text>",
      "--out-format <text>",
    ],
    urls: "ignore",
    describe: copies,
    examples: [
      { run: "rsync -avP src/ dist", reads: ["src/"], writes: ["dist"], effects: network },
      {
        run: "rsync -a --delete src/ dist",
        options: ["--archive", "--delete"],
        reads: ["src/"],
        writes: ["dist"],
        deletes: ["dist"],
        effects: network,
      },
      { run: "rsync src example.org:dist", reads: ["src"], hosts: ["example.org"], effects: network },
    ],
  },
  {
    names: ["sshfs"],
    options: ["-o <text>", "-p <text>", "-F <text>"],
    operands: "path",
    describe: settings,
    examples: [{ run: "sshfs example.org: /mnt/x", reads: ["/mnt/x"] }, { run: "sshfs -V" }],
  },
];
