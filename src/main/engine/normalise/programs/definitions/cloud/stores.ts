// Programs that copy to and from stores of files in the cloud.
import type { CommandFact } from "../../../../../../shared/domain/facts.ts";
import type { Definition, Describe } from "../../definition.ts";
import { has, value } from "../../invocation.ts";
import type { Recorder } from "../../recorder.ts";
import { landing } from "../network/landing.ts";
import { outputs } from "../outputs.ts";

const network = ["network"] as const;
const copying = /(?:^|\s)(?:cp|sync|mv|get|rsync|mirror|copy|copyto|move)$/u;

/** `aws s3 cp s3://bucket/x .`, `rclone copy remote:x folder`: the last operand is where it goes. */
export function storeCopy(command: CommandFact, remote: RegExp, record: Recorder): void {
  const { subcommand, operands } = command;
  const source = operands[0] ?? "";
  const target = operands.at(-1) ?? "";
  if (operands.length < 2 || !copying.test(subcommand) || has(command, "--dry-run", "--dryrun")) return;
  if (remote.test(target) && !remote.test(source)) {
    const open = /public/u.test(value(command, "--acl") ?? value(command, "-a") ?? "");
    record.leaves(open ? "public" : "host", target, operands.slice(0, -1));
  }
  if (!remote.test(source) || remote.test(target)) return;
  const mirrors = /sync|mirror/u.test(subcommand) || has(command, "--recursive");
  record.arrives(mirrors ? target : landing(source, target), "network");
}

function copies(remote: RegExp): Describe {
  return (command, record) => storeCopy(command, remote, record);
}

export const stores: readonly Definition[] = [
  {
    names: ["gsutil"],
    options: [...outputs, "-m", "-o <text>", "-q"],
    subcommands: {
      cp: { options: ["-r, --recursive", "-n", "-a <text>"] },
      rsync: { options: ["-d", "-r, --recursive", "-x <text>"] },
      rm: { options: ["-r, --recursive", "-f"] },
    },
    operands: "path",
    effects: network,
    describe: copies(/^gs:\/\//u),
    examples: [
      { run: "gsutil -m cp -r gs://b/x ./lib", subcommand: "cp", reads: ["./lib"], hosts: ["b"], effects: network },
      { run: "gsutil ls", subcommand: "ls", effects: network },
    ],
  },
  {
    names: ["s3cmd", "s5cmd"],
    depth: 1,
    options: [...outputs, "-c, --config <path>", "-r, --recursive", "-f, --force", "--delete-removed", "--delete"],
    operands: "path",
    describe(command, record) {
      if (command.program === "s3cmd") record.network();
      storeCopy(command, /^s3:\/\//u, record);
    },
    examples: [
      { run: "s3cmd get s3://b/x ./x", subcommand: "get", reads: ["./x"], hosts: ["b"], effects: network },
      { run: "s3cmd --help", effects: network },
    ],
  },
  {
    names: ["rclone"],
    depth: 1,
    options: [
      ...outputs,
      "--config <path>",
      "-n, --dry-run",
      "--exclude <text>",
      "--include <text>",
      "--filter <text>",
      "--transfers <text>",
      "-P, --progress",
      "--password-command <shell>",
    ],
    operands: "path",
    effects: network,
    describe: copies(/^[\w-]+:/u),
    examples: [
      { run: "rclone sync --transfers 4 x: ./lib", subcommand: "sync", reads: ["./lib"], effects: network },
      { run: "rclone listremotes", subcommand: "listremotes", effects: network },
    ],
  },
];
