// gatehouse stdio: an agent's standard input and output, joined to the running engine. Lines of JSON-RPC both ways.
import { once } from "node:events";
import type { Socket } from "node:net";
import { asksForHelp, helpText, readArguments } from "../arguments.ts";
import { type Command, report } from "../command.ts";
import { exitCodes } from "../failure.ts";
import { openSocket } from "../operator.ts";
import { endpointsIn } from "../place.ts";

const definition = {
  usage: "stdio [--data-dir DIR]",
  summary: "Speak A2G on standard input and output: one JSON-RPC message a line.",
  options: [],
  operands: [0, 0],
} as const;

export const stdio: Command = {
  summary: definition.summary,
  run: async (argv, terminal) => {
    if (asksForHelp(argv)) {
      terminal.write(`${helpText(definition)}\n`);
      return exitCodes.done;
    }
    const given = readArguments(definition, argv);
    const socket = given.ok ? await openSocket(endpointsIn(given.value.dataDirectory).agent) : given;
    if (!socket.ok) return report(socket.error, false, terminal);
    return bridge(socket.value, terminal.complain);
  },
};

/** Ends when the engine has said its last word, or when nobody reads it any more. */
async function bridge(socket: Socket, complain: (text: string) => void): Promise<number> {
  let finished = false;
  process.stdin.once("end", () => {
    finished = true;
  });
  socket.on("error", () => {});
  process.stdout.on("error", () => socket.destroy());
  process.stdin.pipe(socket);
  socket.pipe(process.stdout, { end: false });
  await once(socket, "close");
  process.stdin.destroy();
  if (finished || process.stdout.destroyed) return exitCodes.done;
  complain("Gatehouse has closed the connection.\n");
  return exitCodes.failed;
}
