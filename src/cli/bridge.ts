// A command that joins an agent's standard input and output to a socket of the running engine. Lines go both ways.
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Endpoints } from "../shared/local/endpoints.ts";
import { asksForHelp, helpText, readArguments } from "./arguments.ts";
import { type Command, report } from "./command.ts";
import { exitCodes } from "./failure.ts";
import { openSocket } from "./operator.ts";
import { endpointsIn } from "./place.ts";
import { commandTable } from "./table/index.ts";

export function bridgeCommand(name: "stdio" | "a2e", to: Exclude<keyof Endpoints, "folder">): Command {
  const definition = commandTable[name];
  return {
    run: async (argv, terminal) => {
      if (asksForHelp(argv)) {
        terminal.write(`${helpText(definition)}\n`);
        return exitCodes.done;
      }
      const read = readArguments(definition, argv);
      const socket = read.ok ? await openSocket(endpointsIn(read.value.dataDirectory)[to]) : read;
      if (!socket.ok) return report(socket.error, false, terminal);
      return bridge(socket.value, terminal.complain);
    },
  };
}

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
