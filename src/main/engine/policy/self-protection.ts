// Self-protection: agents may not touch Gatehouse. Built in, looked at first, and no policy can take it away.
import type { CommandFact, Facts } from "../../../shared/facts.ts";
import type { RuleEffect } from "../../../shared/policy.ts";

export const projectFileName = ".gatehouse.yaml";

export interface Protection {
  readonly rule: string;
  readonly effect: RuleEffect & ("deny" | "escalate");
  /** Why it applies, as a sentence; undefined when it does not. */
  readonly applies: (facts: Facts) => string | undefined;
}

/** Programs that end, watch or drive another process, or the service or window it belongs to. */
const processPrograms = new Set(
  (
    "kill pkill killall killall5 skill snice renice xkill taskkill stop-process pgrep pidof fuser lsof gdb lldb strace ltrace dtrace dtruss " +
    "gcore procdump ptrace reptyr systemctl service launchctl sc initctl osascript xdotool ydotool wmctrl wtype cliclick autohotkey"
  ).split(" "),
);
const killPrograms = new Set(["kill", "killall", "taskkill", "pkill", "stop-process"]);
const harmlessSubcommands = new Set(["--help", "-h", "help", "--version", "version"]);

/** `processIds` are Gatehouse's own. */
export function selfProtection(processIds: readonly number[]): readonly Protection[] {
  const own = new Set(processIds.map(String));
  return [
    { rule: "builtin.gatehouse-files", effect: "deny", applies: touchesFiles },
    { rule: "builtin.gatehouse-process", effect: "deny", applies: (facts) => touchesProcess(facts, own) },
    { rule: "builtin.gatehouse-command", effect: "deny", applies: runsOperatorCommand },
    { rule: "builtin.project-policy", effect: "escalate", applies: changesProjectPolicy },
  ];
}

function touchesFiles(facts: Facts): string | undefined {
  const path = facts.paths.find((candidate) => candidate.zone === "gatehouse");
  return path === undefined ? undefined : `${path.given} belongs to Gatehouse.`;
}

function touchesProcess(facts: Facts, own: ReadonlySet<string>): string | undefined {
  const command = facts.commands.find((candidate) => aimsAtProcess(candidate, own));
  if (command !== undefined) return `\`${command.text}\` aims at Gatehouse's own process.`;
  const code = facts.code.find(
    (part) => /gatehouse/i.test(part.text) && /kill|terminate|ptrace|signal/i.test(part.text),
  );
  return code === undefined ? undefined : `The ${code.language} code aims at Gatehouse's own process.`;
}

function aimsAtProcess(command: CommandFact, own: ReadonlySet<string>): boolean {
  if (!processPrograms.has(command.program.replace(/\.exe$/, ""))) return false;
  const named = command.arguments.some((argument) => /gatehouse/i.test(argument));
  if (named || command.arguments.some((argument) => own.has(argument))) return true;
  // "-1" after the signal means every process this user has.
  return killPrograms.has(command.program) && command.arguments.slice(1).includes("-1");
}

function runsOperatorCommand(facts: Facts): string | undefined {
  const command = facts.commands.find(
    (candidate) => candidate.program === "gatehouse" && !harmlessSubcommands.has(candidate.arguments[0] ?? "help"),
  );
  return command === undefined ? undefined : `\`${command.text}\` is for the person at the keyboard, not for agents.`;
}

/** An agent that could change the file would choose how strictly its own project is watched. */
function changesProjectPolicy(facts: Facts): string | undefined {
  const path = facts.paths.find(
    (candidate) =>
      candidate.access !== "read" && candidate.path.split(/[\\/]/).at(-1)?.toLowerCase() === projectFileName,
  );
  return path === undefined ? undefined : `${path.given} is the project's own policy.`;
}
