// The gatehouse command: finds what was asked for and runs it.
import "../main/model/telemetry-off.ts";
import { suggestion } from "../main/engine/rules/suggestion.ts";
import { steadyThreads } from "../main/machine/steady-threads.ts";
import { asksForHelp } from "./arguments.ts";
import type { Command, Terminal } from "./command.ts";
import { exitCodes } from "./failure.ts";
import { table } from "./text.ts";

/** Loaded when they are called: starting is most of what a command does. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map(
  Object.entries({
    serve: async () => (await import("./commands/serve.ts")).serve,
    status: async () => (await import("./commands/status.ts")).status,
    approvals: async () => (await import("./decisions/approvals.ts")).approvals,
    approve: async () => (await import("./decisions/approve.ts")).approve,
    deny: async () => (await import("./decisions/deny.ts")).deny,
    "allow-once": async () => (await import("./decisions/allow-once.ts")).allowOnce,
    undo: async () => (await import("./decisions/undo.ts")).undo,
    grants: async () => (await import("./decisions/grants.ts")).grants,
    revoke: async () => (await import("./decisions/revoke.ts")).revoke,
    halt: async () => (await import("./commands/halt.ts")).halt,
    resume: async () => (await import("./commands/resume.ts")).resume,
    observe: async () => (await import("./commands/observe.ts")).observe,
    agents: async () => (await import("./commands/agents.ts")).agents,
    agbom: async () => (await import("./commands/agbom.ts")).agbom,
    connect: async () => (await import("./commands/connect.ts")).connect,
    disconnect: async () => (await import("./commands/connect.ts")).disconnect,
    repair: async () => (await import("./commands/connect.ts")).repair,
    pair: async () => (await import("./commands/pair.ts")).pair,
    explain: async () => (await import("./commands/explain.ts")).explain,
    score: async () => (await import("./commands/score.ts")).score,
    token: async () => (await import("./commands/token.ts")).token,
    policy: async () => (await import("./commands/policy.ts")).policy,
    packs: async () => (await import("./commands/packs.ts")).packs,
    ledger: async () => (await import("./ledger/index.ts")).ledger,
    a2e: async () => (await import("./commands/a2e.ts")).a2e,
    stdio: async () => (await import("./commands/stdio.ts")).stdio,
  }),
);

async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  steadyThreads();
  const [name, ...rest] = argv;
  if (name === undefined || name === "help" || (name.startsWith("-") && asksForHelp(argv))) {
    terminal.write(`${await overview()}\n`);
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  const load = commands.get(name);
  if (load !== undefined) return (await load()).run(rest, terminal);
  terminal.complain(
    `There is no command ${JSON.stringify(name)}.${suggestion(name, commands.keys())}\n\n${await overview()}\n`,
  );
  return exitCodes.usage;
}

async function overview(): Promise<string> {
  const rows = await Promise.all([...commands].map(async ([name, load]) => [`  ${name}`, (await load()).summary]));
  return [
    "Usage: gatehouse COMMAND [OPTION]...",
    "",
    table(rows),
    "",
    "Every command: --json for machines, --data-dir DIR (or GATEHOUSE_HOME) for another engine, --help for its options.",
  ].join("\n");
}

process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that has seen enough (| head) is no fault; what was found out stays what it is.
  if (code === "EPIPE" || code === "EOF") process.exit();
  process.stderr.write(`The output could not be written: ${message}\n`);
  process.exit(exitCodes.failed);
});
process.exitCode = await main(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
