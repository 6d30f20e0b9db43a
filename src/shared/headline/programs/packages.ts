// Package managers in headlines: publishing is public and stays, installing brings in foreign code.
import type { CommandFact } from "../../domain/facts.ts";
import { type Act, change, changeForOthers, destroy, look, start } from "../act.ts";
import { cutEnd, few, quoted } from "../text.ts";
import { commandName, has, isRehearsal, type Reader, readers, value, wordsOf } from "./read.ts";

/** Where programs publish to. */
const registries: Readonly<Record<string, string>> = {
  npm: "npm",
  pnpm: "npm",
  yarn: "npm",
  bun: "npm",
  lerna: "npm",
  cargo: "crates.io",
  gem: "RubyGems",
  twine: "PyPI",
  flit: "PyPI",
  poetry: "PyPI",
  hatch: "PyPI",
  uv: "PyPI",
  pdm: "PyPI",
  mvn: "the Maven repository",
  gradle: "the Maven repository",
  gradlew: "the Maven repository",
  nuget: "NuGet",
  dotnet: "NuGet",
  vsce: "the VS Code Marketplace",
  ovsx: "Open VSX",
  mix: "Hex",
  pod: "CocoaPods",
  dart: "pub.dev",
  flutter: "pub.dev",
  helm: "the chart registry",
  jsr: "JSR",
  "cpan-upload": "CPAN",
};

const publishing = /^(?:publish|upload|push|deploy|hex\.publish|trunk)$/u;
const looking =
  /^(?:ls|list|view|info|show|search|outdated|why|explain|whoami|check|tree|metadata|freeze|help|version|config|cache|home|docs|bugs|repo|ping|prefix|root|bin|doctor|audit|search-all|policy|depends|rdepends|madison|locate-project|pkgid|verify-project|--version|-v|-V|fund|query|env|debug|index|status)$/u;
const installing =
  /^(?:install|i|ci|add|update|up|upgrade|sync|restore|fetch|get|require|download|clean-install|link|lock|dedupe|rebuild|pack|vendor|mod|bundle|import)$/u;
const removing = /^(?:uninstall|remove|rm|un|unlink|prune|autoremove|purge|erase)$/u;
const testing = /^(?:test|t|tst|nextest|bench|coverage|verify|doc-test)(?::|$)/u;
const checking = /^(?:check|clippy|lint|vet|typecheck|type-check|tsc|format:check)(?::|$)/u;
const building = /^(?:build|compile|package|assemble|bundle|doc|dist|pack|wheel|b|bundleRelease)$/u;

const manager: Reader = (command) => {
  const words = wordsOf(command);
  const at = words[0] === "npm" || words[0] === "nuget" ? 1 : 0;
  const [word = "", ...rest] = words.slice(at);
  if (isRehearsal(command)) return look("Rehearse", quoted(commandName(command)));
  return (
    publishes(command, word) ??
    manages(command, word, rest) ??
    installs(command, word, rest) ??
    runsProject(command, word, rest)
  );
};

function publishes(command: CommandFact, word: string): Act | undefined {
  const registry = registries[command.program];
  if (registry === undefined || !publishing.test(word)) return undefined;
  const own = value(command, "--registry", "--repository", "--repository-url", "--index", "--source");
  const where = own === undefined ? registry : cutEnd(own);
  const access = value(command, "--access");
  const audience =
    access === "restricted" ? ", restricted" : own === undefined && isPublic(command, access) ? ", public" : "";
  return destroy("Publish", `to ${where}${audience}`, { reach: audience === ", public" ? "public" : "shared" });
}

/** What goes to these registries can be read by everybody; on npm that is up to the package. */
function isPublic({ program }: CommandFact, access: string | undefined): boolean {
  return access === "public" || !/^(?:npm|pnpm|yarn|bun|lerna|mvn|gradle|gradlew|helm|dotnet|nuget)$/u.test(program);
}

/** What happens to packages, people and keys at the registry. */
function manages(command: CommandFact, word: string, rest: readonly string[]): Act | undefined {
  const registry = registries[command.program];
  if (registry === undefined) return undefined;
  const what = few(rest, 1);
  switch (word) {
    case "unpublish":
      return destroy("Remove", `${what === "" ? "the package" : what} from ${registry}`, { reach: "public" });
    case "yank":
      return changeForOthers("Withdraw", `${what} from ${registry}`, { reach: "public" });
    case "deprecate":
      return changeForOthers("Mark as deprecated", `${what} on ${registry}`, { reach: "public" });
    case "owner":
    case "access":
    case "author":
      return /^(?:ls|list)$/u.test(rest[0] ?? "")
        ? look("Show", `who may publish to ${registry}`)
        : changeForOthers("Change", `who may publish to ${registry}`, { tone: "danger", reach: "public" });
    case "token":
      return rest[0] === "list"
        ? look("List", `access tokens of ${registry}`)
        : changeForOthers("Change", `access tokens of ${registry}`, { tone: "danger" });
    case "dist-tag":
      return changeForOthers("Change", `which version ${registry} offers`, { reach: "public" });
    case "login":
    case "adduser":
    case "logout":
      return change(word === "logout" ? "Log out" : "Log in", `at ${registry}`, { reach: "network" });
    default:
      return undefined;
  }
}

