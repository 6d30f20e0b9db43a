// Package managers of JavaScript, and how they start a package's program.
import type { Carry, Definition, Example, Syntax } from "../../definition.ts";
import { value } from "../../invocation.ts";
import { outputs } from "../outputs.ts";
import { packageFile } from "./package-files.ts";

const network = ["network"] as const;
const fetches: Syntax = { effects: ["network", "write"] };

/** `npx rimraf x`, `npm exec -- rm x`, `yarn dlx tool`. */
const startsTool: Carry = (parsed, { program }) => {
  const label = parsed.subcommand === "" ? program : `${program} ${parsed.subcommand}`;
  const code = value(parsed, "--call");
  if (code !== undefined) return { carried: [{ label, shell: code }], both: true };
  const [tool = "", ...rest] = parsed.operands;
  // `rimraf@5` is rimraf; a name with a scope or an address says nothing about what it does.
  const name = /^([\w.-]+)(?:@[\w.^~-]+)?$/u.exec(tool)?.[1] ?? (/^\/(?:usr\/)?bin\//u.test(tool) ? tool : undefined);
  return name === undefined ? undefined : { carried: [{ label, words: [name, ...rest] }], both: true };
};

const options = [
  "-p, --package <text>",
  "-c, --call <text>",
  "-w, --workspace <text>",
  "-C, --dir, --cwd, --prefix <path>",
  "-F, --filter <text>",
  "-y, --yes",
];
const runsTool: Syntax = { options, stopAfter: 1, carries: startsTool };

/** A package in a file runs its own scripts when it is installed. */
const installsFiles: NonNullable<Syntax["describe"]> = ({ operands }, record) => {
  for (const operand of operands) if (packageFile.test(operand)) record.executes(operand);
};

/** `reaching` are the subcommands that use the network, in the notation of subcommands. */
function manager(
  name: string,
  reaching: string,
  subcommands: Readonly<Record<string, Syntax>>,
  examples: readonly Example[],
): Definition {
  const reach = reaching
    .split(" ")
    .map((verb): readonly [string, Syntax] => [
      verb,
      /^(?:install|add)/u.test(verb) ? { ...fetches, describe: installsFiles } : fetches,
    ]);
  return {
    names: [name],
    options: [
      ...outputs,
      "-C, --dir, --cwd, --prefix <path>",
      "-w, --workspace <text>",
      "-g, --global",
      "--registry <text>",
      "--access <text>",
      "--tag <text>",
      "--otp <text>",
    ],
    operands: "path",
    subcommands: { exec: runsTool, x: runsTool, dlx: runsTool, ...Object.fromEntries(reach), ...subcommands },
    examples,
  };
}

export const javascript: readonly Definition[] = [
  {
    names: ["npx", "bunx", "pnpx"],
    options,
    stopAfter: 1,
    operands: "path",
    effects: network,
    carries: startsTool,
    examples: [
      { run: "npx rimraf@5 dist", deletes: ["dist"], effects: network, runs: ["rimraf"] },
      { run: "npx -c 'rm old'", options: ["--call"], deletes: ["old"], effects: network, runs: ["rm"] },
      { run: "npx --version", effects: network },
    ],
  },
  manager(
    "npm",
    "install|i|add ci update|up publish login view info audit init create search outdated whoami dist-tag unpublish deprecate",
    {
      access: { subcommands: { grant: {}, list: {} } },
      author: { subcommands: { add: {} } },
      config: {
        subcommands: { set: {}, get: {}, list: {}, delete: {} },
        describe({ operands }, record) {
          if (operands.some((operand) => operand.includes("_auth"))) record.effect("credential");
        },
      },
      exec: { ...runsTool, ...fetches },
      pack: {
        options: ["--pack-destination <path>"],
        describe(command, record) {
          if (command.operands.some((word) => /^https?:/u.test(word)))
            record.arrives(value(command, "--pack-destination") ?? ".", "network");
        },
      },
      owner: { subcommands: { add: {}, ls: {}, rm: {} } },
      token: { ...fetches, subcommands: { create: {}, list: {} }, effects: ["network", "write", "credential"] },
    },
    [
      { run: "npm exec -- rimraf dist", subcommand: "exec", deletes: ["dist"], effects: network, runs: ["rimraf"] },
      { run: "npm i left-pad", subcommand: "install", effects: network },
      { run: "npm token create", subcommand: "token create", effects: ["network", "credential"] },
      { run: "npm run build", subcommand: "run" },
    ],
  ),
  manager("pnpm", "install|i add update|up publish create fetch", { dlx: { ...runsTool, ...fetches } }, [
    { run: "pnpm dlx rimraf dist", subcommand: "dlx", deletes: ["dist"], effects: network, runs: ["rimraf"] },
    { run: "pnpm -C web exec rimraf dist", subcommand: "exec", deletes: ["dist"], runs: ["rimraf"] },
    { run: "pnpm test", subcommand: "test" },
  ]),
  manager("yarn", "add install upgrade up publish create npm info", { dlx: { ...runsTool, ...fetches } }, [
    { run: "yarn dlx rimraf dist", subcommand: "dlx", deletes: ["dist"], effects: network, runs: ["rimraf"] },
    { run: "yarn test", subcommand: "test" },
  ]),
  {
    names: ["bun"],
    interprets: { language: "javascript", options: ["--eval", "--print"], file: true, input: true },
    options: [...outputs, "--cwd <path>", "-e, --eval <text>", "-p, --print <text>", "-r, --preload <path>"],
    operands: "path",
    subcommands: { exec: runsTool, x: runsTool, dlx: runsTool, run: {}, install: {}, add: {}, create: {} },
    examples: [
      { run: "bun x rimraf dist", subcommand: "x", deletes: ["dist"], runs: ["rimraf"] },
      { run: "bun add left-pad", subcommand: "add" },
      { run: "bun ./build.ts", reads: ["./build.ts"], executes: ["./build.ts"] },
    ],
  },
];
