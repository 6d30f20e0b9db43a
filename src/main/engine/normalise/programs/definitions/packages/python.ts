// Package managers of Python, Ruby and others that run a command in the environment of a project.
import type { Definition, Syntax } from "../../definition.ts";
import { value } from "../../invocation.ts";
import { outputs } from "../outputs.ts";
import { packageFile } from "./package-files.ts";

const network = ["network"] as const;
/** A package in a file runs its own code when it is installed. */
const installsFiles: Syntax = {
  describe({ operands }, record) {
    for (const operand of operands) if (packageFile.test(operand)) record.executes(operand);
  },
};
const fetches: Syntax = { effects: ["network", "write"] };
const sources = [
  "-i, --index, --default-index, --index-url <text>",
  "--extra-index-url <text>",
  "-f, --find-links <text>",
  "--trusted-host <text>",
  "-r, --requirements, --requirement <path>",
  "-c, --constraint <path>",
  "-t, --target <path>",
  "-e, --editable <path>",
];

/** `poetry run cmd`: the command runs as if it stood alone. */
function runner(name: string, verb: string, options: readonly string[] = [], skip = 0): Definition {
  const [first = verb] = verb.split("|");
  return {
    names: [name],
    options: [...outputs, ...options],
    operands: "path",
    subcommands: {
      [verb]: { options, stopAfter: skip + 1, carries: { label: `${name} ${first}`, skip } },
      install: { options: sources },
      add: { options: sources },
    },
    examples: [
      { run: `${name} ${first} ${skip === 1 ? "./x " : ""}rm old`, deletes: ["old"] },
      { run: `${name} --version`, subcommand: "" },
    ],
  };
}

export const python: readonly Definition[] = [
  {
    names: ["pip", "pip3"],
    options: [...outputs, "--proxy <text>", "--python <text>", "--cache-dir <path>"],
    operands: "path",
    subcommands: {
      config: { options: ["--editor <shell>"], subcommands: { edit: {}, set: {}, get: {}, list: {} } },
      download: {
        options: [...sources, "-d, --dest <path>"],
        ...fetches,
        describe: (command, record) => record.arrives(value(command, "--dest") ?? ".", "network"),
      },
      index: fetches,
      install: { options: sources, ...fetches, ...installsFiles },
      search: fetches,
      wheel: { options: sources, ...fetches },
    },
    examples: [
      { run: "pip install -r ./req.txt", subcommand: "install", reads: ["./req.txt"], effects: network },
      {
        run: "pip install -i https://example.org/simple x",
        options: ["--index-url"],
        hosts: ["example.org"],
        effects: network,
      },
      { run: "pip list", subcommand: "list" },
      { run: "pip install ./a.whl", reads: ["./a.whl"], executes: ["./a.whl"], effects: network },
    ],
  },
  {
    names: ["pipx", "uvx"],
    depth: 0,
    options: ["--spec <text>", "--from <text>", "--with <text>", "-p, --python <text>", ...sources],
    operands: "path",
    effects: network,
    examples: [
      { run: "uvx --from x tool", options: ["--from"], effects: network },
      { run: "pipx run ./x.py", reads: ["./x.py"], effects: network },
    ],
  },
  {
    names: ["uv"],
    options: [...outputs, "--directory <path>", "--project <path>", "--config-file <path>"],
    operands: "path",
    subcommands: {
      add: { options: sources },
      pip: { subcommands: { install: { options: sources }, uninstall: {}, list: {} } },
      run: {
        options: [
          "--with <text>",
          "-p, --python <text>",
          "--env-file <text>",
          "--extra <text>",
          "--group <text>",
          "--package <text>",
          "--with-requirements <text>",
        ],
        stopAfter: 1,
        carries: { label: "uv run" },
      },
    },
    examples: [
      { run: "uv run --with x rm old", deletes: ["old"] },
      { run: "uv pip install x", subcommand: "pip install" },
    ],
  },
  runner("poetry", "run", ["-C, --directory <path>"]),
  runner("pipenv", "run"),
  runner("pdm", "run"),
  runner("rye", "run"),
  runner("hatch", "run"),
  runner("conda", "run", ["-n, --name <text>", "-p, --prefix <path>", "--cwd <path>", "-c, --channel <text>"]),
  runner("bundle", "exec"),
  runner("mise", "exec|x"),
  runner("direnv", "exec", [], 1),
  {
    names: ["coverage"],
    operands: "path",
    subcommands: {
      run: {
        options: ["-m <text>", "--source <text>", "--omit <text>", "--include <text>", "--rcfile <text>"],
        stopAfter: 1,
        carries: { both: true, label: "coverage run" },
      },
    },
    examples: [
      { run: "coverage run --source src rm old", subcommand: "run", deletes: ["old"], runs: ["rm"] },
      { run: "coverage report", subcommand: "report" },
    ],
  },
];
