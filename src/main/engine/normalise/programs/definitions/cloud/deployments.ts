// Programs that put a project in front of its users, or hand it to a registry.
import type { CommandFact } from "../../../../../../shared/domain/facts.ts";
import type { Definition } from "../../definition.ts";
import { has, isDryRun, value } from "../../invocation.ts";
import { outputs } from "../outputs.ts";

const network = ["network"] as const;

/** The words by which they deploy. Others build, serve or look. */
const deploys =
  /^(?:deploy|up|publish|release|promote|rollback|submit|production|prod|launch|ship|app deploy|run deploy|functions deploy|pages deploy|pages publish|container:release|builds:create|releases:rollback|container:push|versions deploy|hosting:channel:deploy)\b/u;
const live = /^(?:prod|production|live)/u;

/** Programs that show a preview by default. */
const previews = new Set(["vercel", "netlify", "netlify-cli", "now"]);

function isDeployment(command: CommandFact): boolean {
  const { program, subcommand, operands } = command;
  if (isDryRun(command) || has(command, "--dry-run", "--help")) return false;
  if (previews.has(program))
    return (
      has(command, "--prod", "--production") ||
      live.test(value(command, "--target") ?? "") ||
      subcommand.startsWith("promote")
    );
  if (program === "surge" || program === "gh-pages")
    return !/^(?:list|whoami|login|logout|token)$/u.test(operands[0] ?? "");
  return deploys.test(subcommand) || deploys.test(operands.join(" "));
}

const options = [
  ...outputs,
  "-a, --app <text>",
  "--confirm <text>",
  "-y, --yes",
  "--prod",
  "--production",
  "--target <text>",
  "--stage <text>",
  "-e, --env <text>",
  "-d, --dist <path>",
  "--dir <path>",
  "--dry-run",
];

export const deployments: readonly Definition[] = [
  {
    names:
      "vercel now netlify netlify-cli wrangler firebase surge gh-pages heroku fly flyctl railway serverless sls sst cdk pulumi amplify eas fastlane copilot eb sam kamal cap".split(
        " ",
      ),
    depth: 2,
    options,
    operands: "path",
    effects: network,
    describe(command, record) {
      if (isDeployment(command)) record.leavesProject("production", command.program);
      if (
        command.program !== "pulumi" &&
        /^(?:config(?! (?:set|unset|edit|add|push))|config:get|secrets:get|env:get|env pull|variables)(?:\s|$)/u.test(
          command.subcommand,
        )
      )
        record.effect("credential");
    },
    examples: [
      { run: "heroku apps:destroy -a web", subcommand: "apps:destroy", options: ["--app"], effects: network },
      { run: "vercel ls ./x", subcommand: "ls", reads: ["./x"], effects: network },
      {
        run: "heroku config:get URL -a web",
        subcommand: "config:get URL",
        options: ["--app"],
        effects: ["network", "credential"],
      },
      { run: "heroku config -a web", subcommand: "config", options: ["--app"], effects: ["network", "credential"] },
    ],
  },
  {
    names: ["twine", "flit", "vsce", "ovsx", "cpan-upload", "mix"],
    depth: 1,
    options: [
      ...outputs,
      "-r, --repository <text>",
      "--repository-url <text>",
      "-u, --username <text>",
      "-p, --password <text>",
      "--skip-existing",
    ],
    operands: "path",
    effects: network,
    describe(command, record) {
      if (/^(?:upload|publish|hex\.publish)$/u.test(command.subcommand) && !isDryRun(command))
        record.leavesProject("registry", command.program);
    },
    examples: [
      { run: "twine upload dist/a.whl", subcommand: "upload", reads: ["dist/a.whl"], effects: network },
      { run: "twine check dist/a.whl", subcommand: "check", reads: ["dist/a.whl"], effects: network },
    ],
  },
  {
    names: ["croc", "wormhole", "magic-wormhole", "ffsend", "ipfs"],
    depth: 1,
    options: [...outputs, "-r, --recursive"],
    operands: "path",
    effects: network,
    describe(command, record) {
      if (/^(?:send|add|upload)$/u.test(command.subcommand) && !isDryRun(command))
        record.leaves("public", command.program, command.operands);
    },
    examples: [
      { run: "croc send ./a.csv", subcommand: "send", reads: ["./a.csv"], effects: network },
      { run: "ipfs id", subcommand: "id", effects: network },
    ],
  },
  {
    names: ["mail", "mailx", "s-nail", "mutt", "neomutt", "sendmail", "msmtp", "swaks", "ssmtp"],
    options: [
      "-s <text>",
      "-a, --attach <read>",
      "-A <read>",
      "-c <text>",
      "-b <text>",
      "-r <text>",
      "--to <text>",
      "-t, --to <text>",
      "-f, --from <text>",
    ],
    effects: network,
    describe(command, record) {
      const to = value(command, "--to") ?? command.operands.find((word) => word.includes("@"));
      if (to !== undefined)
        record.leaves(
          "people",
          to,
          command.options.flatMap(({ name, value: file }) =>
            /^(?:--attach|-A)$/u.test(name) && file !== undefined ? [file.replace(/^@/u, "")] : [],
          ),
        );
    },
    examples: [
      {
        run: "mutt -s x -a ./a.csv -- ada@example.org",
        options: ["-s", "--attach"],
        reads: ["./a.csv"],
        effects: network,
      },
      { run: "mail -s x", options: ["-s"], effects: network },
    ],
  },
];
