// Programs that people and agents use all day, in headlines: tests, builds, checks, listings.
import { change, look, type Act, start } from "../act.ts";
import { cutEnd, cutStart, few, quoted } from "../text.ts";
import { commandName, has, type Reader, readers, value } from "./read.ts";

const project = { reach: "project" } as const;
const named =
  (verb: string, object: string): Reader =>
  ({ program }) =>
    start(verb, `${object} (${quoted(program)})`, project);

const inPlace =
  (...writes: readonly string[]): Reader =>
  (command): Act =>
    has(command, ...writes)
      ? change("Format or fix", `files with ${command.program}`)
      : start("Check", `the code (${quoted(command.program)})`, project);

const agents: Readonly<Record<string, string>> = {
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  copilot: "Copilot",
  opencode: "opencode",
  qwen: "Qwen Code",
  aider: "Aider",
  goose: "Goose",
  "cursor-agent": "Cursor",
};

/** What only prepares the shell or prints: it counts when there is nothing else. */
export const quiet: ReadonlyMap<string, Reader> = new Map([
  ...readers("echo printf true false : yes seq date whoami id uname hostname uptime pwd tty clear", () =>
    look("Print", "text"),
  ),
  ...readers(
    "cd pushd popd export set unset alias test [ [[ exit return trap shopt ulimit umask wait sleep local declare read",
    ({ program }) => look("Prepare", `the shell (${quoted(program)})`),
  ),
  ...readers("cat head tail less more sort uniq wc cut tr tee awk sed jq column", () => look("Filter", "text")),
]);

const modules: Readonly<Record<string, readonly [verb: string, object: string]>> = {
  pytest: ["Test", "the project"],
  unittest: ["Test", "the project"],
  build: ["Build", "the project"],
  pip: ["Manage", "Python packages"],
  venv: ["Create", "a Python environment"],
  "http.server": ["Serve", "this folder over the network"],
};

/** A module is started like a program: `python -m pytest`. */
const pythonModule: Reader = (command) => {
  const name = value(command, "-m");
  if (name === undefined) return undefined;
  const [verb, object] = modules[name] ?? ["Execute", "a Python module"];
  return start(verb, `${object} (${quoted(`python -m ${name}`)})`, project);
};

export const everyday = [
  ...readers("python python3", pythonModule),
  ...readers(
    "pytest jest vitest mocha ava tap karma cypress playwright phpunit rspec tox nox ctest bats gotestsum jasmine",
    named("Test", "the project"),
  ),
  ...readers(
    "tsc make gmake ninja cmake meson bazel buck ant webpack vite rollup esbuild parcel rustc gcc g++ clang javac swiftc xcodebuild msbuild tsup swc sass electron-builder",
    named("Build", "the project"),
  ),
  ...readers(
    "eslint oxlint stylelint ruff flake8 pylint mypy pyright shellcheck hadolint rubocop golangci-lint clippy-driver yamllint markdownlint biome knip tflint actionlint",
    inPlace("--fix", "--write", "--autofix", "-A"),
  ),
  ...readers(
    "prettier black isort gofmt rustfmt oxfmt clang-format shfmt autopep8 dprint",
    inPlace("--write", "-w", "-i", "--fix"),
  ),
  ...readers("cp rsync install", ({ operands }) =>
    operands.length < 2
      ? undefined
      : change("Copy", `${few(operands.slice(0, -1), 1)} to ${cutStart(operands.at(-1) ?? "")}`),
  ),
  ...readers("mv move ren rename", ({ operands }) =>
    operands.length < 2
      ? undefined
      : change("Move", `${few(operands.slice(0, -1), 1)} to ${cutStart(operands.at(-1) ?? "")}`),
  ),
  ...readers("mkdir md", ({ operands }) => change("Create", `folder ${few(operands)}`)),
  ...readers("ls dir tree fd exa eza du df stat file which type command whereis locate", ({ operands, program }) =>
    look("List", operands.length === 0 ? `files or programs (${quoted(program)})` : few(operands)),
  ),
  ...readers("ps top htop lsof ss netstat pgrep jobs free vmstat iostat pstree", ({ program }) =>
    look("List", `processes and connections (${quoted(program)})`),
  ),
  ...readers("grep egrep fgrep rg ag ack", ({ operands }) =>
    look("Search", operands[0] === undefined ? "files" : `for "${cutEnd(operands[0], 32)}"`),
  ),
  ...readers("ping traceroute tracepath mtr dig nslookup host whois", ({ operands }) =>
    look("Look up", `${few(operands, 1) || "a host"} on the network`, { reach: "network" }),
  ),
  ...readers("env printenv", ({ operands }) =>
    operands.length === 0
      ? look("Print", "all environment variables", { tone: "caution", note: "they may hold keys" })
      : undefined,
  ),
  ...readers("history", () => look("Show", "earlier commands", { tone: "caution" })),
  ...readers(Object.keys(agents).join(" "), (command) =>
    start("Start", `another agent, ${agents[command.program] ?? command.program}`, { tone: "caution" }),
  ),
  ...readers("man help info tldr", (command) => look("Show", `help (${quoted(commandName(command))})`)),
];
