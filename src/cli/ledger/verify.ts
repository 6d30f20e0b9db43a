// gatehouse ledger verify: whether the ledger is what was recorded. Exit code 0 sound, 1 altered or alarm, 2 not checked.
import { existsSync } from "node:fs";
import { workerUrl } from "../../main/workers/entries.ts";
import { verifyHelpers, verifyLedger, type VerifyReport } from "../../main/store/proof/index.ts";
import { asksForHelp, helpText, readArguments } from "../arguments.ts";
import { type Command, report } from "../command.ts";
import { exitCodes } from "../failure.ts";
import { counted } from "../text.ts";
import { moment } from "./entry-text.ts";
import { createProgress } from "./progress.ts";
import { failureOf } from "./reading.ts";
import { commandTable } from "../table/index.ts";

const definition = commandTable["ledger verify"];

const couldNotBeChecked = 2;

export const verify: Command = {
  run: async (argv, terminal) => {
    if (asksForHelp(argv)) {
      terminal.write(`${helpText(definition)}\n`);
      return exitCodes.done;
    }
    const json = argv.includes("--json");
    const given = readArguments(definition, argv);
    if (!given.ok) return report(given.error, json, terminal);
    const { options, dataDirectory } = given.value;
    const progress = createProgress(terminal, process.stderr.isTTY);
    try {
      const found = verifyLedger({
        directory: dataDirectory,
        ...(options.key === undefined ? {} : { publicKeys: [options.key] }),
        onProgress: progress.show,
        ...(existsSync(workerUrl("ledger-reader")) ? { helpers: verifyHelpers(1) } : {}),
      });
      progress.clear();
      terminal.write(json ? `${JSON.stringify(found)}\n` : `${describe(found)}\n`);
      return found.sound ? exitCodes.done : exitCodes.failed;
    } catch (error) {
      progress.clear();
      report(failureOf(error), json, terminal);
      return couldNotBeChecked;
    }
  },
};

function describe({
  sound,
  problem,
  entries,
  last,
  checkpoints,
  lastCheckpoint,
  milliseconds,
  notes,
}: VerifyReport): string {
  const verdict = sound
    ? `Sound: ${counted(entries, "entry", "entries")} up to ${last}, ${counted(checkpoints, "checkpoint")}.`
    : `${problem?.what === "anchor" ? "ALARM" : "ALTERED"}: ${problem?.message ?? "The ledger is not what was recorded."}`;
  const signed =
    lastCheckpoint === undefined
      ? []
      : [
          `Last signed at entry ${lastCheckpoint.size}, ${moment(lastCheckpoint.at)}, with key ${lastCheckpoint.keyId}.`,
        ];
  return [verdict, ...signed, ...notes, `Checked in ${(milliseconds / 1000).toFixed(1)} s.`].join("\n");
}
