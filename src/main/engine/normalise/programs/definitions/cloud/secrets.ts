// Stores of secrets.
import type { Definition } from "../../definition.ts";
import { has, isDryRun } from "../../invocation.ts";
import { outputs } from "../outputs.ts";

const credential = ["credential"] as const;

export const secrets: readonly Definition[] = [
  {
    names: ["op", "doppler"],
    options: [...outputs, "--env-file <path>", "--account <text>"],
    depth: 2,
    subcommands: {
      run: { stopAfter: 1, options: ["-p <text>", "-c <text>"], carries: { both: true, label: "op run" } },
      item: { subcommands: { get: {}, delete: {}, list: {} } },
    },
    operands: "path",
    describe({ program, subcommand }, record) {
      if (program === "op" || (subcommand.startsWith("secrets") && subcommand !== "secrets"))
        record.effect("credential");
    },
    examples: [
      { run: "op run -- id", subcommand: "run", effects: credential, runs: ["id"] },
      { run: "op item get db", subcommand: "item get", effects: credential },
      { run: "doppler secrets", subcommand: "secrets" },
    ],
  },
  {
    names: ["aws-vault"],
    subcommands: {
      exec: {
        options: ["-d, --duration <text>"],
        stopAfter: 2,
        carries: { skip: 1, both: true, label: "aws-vault exec" },
      },
    },
    operands: "path",
    examples: [
      { run: "aws-vault exec prod -- id", subcommand: "exec", runs: ["id"] },
      { run: "aws-vault list", subcommand: "list" },
    ],
  },
  {
    names: ["vault"],
    style: "long",
    depth: 2,
    options: [...outputs, "-address <text>", "-namespace <text>", "-format <text>", "-field <text>"],
    operands: "path",
    describe({ subcommand }, record) {
      if (!/^(?:status|version|server|policy|audit|auth list|secrets list|plugin|path-help)\b/u.test(subcommand))
        record.effect("credential");
    },
    examples: [
      { run: "vault kv get -field x y", subcommand: "kv get", options: ["-field"], effects: credential },
      { run: "vault status", subcommand: "status" },
    ],
  },
  {
    names: ["bw", "lpass", "pass", "gopass", "secret-tool"],
    depth: 1,
    operands: "path",
    effects: credential,
    examples: [
      { run: "bw export --format json", subcommand: "export", options: ["--format"], effects: credential },
      { run: "pass ls", subcommand: "ls", effects: credential },
    ],
  },
  {
    names: ["kwallet-query"],
    options: [
      ...outputs,
      "-r, --read-password <text>",
      "-w, --write-password <text>",
      "-f, --folder <text>",
      "-l, --list-entries",
    ],
    operands: "path",
    effects: credential,
    examples: [
      { run: "kwallet-query -r x kdewallet", options: ["--read-password"], effects: credential },
      { run: "kwallet-query -l kdewallet", options: ["--list-entries"], effects: credential },
    ],
  },
  {
    names: ["keyring", "chamber", "sops", "keepassxc-cli", "ansible-vault"],
    operands: "path",
    describe(command, record) {
      // Encrypting shows nobody anything.
      const encrypts =
        has(command, "--encrypt", "-e") || /^(?:encrypt|encrypt_string)$/u.test(command.operands[0] ?? "");
      if (!isDryRun(command) && !encrypts) record.effect("credential");
    },
    examples: [
      { run: "sops -d ./x.yaml", reads: ["./x.yaml"], effects: credential },
      { run: "ansible-vault view ./x.yaml", reads: ["./x.yaml"], effects: credential },
      { run: "ansible-vault encrypt ./x.yaml", reads: ["./x.yaml"] },
      { run: "sops --version" },
    ],
  },
];
