// Command lines of the services that host repositories.
import type { Definition } from "../../definition.ts";
import { has, value } from "../../invocation.ts";
import { outputs } from "../outputs.ts";

const network = ["network"] as const;
const credential = ["network", "credential"] as const;

export const forges: readonly Definition[] = [
  {
    names: ["gh", "glab"],
    depth: 2,
    options: [...outputs, "-R, --repo <text>", "-y, --yes", "--hostname <text>"],
    subcommands: {
      api: {
        options: [
          "-X, --method <text>",
          "-f, --raw-field <text>",
          "-F, --field <text>",
          "-H, --header <text>",
          "--input <path>",
          "-q, --jq <text>",
        ],
      },
      auth: {
        subcommands: { status: { options: ["-t, --show-token"] }, token: { options: ["-t", "-u, --user <text>"] } },
        describe(command, record) {
          if (command.subcommand === "auth token" || has(command, "--show-token")) record.effect("credential");
        },
      },
      release: {
        subcommands: {
          create: { options: ["-n, --notes <text>", "-t, --title <text>", "-F, --notes-file <path>"] },
          delete: {},
          download: {
            options: ["-D, --dir <text>", "-p, --pattern <text>", "-O, --output <write>", "-n"],
            describe: (command, record) => record.arrives(value(command, "--dir") ?? ".", "network"),
          },
        },
      },
      repo: {
        subcommands: {
          edit: { options: ["--visibility <text>", "--description <text>"] },
          delete: {},
          "deploy-key": { subcommands: { add: {} } },
        },
      },
      run: {
        subcommands: {
          download: {
            options: ["-D, --dir <text>", "-p, --pattern <text>", "-n, --name <text>"],
            describe: (command, record) => record.arrives(value(command, "--dir") ?? ".", "network"),
          },
        },
      },
    },
    operands: "path",
    effects: network,
    examples: [
      { run: "gh auth token", subcommand: "auth token", effects: credential },
      { run: "gh auth status -t", subcommand: "auth status", options: ["--show-token"], effects: credential },
      { run: "gh auth status", subcommand: "auth status", effects: network },
      { run: "gh api -X DELETE /repos/a/b", subcommand: "api", reads: ["/repos/a/b"], effects: network },
    ],
  },
];
