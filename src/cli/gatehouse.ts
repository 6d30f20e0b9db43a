// The gatehouse command, as a process.
import "../main/model/telemetry-off.ts";
import { steadyThreads } from "../main/machine/steady-threads.ts";
import { exitCodes } from "./failure.ts";
import { runGatehouse } from "./run.ts";

process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that has seen enough (| head) is no fault; what was found out stays what it is.
  if (code === "EPIPE" || code === "EOF") process.exit();
  process.stderr.write(`The output could not be written: ${message}\n`);
  process.exit(exitCodes.failed);
});
steadyThreads();
process.exitCode = await runGatehouse(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
