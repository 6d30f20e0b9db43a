// Process aims: which commands would end, watch or drive Gatehouse's own process.
import type { CommandFact } from "../../../shared/facts.ts";
import { compileRegular } from "./regular.ts";

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

export function aimsAtProcess(command: CommandFact, own: ReadonlySet<string>): boolean {
  const program = programOf(command);
  if (!processPrograms.has(program)) return false;
  const named = command.arguments.some((argument) => /gatehouse/i.test(argument));
  if (named || command.arguments.some((argument) => own.has(argument))) return true;
  // "-1" after the signal means every process this user has.
  if (killPrograms.has(program) && command.arguments.slice(1).includes("-1")) return true;
  return endsByName(program, command.arguments);
}

function endsByName(program: string, words: readonly string[]): boolean {
  switch (program) {
    case "pkill":
    case "skill":
      return pkillReaches(words);
    case "killall":
      return killallReaches(words);
    case "taskkill":
    case "stop-process":
      return words.some((word) => imageReaches(word.replace(/\.exe$/i, "")));
    default:
      return false;
  }
}

const signal = /^-(?:\d+|(?:SIG)?[A-Z]+\d*)$/;

/** Options of pkill with a value. */
const pkillValues =
  /^(?:-[gGPstuUF]|--(?:signal|pgroup|group|parent|session|terminal|euid|uid|pidfile|ns|nslist|older|env|cgroup))$/;

function pkillReaches(words: readonly string[]): boolean {
  const pattern = words.filter((word, at) => !word.startsWith("-") && !pkillValues.test(words[at - 1] ?? ""))[0];
  const has = (letter: string, long: string): boolean =>
    words.some((word) => word === long || (/^-[a-zA-Z]+$/.test(word) && !signal.test(word) && word.includes(letter)));
  // Without a pattern it takes all that a user, terminal or session has.
  if (pattern === undefined)
    return words.some((word) => /^(?:-[a-z]*[uUtsg]|--(?:euid|uid|terminal|session))/.test(word));
  const full = has("f", "--full");
  const exact = has("x", "--exact");
  return reaches(exact ? `^(?:${pattern})$` : pattern, full ? lines : names);
}

function killallReaches(words: readonly string[]): boolean {
  const expression = words.some((word) => /^-[a-zA-Z]*[rm]|^--regexp$/.test(word) && !signal.test(word));
  return words.some((word, at) => {
    const before = words[at - 1] ?? "";
    if (before === "-u" || before === "--user" || word.startsWith("--user=")) return true;
    if (word.startsWith("-") || before === "-s" || before === "--signal") return false;
    return expression ? reaches(word, names) : names.includes(word.toLowerCase());
  });
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
export function endsWhatItFinds(command: CommandFact, commands: readonly CommandFact[]): boolean {
  const program = programOf(command);
  if (program === "fuser") return command.arguments.some((word) => /^-[a-zA-Z]*k|^--kill$/.test(word));
  if (/^(?:npx|bunx|pnpx)$/.test(program)) return /^(?:kill-port|fkill(?:-cli)?)$/.test(command.arguments[0] ?? "");
  if (program === "kill-port" || program === "fkill") return true;
  if (!killPrograms.has(program)) return false;
  const found = commands.some((other) => finders.has(programOf(other)));
  if (!found) return false;
  if (command.wrappers.includes("xargs") || program === "stop-process") return true;
  return command.arguments.some((word) => /`|\$\(|\$\{?[A-Za-z_]/.test(word));
}

function programOf({ program }: CommandFact): string {
  return program.replace(/\.exe$/i, "").toLowerCase();
}
