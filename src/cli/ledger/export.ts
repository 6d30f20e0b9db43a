// gatehouse ledger export: the whole ledger as a file that others can verify.
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { exportLines, publicKeyOf } from "../../main/store/export.ts";
import { openLedgerFile } from "../../main/store/files.ts";
import { asksForHelp, helpText, readArguments } from "../arguments.ts";
import { type Command, report } from "../command.ts";
import { exitCodes, usage } from "../failure.ts";
import { failureOf } from "./reading.ts";

const formats: readonly string[] = ["jsonl"];

const definition = {
  usage: "ledger export [--format jsonl] [--out FILE]",
  summary: "Write the ledger to a file, or to standard output.",
  details: "jsonl loses nothing and can be verified anywhere with verify-ledger.mjs.",
  options: ["format", "out"],
  operands: [0, 0],
} as const;

export const exportLedger: Command = {
  summary: definition.summary,
  run: async (argv, terminal) => {
    if (asksForHelp(argv)) {
      terminal.write(`${helpText(definition)}\n`);
      return exitCodes.done;
    }
    const json = argv.includes("--json");
    const given = readArguments(definition, argv);
    if (!given.ok) return report(given.error, json, terminal);
    const { options, dataDirectory } = given.value;
    const { format = "jsonl", out } = options;
    if (!formats.includes(format)) return report(usage(`--format is one of ${formats.join(", ")}.`), json, terminal);
    try {
      const connection = openLedgerFile(dataDirectory);
      try {
        const lines = exportLines(connection, { publicKey: publicKeyOf(dataDirectory) });
        await (out === undefined ? pour(lines, process.stdout) : writeFile(lines, out));
      } finally {
        connection.close();
      }
      if (out !== undefined) terminal.complain(`The ledger is in ${out}.\n`);
      return exitCodes.done;
    } catch (error) {
      return report(failureOf(error), json, terminal);
    }
  },
};

async function writeFile(lines: Iterable<string>, file: string): Promise<void> {
  const stream = createWriteStream(file, { mode: 0o600 });
  await pour(lines, stream);
  stream.end();
  await once(stream, "close");
}

/** No faster than the other side reads. */
async function pour(lines: Iterable<string>, stream: NodeJS.WritableStream): Promise<void> {
  for (const text of lines) if (!stream.write(text)) await once(stream, "drain");
}
