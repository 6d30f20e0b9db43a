// Command lines of the services that host repositories.
import type { Definition, Describe } from "../../definition.ts";
import { has, value, values } from "../../invocation.ts";
import { outputs } from "../outputs.ts";

const network = ["network"] as const;
const credential = ["network", "credential"] as const;

const mergeOptions = [
  "--admin",
  "--auto",
  "-s, --squash",
  "-m, --merge",
  "-r, --rebase",
  "-d, --delete-branch",
  "-y, --yes",
];

/** Past the checks and reviews that the project asks for. */
const mergesPast: Describe = (command, record) => {
  if (has(command, "--admin")) record.leavesProject("production", "the branch it merges into");
};

const bodyOptions = ["-F, --body-file <read>", "-b, --body <text>", "-t, --title <text>"];

/** A file as the text of a request in somebody's repository. */
const writesElsewhere: Describe = (command, record) => {
  const [file, repository] = [value(command, "--body-file"), value(command, "--repo")];
  if (file !== undefined && repository !== undefined) record.leaves("host", repository, [file]);
};

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
      workflow: {
        subcommands: {
          run: {
            options: ["-f, --raw-field <text>", "-F, --field <text>", "-r, --ref <text>"],
            // An input that is a command line is there to be run.
            describe(command, record) {
              for (const field of values(command, "--raw-field", "--field"))
                record.runs(/^\w+=(.*(?:[|;`]|&&|\$\().*)$/su.exec(field)?.[1] ?? "", "gh workflow run");
            },
          },
        },
      },
      release: {
        subcommands: {
          create: {
            options: ["-n, --notes <text>", "-t, --title <text>", "-F, --notes-file <path>", "-d, --draft"],
            describe(command, record) {
              if (!has(command, "--draft")) record.leaves("public", "release", command.operands.slice(1));
            },
          },
          delete: {},
          download: {
            options: ["-D, --dir <text>", "-p, --pattern <text>", "-O, --output <write>", "-n"],
            describe: (command, record) => record.arrives(value(command, "--dir") ?? ".", "network"),
          },
        },
      },
      gist: {
        subcommands: {
          create: {
            options: ["-p, --public", "-d, --desc <text>", "-f, --filename <text>", "-w, --web"],
            describe: ({ operands }, record) => record.leaves("public", "gist", operands),
          },
        },
      },
      issue: {
        subcommands: {
          create: { options: bodyOptions, describe: writesElsewhere },
          comment: { options: bodyOptions, describe: writesElsewhere },
        },
      },
      pr: { subcommands: { merge: { options: mergeOptions, describe: mergesPast } } },
      mr: { subcommands: { merge: { options: mergeOptions, describe: mergesPast } } },
      repo: {
        subcommands: {
          create: {
            options: ["--public", "--private", "--internal", "--push", "-s, --source <read>", "-r, --remote <text>"],
            describe(command, record) {
              const [name = "a new repository"] = command.operands;
              if (has(command, "--public")) record.leavesProject("public", name);
              else if (has(command, "--push")) record.leavesProject("host", name);
            },
          },
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
