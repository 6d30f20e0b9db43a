// Command lines of cloud accounts. Their commands are too many to list, so only what matters here is.
import type { CommandFact } from "../../../../../../shared/domain/facts.ts";
import type { Definition, Describe, Syntax } from "../../definition.ts";
import { has, value, values } from "../../invocation.ts";
import { storeCopy } from "./stores.ts";
import { outputs } from "../outputs.ts";

const network = ["network"] as const;
const credential = ["network", "credential"] as const;

const awsCredential =
  /^(?:configure export-credentials|secretsmanager get-secret-value|ssm get-parameters?|sts get-session-token|sts assume-role|ecr get-login-password|iam create-access-key)/u;
const bucket = /^s3:\/\//u;

/** `aws configure get region` tells no secret. */
function getsSecret({ subcommand, operands }: CommandFact): boolean {
  return subcommand === "configure get" && operands.some((name) => /secret|token|key/u.test(name));
}

const compute: Syntax = {
  subcommands: {
    ssh: {
      carries(parsed) {
        const shell = value(parsed, "--command");
        return shell === undefined
          ? undefined
          : { carried: [{ label: "gcloud ssh", shell, elsewhere: true }], both: true };
      },
    },
  },
};

const changesInfrastructure: Describe = (_command, record) => record.leavesProject("production", "infrastructure");

export const accounts: readonly Definition[] = [
  {
    names: ["aws"],
    depth: 2,
    options: [
      ...outputs,
      "--profile <text>",
      "--region <text>",
      "--output <text>",
      "--query <text>",
      "--endpoint-url <text>",
      "--cidr <text>",
      "--port <text>",
      "--ip-permissions <text>",
      "--http-tokens <text>",
      "--attribute <text>",
      "--user-data <path>",
      "--public-access-block-configuration <text>",
      "--exclude <text>",
      "--include <text>",
      "--acl <text>",
      "--body <read>",
      "--dryrun",
      "--recursive",
      "--delete",
      "--force",
      "--with-decryption",
    ],
    operands: "path",
    effects: network,
    describe(command, record) {
      if (awsCredential.test(command.subcommand) || getsSecret(command)) record.effect("credential");
      if (command.subcommand.startsWith("s3 ")) storeCopy(command, bucket, record);
      if (command.subcommand === "s3api put-object")
        record.leaves("host", value(command, "--bucket") ?? "a bucket", values(command, "--body"));
    },
    examples: [
      {
        run: "aws --profile x s3 cp s3://b/x ./x",
        subcommand: "s3 cp",
        reads: ["./x"],
        effects: network,
        hosts: ["b"],
      },
      { run: "aws iam create-access-key --user-name x", subcommand: "iam create-access-key", effects: credential },
      { run: "aws iam list-access-keys", subcommand: "iam list-access-keys", effects: network },
    ],
  },
  {
    names: ["gcloud"],
    depth: 4,
    options: [
      ...outputs,
      "--project <text>",
      "--zone <text>",
      "--region <text>",
      "--account <text>",
      "--format <text>",
      "--filter <text>",
      "--command <text>",
      "--metadata <text>",
      "--metadata-from-file <text>",
      "--source-ranges <text>",
      "--allow <text>",
      "--rules <text>",
      "-q, --quiet",
    ],
    operands: "path",
    effects: network,
    subcommands: { compute, alpha: { subcommands: { compute } }, beta: { subcommands: { compute } } },
    describe(command, record) {
      if (/\bprint-(?:access|identity)-token\b|^secrets\b.*\baccess\b/u.test(command.subcommand))
        record.effect("credential");
      if (command.subcommand.includes("storage")) storeCopy(command, /^gs:\/\//u, record);
    },
    examples: [
      { run: "gcloud auth print-access-token", subcommand: "auth print-access-token", effects: credential },
      { run: "gcloud compute ssh vm --command 'id'", effects: network, runs: ["id"] },
      { run: "gcloud secrets list", subcommand: "secrets list", effects: network },
    ],
  },
  {
    names: ["az"],
    depth: 4,
    options: [
      ...outputs,
      "-g, --resource-group <text>",
      "-n, --name <text>",
      "-o, --output <text>",
      "-u, --username <text>",
      "-p, --password <text>",
      "-y, --yes",
      "--query <text>",
      "--subscription <text>",
      "--vault-name <text>",
      "--source-address-prefixes, --source-address-prefix <text>",
      "--public-access <text>",
      "--allow-blob-public-access <text>",
      "--expose-token",
    ],
    operands: "path",
    effects: network,
    describe(command, record) {
      if (/\bget-access-token\b|^keyvault\b.*\bshow\b/u.test(command.subcommand) || has(command, "--expose-token"))
        record.effect("credential");
      if (/^storage (?:blob|file|fs).*\bupload/u.test(command.subcommand))
        record.leaves("host", "Azure storage", [
          ...values(command, "--source"),
          ...values(command, "--file"),
          ...values(command, "-s"),
          ...values(command, "-f"),
        ]);
    },
    examples: [
      { run: "az keyvault secret show -n x", subcommand: "keyvault secret show", effects: credential },
      { run: "az vm list -g x", subcommand: "vm list", options: ["--resource-group"], effects: network },
    ],
  },
  {
    names: ["terraform", "tofu", "terragrunt"],
    style: "long",
    options: [
      ...outputs,
      "-chdir <path>",
      "-var <text>",
      "-var-file <path>",
      "-out <path>",
      "-target <text>",
      "-destroy",
    ],
    operands: "path",
    subcommands: {
      apply: { options: ["-auto-approve", "-replace <text>"], describe: changesInfrastructure },
      output: { options: ["-json", "-raw"] },
      destroy: { options: ["-auto-approve"] },
      state: { subcommands: { rm: {}, list: {}, mv: {} } },
    },
    describe({ program, subcommand }, record) {
      if (program === "terraform" && /^(?:init|apply|destroy|plan|import|refresh|login)$/u.test(subcommand))
        record.effect("network", "write");
    },
    examples: [
      {
        run: "terraform -chdir=prod apply -destroy --auto-approve",
        subcommand: "apply",
        options: ["-chdir", "-destroy", "-auto-approve"],
        effects: network,
      },
      { run: "terraform fmt", subcommand: "fmt" },
    ],
  },
  {
    names: ["ansible"],
    options: [
      ...outputs,
      "-a, --args <text>",
      "-m, --module-name <text>",
      "-i, --inventory <path>",
      "-u, --user <text>",
      "-l, --limit <text>",
      "-e, --extra-vars <text>",
      "-f, --forks <text>",
      ..."BPMtTk".split("").map((letter) => `-${letter} <text>`),
    ],
    operands: "path",
    effects: network,
    carries(parsed) {
      const code = value(parsed, "--args");
      const module = value(parsed, "--module-name") ?? "command";
      return code === undefined || !/^(?:ansible\.(?:builtin|legacy)\.)?(?:shell|command|raw)$/u.test(module)
        ? undefined
        : { carried: [{ label: "ansible", shell: code, elsewhere: true }], both: true };
    },
    examples: [
      { run: "ansible all -a 'id'", options: ["--args"], effects: network, runs: ["id"] },
      { run: "ansible all -m copy -a 'src=a'", options: ["--module-name", "--args"], effects: network },
    ],
  },
];
