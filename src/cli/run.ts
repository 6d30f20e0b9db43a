// Finds the command that was asked for and runs it.
import { suggestion } from "../main/engine/rules/suggestion.ts";
import { asksForHelp, hasOption } from "./arguments.ts";
import { report, type Terminal } from "./command.ts";
import { exitCodes, usage } from "./failure.ts";
import { groupHelp, overview } from "./help.ts";
import { programs } from "./programs.ts";
import { commandNames, firstWords, isCommand, isGroup, membersOf } from "./table/index.ts";

export async function runGatehouse(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first, second] = argv;
  if (first === undefined || first === "help" || (first.startsWith("-") && asksForHelp(argv))) {
    terminal.write(`${overview()}\n`);
    return first === undefined ? exitCodes.usage : exitCodes.done;
  }
  if (first === "--version" || first === "-v") return run("version", argv.slice(1), terminal);
  if (isGroup(first)) {
    if (second === undefined || second.startsWith("-")) {
      terminal.write(`${groupHelp(first)}\n`);
      return asksForHelp(argv) ? exitCodes.done : exitCodes.usage;
    }
    return run(
      `${first} ${second}`,
      argv.slice(2),
      terminal,
      membersOf(first).map(([word]) => `${first} ${word}`),
    );
  }
  return run(
    first,
    argv.slice(1),
    terminal,
    firstWords().map(([word]) => word),
  );
}

async function run(
  name: string,
  argv: readonly string[],
  terminal: Terminal,
  known: readonly string[] = commandNames,
): Promise<number> {
  if (isCommand(name)) return (await programs[name]()).run(argv, terminal);
  const message = `There is no command ${JSON.stringify(name)}.${suggestion(name, known)}`;
  return report(usage(`${message}\nSee: gatehouse help`), hasOption(argv, "--json"), terminal);
}
