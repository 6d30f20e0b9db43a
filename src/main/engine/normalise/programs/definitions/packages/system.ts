// Package managers of operating systems and compiled languages.
import type { Definition, Example, Syntax } from "../../definition.ts";
import { value, values } from "../../invocation.ts";
import { outputs } from "../outputs.ts";

const network = ["network"] as const;
const fetches: Syntax = { effects: ["network", "write"] };

/** A package manager of which these subcommands reach the network. */
function manager(
  names: readonly string[],
  reaching: string,
  examples: readonly Example[],
  more: Readonly<Record<string, Syntax>> = {},
  options: readonly string[] = [],
): Definition {
  const reach = reaching.split(" ").map((verb): readonly [string, Syntax] => [verb, fetches]);
  return {
    names,
    options: [...outputs, ...options],
    operands: "path",
    subcommands: { ...Object.fromEntries(reach), ...more },
    examples,
  };
}

const goFile = /\.go$/u;
/** Flags of `go` with a value in the next word, but for -o. */
const goFlags = "ldflags gcflags tags mod p run timeout coverprofile exec buildmode".split(" ");

/** Without -o the program has the name of its package, or of the folder. */
const goBuilds: NonNullable<Syntax["describe"]> = (command, record) => {
  const folder = value(command, "-C");
  const packages = command.operands.map((operand) => (folder === undefined ? operand : `${folder}/${operand}`));
  const [only = "."] = command.operands;
  const given = only === "." ? record.folderName : only.replace(/\.go$/u, "").split("/").at(-1);
  const output = value(command, "-o") ?? (command.operands.length > 1 ? undefined : given);
  if (output !== undefined && !/^\.*$/u.test(output)) record.builds(output, packages.length === 0 ? ["."] : packages);
};

const cargoBuilds: NonNullable<Syntax["describe"]> = (command, record) => {
  record.builds(`${value(command, "--target-dir") ?? "target"}/`, [value(command, "--manifest-path") ?? "."]);
};

export const system: readonly Definition[] = [
  manager(
    ["cargo"],
    "install add update publish fetch search login yank build run test check",
    [
      { run: "cargo build --release", subcommand: "build", effects: network, builds: ["target/"] },
      { run: "cargo owner --add x y", subcommand: "owner", options: ["--add"] },
      { run: "cargo fmt", subcommand: "fmt" },
    ],
    {
      owner: { options: ["-a, --add <text>", "-r, --remove <text>", "-l, --list"] },
      build: { ...fetches, describe: cargoBuilds },
    },
    ["--manifest-path <path>", "--target-dir <path>", "-p, --package <text>"],
  ),
  {
    ...manager(
      ["go"],
      "get install mod build test",
      [
        { run: "go run ./x.go", subcommand: "run", reads: ["./x.go"], executes: ["./x.go"], effects: network },
        {
          run: "go build -o bin/tool ./cmd/tool",
          subcommand: "build",
          options: ["-o"],
          reads: ["./cmd/tool"],
          writes: ["bin/tool"],
          effects: network,
          builds: ["bin/tool"],
        },
        { run: "go vet", subcommand: "vet" },
      ],
      {
        build: { ...fetches, options: ["-o <write>"], describe: goBuilds },
        run: {
          ...fetches,
          describe({ operands }, record) {
            const file = operands.find((operand) => goFile.test(operand));
            if (file !== undefined) record.executes(file);
          },
        },
      },
      ["-C <path>", ...goFlags.map((flag) => `-${flag} <text>`)],
    ),
    style: "long",
  },
  manager(
    ["gem"],
    "install update fetch push search",
    [
      { run: "gem install rake", subcommand: "install", effects: network },
      { run: "gem list", subcommand: "list" },
    ],
    {
      owner: { options: ["-a, --add <text>", "-r, --remove <text>"] },
      open: { options: ["-e, --editor <shell>"] },
      sources: { options: ["-a, --add <text>", "-r, --remove <text>"] },
    },
    ["-s, --source <text>"],
  ),
  manager(
    ["composer"],
    "install update require create-project global",
    [
      { run: "composer require x/y", subcommand: "require", reads: ["x/y"], effects: network },
      { run: "composer validate", subcommand: "validate" },
    ],
    {},
    ["-d, --working-dir <path>"],
  ),
  manager(["brew"], "install update upgrade tap fetch reinstall search bundle", [
    { run: "brew install jq", subcommand: "install", effects: network },
    { run: "brew list", subcommand: "list" },
  ]),
  {
    ...manager(
      ["apt", "apt-get"],
      "install update upgrade full-upgrade dist-upgrade source download build-dep",
      [
        { run: "apt-get -o x=y install jq", subcommand: "install", options: ["--option"], effects: network },
        { run: "apt list", subcommand: "list" },
      ],
      {},
      ["-o, --option <text>", "-t, --target-release <text>", "-c, --config-file <path>", "-y, --yes"],
    ),
    // `-o APT::Update::Pre-Invoke::=command` and `-o Dpkg::Pre-Install-Pkgs=command` run it.
    describe(command, record) {
      for (const setting of values(command, "--option"))
        record.runs(
          /^(?:apt|dpkg)::[\w:-]*(?:invoke|install-pkgs)[\w:-]*=(.+)$/isu.exec(setting)?.[1] ?? "",
          command.program,
        );
    },
  },
  {
    names: "aptitude yum dnf zypper pacman yay apk port snap flatpak nix-env nix-channel".split(" "),
    operands: "path",
    effects: network,
    examples: [
      { run: "apk add ./x.apk", reads: ["./x.apk"], effects: network },
      { run: "dnf install jq", effects: network },
    ],
  },
  {
    names: ["nix-shell", "nix"],
    options: ["--run <text>", "-c, --command <text>", "-p, --packages", "-I <path>", "-A, --attr <text>"],
    operands: "path",
    carries(parsed, { words }) {
      const shell = value(parsed, "--run");
      if (shell !== undefined) return { carried: [{ label: "nix-shell", shell }], both: true };
      const at = words.findIndex((word) => word === "--command" || word === "-c");
      return at < 0 || at === words.length - 1
        ? undefined
        : { carried: [{ label: "nix", words: words.slice(at + 1) }], both: true };
    },
    examples: [
      { run: "nix-shell -p jq --run 'rm old'", deletes: ["old"], runs: ["rm"] },
      { run: "nix develop -c rm old", deletes: ["old"], runs: ["rm"] },
      { run: "nix build" },
    ],
  },
];
