// gatehouse ledger export: the ledger, or what a filter finds in it, as a file for others.
import { type ExportSource, exportText, partFor, writeExport } from "../../main/store/export/index.ts";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { type ExportFormat, exportFormats, type ExportReport } from "../../shared/contract/ledger-export.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { asksForHelp, helpText, readArguments } from "../arguments.ts";
import { type Command, report } from "../command.ts";
import { type CommandFailure, exitCodes, usage } from "../failure.ts";
import { counted } from "../text.ts";
import { readFilter } from "./filters.ts";
import { createProgress } from "./progress.ts";
import { failureOf, withReader } from "./reading.ts";
import { commandTable } from "../table/index.ts";

/** As a shell counts a command that was interrupted. */
const interrupted = 130;

const definition = commandTable["ledger export"];

export const exportLedger: Command = {
  run: async (argv, terminal) => {
    if (asksForHelp(argv)) {
      terminal.write(`${helpText(definition)}\n`);
      return exitCodes.done;
    }
    const json = argv.includes("--json");
    const source = readSource(argv);
    if (!source.ok) return report(source.error, json, terminal);
    const { out, ...what } = source.value;
    const progress = createProgress(terminal, process.stderr.isTTY && (out !== undefined || !process.stdout.isTTY));
    const stop = new AbortController();
    const interrupt = (): void => stop.abort();
    process.once("SIGINT", interrupt);
    try {
      const asked = { ...what, onProgress: progress.show };
      if (out === undefined) {
        await pour(exportText(asked), process.stdout, stop.signal);
        progress.clear();
        return exitCodes.done;
      }
      const made = await writeExport({ ...asked, out, part: partFor(out), signal: stop.signal });
      progress.clear();
      if (json) terminal.write(`${JSON.stringify(made)}\n`);
      else terminal.complain(`${describe(made)}\n`);
      return exitCodes.done;
    } catch (error) {
      progress.clear();
      if (!stop.signal.aborted) return report(failureOf(error), json, terminal);
      report({ code: "refused", message: "Stopped; nothing was left behind." }, json, terminal);
      return interrupted;
    } finally {
      process.off("SIGINT", interrupt);
    }
  },
};

function readSource(argv: readonly string[]): Result<ExportSource & { readonly out?: string }, CommandFailure> {
  const given = readArguments(definition, argv);
  if (!given.ok) return given;
  const { options, operands, dataDirectory: directory } = given.value;
  const { format = "jsonl", out } = options;
  if (!isFormat(format)) return fail(usage(`--format is one of ${exportFormats.join(", ")}.`));
  return withReader(directory, (reader) => {
    const filter = readFilter(options, operands.join(" "), Date.now(), reader);
    if (!filter.ok) return filter;
    return ok({ directory, format, filter: filter.value, ...(out === undefined ? {} : { out }) });
  });
}

function isFormat(text: string): text is ExportFormat {
  return exportFormats.some((format) => format === text);
}

function describe({ file, entries, bytes }: ExportReport): string {
  return `${counted(entries, "entry", "entries")} in ${file}, ${Math.ceil(bytes / 1024)} KB.`;
}

/** No faster than the other side reads; a reader that has seen enough is no failure. */
async function pour(texts: Iterable<string>, stream: NodeJS.WritableStream, signal: AbortSignal): Promise<void> {
  let closed = false;
  const end = (error: NodeJS.ErrnoException): void => void (closed = error.code === "EPIPE");
  stream.once("error", end);
  try {
    for (const text of texts) {
      if (!stream.write(text)) await once(stream, "drain", { signal });
      // A file never asks to wait, but a signal must get through.
      await setImmediate();
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!closed) throw error;
  } finally {
    stream.off("error", end);
  }
}