function installs(command: CommandFact, word: string, rest: readonly string[]): Act | undefined {
  const { program } = command;
  const global = has(command, "--global", "-g") ? " for all projects" : "";
  const note = { note: "may execute their install scripts", reach: "network" } as const;
  if (removing.test(word))
    return change("Remove", `${rest.length === 0 ? "packages" : few(rest)}${global} with ${program}`);
  if (word === "audit" && rest.includes("fix")) return change("Update", "vulnerable packages", note);
  if (!installing.test(word)) return looking.test(word) ? look("Look up", quoted(commandName(command))) : undefined;
  if (word === "pack" || word === "vendor" || word === "lock") return change("Prepare", `packages with ${program}`);
  const what = rest.length === 0 || /^\.{1,3}(?:\/|$)/u.test(rest[0] ?? "") ? "the project's packages" : few(rest);
  return change(word.startsWith("up") ? "Update" : "Install", `${what}${global} with ${program}`, note);
}

const project = { reach: "project" } as const;

function runsProject(command: CommandFact, word: string, rest: readonly string[]): Act {
  const { program } = command;
  const runs = /^(?:run|run-script|rum)$/u.test(word);
  const script = runs ? (rest[0] ?? "") : word;
  const name = quoted([program, ...(runs ? [word] : []), script].filter((part) => part !== "").join(" "));
  if (testing.test(script)) return start("Test", `the project (${name})`, project);
  if (checking.test(script)) return start("Check", `the project (${name})`, project);
  if (building.test(script)) return start("Build", `the project (${name})`, project);
  if (runs && script !== "") return start("Start", `script ${quoted(script)} of the project`, project);
  if (runs || /^(?:start|serve|dev|watch|preview)$/u.test(word))
    return start("Start", `the project (${name})`, project);
  if (/^(?:init|new|create|generate|g)$/u.test(word))
    return change("Create", `${few(rest, 1) || "a project"} with ${program}`);
  if (word === "clean") return change("Clean", `the project (${name})`);
  if (/^(?:fmt|format|fix|tidy)$/u.test(word)) return change("Format", `the project (${name})`);
  return start("Execute", quoted(commandName(command)));
}

/** Managers of the whole machine. */
const systemManager: Reader = (command) => {
  const [word = "", ...rest] = wordsOf(command);
  const what = rest.length === 0 ? "packages" : few(rest);
  if (isRehearsal(command)) return look("Rehearse", quoted(commandName(command)));
  if (looking.test(word) || word === "") return look("Look up", `packages with ${command.program}`);
  if (removing.test(word) || has(command, "-R", "--remove", "-r", "--purge"))
    return change("Uninstall", `${what} from this computer`, { reach: "computer", tone: "caution" });
  if (/^(?:update|makecache|refresh)$/u.test(word) && rest.length === 0)
    return change("Update", "the list of packages", { reach: "computer" });
  return change("Install", `${what} on this computer`, {
    note: "executes their install scripts",
    reach: "computer",
    tone: "caution",
  });
};

/** A package fetched and started at once. What a known one does is named by its own command. */
const runner: Reader = ({ program, operands, subcommand }, facts) => {
  const [name] = [...subcommand.split(" ").filter((word) => word !== ""), ...operands];
  const inner = facts.commands.find(({ wrappers }) => wrappers.some((wrapper) => wrapper.startsWith(program)));
  if (inner !== undefined && inner.unknown !== true) return undefined;
  return name === undefined
    ? start("Start", quoted(program))
    : start("Start", `package ${quoted(name)} with ${program}`, {
        note: "downloads it if it is missing",
        reach: "network",
      });
};

export const packages = [
  ...readers(
    "npm pnpm yarn bun lerna cargo gem twine flit poetry hatch uv pdm mvn gradle gradlew nuget dotnet vsce ovsx mix pod dart flutter jsr cpan-upload pip pipx pipenv conda mamba composer bundle bundler go deno swift stack cabal sbt lein rustup nvm nx turbo rush rake",
    manager,
  ),
  ...readers(
    "apt apt-get dpkg yum dnf apk pacman zypper brew snap flatpak port choco winget scoop rpm emerge nix-env",
    systemManager,
  ),
  ...readers("npx bunx pnpx uvx", runner),
];
