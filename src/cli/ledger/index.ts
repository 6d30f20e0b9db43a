// gatehouse ledger: what was recorded, searched, shown, proven and handed on. With or without a running engine.
import { suggestion } from "../../main/engine/rules/suggestion.ts";
import { asksForHelp, helpText } from "../arguments.ts";
import { type Command, report } from "../command.ts";
import { exitCodes, usage } from "../failure.ts";
import { table } from "../text.ts";

const commands: ReadonlyMap<string, () => Promise<Command>> = new Map(
  Object.entries({
    verify: async () => (await import("./verify.ts")).verify,
    search: async () => (await import("./search.ts")).search,
    show: async () => (await import("./show.ts")).show,
    prove: async () => (await import("./prove.ts")).prove,
    stats: async () => (await import("./stats.ts")).stats,
    export: async () => (await import("./export.ts")).exportLedger,
  }),
);

const definition = {
  usage: "ledger verify\nledger search [QUERY]\nledger show ID\nledger prove ID\nledger stats\nledger export",
  summary: "Verify, search, show, prove and export what was recorded.",
};

export const ledger: Command = {
  summary: definition.summary,
  run: async (argv, terminal) => {
    const [name, ...rest] = argv;
    const load = name === undefined ? undefined : commands.get(name);
    if (load !== undefined) return (await load()).run(rest, terminal);
    if (name === undefined || asksForHelp(argv)) {
      terminal.write(`${helpText({ ...definition, details: await overview() })}\n`);
      return name === undefined ? exitCodes.usage : exitCodes.done;
    }
    const message = `There is no command "ledger ${name}".${suggestion(name, commands.keys())}`;
    return report(usage(message), argv.includes("--json"), terminal);
  },
};

async function overview(): Promise<string> {
  return table(await Promise.all([...commands].map(async ([name, load]) => [`  ${name}`, (await load()).summary])));
}
