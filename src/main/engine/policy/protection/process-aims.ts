// Process aims: which commands would end, watch or drive Gatehouse's own process.
import type { CommandFact } from "../../../../shared/domain/facts.ts";
import { has, settingsOf } from "../../normalise/programs/invocation.ts";
import { compileRegular } from "../../rules/regular/regular.ts";

/** Programs that end, watch or drive another process, or the service or window it belongs to. */
const processPrograms = new Set(
  (
    "kill pkill killall killall5 skill snice renice xkill taskkill stop-process pgrep pidof fuser lsof gdb lldb strace ltrace dtrace dtruss " +
    "gcore procdump ptrace reptyr systemctl service launchctl sc initctl osascript xdotool ydotool wmctrl wtype cliclick autohotkey"
  ).split(" "),
);
const killPrograms = new Set(["kill", "killall", "taskkill", "pkill", "stop-process", "skill"]);
/** What says which processes there are. */
const finders = new Set("lsof pgrep pidof fuser ps ss netstat get-process get-nettcpconnection".split(" "));

/** What Gatehouse's process is called, and what its command line holds. */
const names = ["gatehouse", "Gatehouse", "electron", "Electron", "node", "nodejs"];
const lines = [
  "gatehouse",
  "Gatehouse",
  "node src/main/headless.ts",
  "electron out/main/index.js",
  "node bin/gatehouse.js",
];

const longestLine = 20_000;

export function aimsAtProcess(command: CommandFact, own: ReadonlySet<string>): boolean {
  const program = programOf(command);
  if (!processPrograms.has(program)) return false;
  const words = [command.subcommand, ...settingsOf(command), ...command.options.map(({ name }) => name)];
  if (words.some((word) => /gatehouse/i.test(word) || own.has(word))) return true;
  if (killPrograms.has(program) && signalsEverything(command)) return true;
  return endsByName(program, command);
}

/** "-1" after the signal means every process this user has. */
function signalsEverything({ options, operands }: CommandFact): boolean {
  return options.findLastIndex(({ name }) => name === "-1") > 0 || operands.includes("-1");
}

function endsByName(program: string, command: CommandFact): boolean {
  switch (program) {
    case "pkill":
    case "skill":
      return pkillReaches(command);
    case "killall":
      return killallReaches(command);
    case "taskkill":
    case "stop-process":
      return settingsOf(command).some((word) => imageReaches(word.replace(/\.exe$/i, "")));
    default:
      return false;
  }
}

function pkillReaches(command: CommandFact): boolean {
  const [pattern] = command.operands;
  // Without a pattern it takes all that a user, terminal, group or session has.
  if (pattern === undefined) return has(command, "--euid", "--uid", "--terminal", "--session", "--pgroup");
  return reaches(has(command, "--exact") ? `^(?:${pattern})$` : pattern, has(command, "--full") ? lines : names);
}

function killallReaches(command: CommandFact): boolean {
  if (has(command, "--user")) return true;
  const expression = has(command, "--regexp", "-m");
  return command.operands.some((word) => (expression ? reaches(word, names) : names.includes(word.toLowerCase())));
}

/** `node`, `node*`, `*` as Windows spells a program's name. */
function imageReaches(word: string): boolean {
  if (!/^[\w.*?-]+$/.test(word) || word.startsWith("-")) return false;
  const expression = word.toLowerCase().replace(/[.-]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".");
  return reaches(`^${expression}$`, names);
}

/** A pattern nobody can read may mean anything. */
function reaches(pattern: string, texts: readonly string[]): boolean {
  try {
    const expression = compileRegular(pattern.slice(0, 500));
    return texts.some((text) => expression.test(text));
  } catch {
    return true;
  }
}

/** `kill $(lsof -t -i:3000)`, `pgrep x | xargs kill`, `fuser -k 3000/tcp`: the target is only known when it runs. */
export function endsWhatItFinds(command: CommandFact, commands: readonly CommandFact[], line = ""): boolean {
  const program = programOf(command);
  if (program === "fuser") return has(command, "--kill");
  if (/^(?:npx|bunx|pnpx)$/.test(program)) return /^(?:kill-port|fkill(?:-cli)?)$/.test(command.operands[0] ?? "");
  if (program === "kill-port" || program === "fkill") return true;
  if (!killPrograms.has(program) || onlyAsks(program, command)) return false;
  const found = commands.some((other) => finders.has(programOf(other)));
  if (!found) return false;
  if (command.wrappers.includes("xargs") || program === "stop-process") return true;
  return settingsOf(command).some((word) => /`|\$\(|\$\{?[A-Za-z_]/.test(word) && !isOwnJob(word, line));
}

/** `kill -0` sends nothing: it asks whether a process is there. */
function onlyAsks(program: string, { options }: CommandFact): boolean {
  return program === "kill" && options.length === 1 && options[0]?.name === "-#" && options[0].value === "0";
}

/** `P=$!; kill $P`: the job that the line itself has started, where nothing else gives the variable a value. */
function isOwnJob(word: string, line: string): boolean {
  const [, name] = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(word) ?? [];
  if (name === undefined) return false;
  const given = [
    ...line.slice(0, longestLine).matchAll(new RegExp(`(?<![\\w$]|\\$\\{)${name}(?!\\w)(=\\$!(?![\\w{]))?`, "g")),
  ];
  return line.length <= longestLine && given.length === 1 && given[0]?.[1] !== undefined;
}

function programOf({ program }: CommandFact): string {
  return program.replace(/\.exe$/i, "").toLowerCase();
}
