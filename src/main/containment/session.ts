// The socket on which runs are opened: one request a connection, and the run ends with it.
import type { LineProtocol } from "../../shared/lib/line-stream.ts";
import { flat, runRequestSchema } from "./request.ts";
import type { OpenedRun, RunKeeper } from "./runs.ts";

export function runProtocol(
  runs: Pick<RunKeeper, "open">,
  fault: (where: string, error: unknown) => void,
): LineProtocol {
  return (peer) => {
    let asked = false;
    let gone = false;
    let opened: OpenedRun | undefined;

    function refuse(message: string): void {
      peer.send(flat([["error", message]]));
      peer.end();
    }

    async function open(value: unknown): Promise<void> {
      const request = runRequestSchema.safeParse(value);
      if (!request.success) {
        const [issue] = request.error.issues;
        return refuse(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "The request cannot be read."}`);
      }
      const result = await runs.open(request.data);
      if (!result.ok) return refuse(result.error);
      opened = result.value;
      if (gone) await opened.close();
      else peer.send(flat(opened.instructions));
    }

    function close(): void {
      gone = true;
      const before = opened;
      opened = undefined;
      before?.close().catch((error: unknown) => fault("end of a contained run", error));
    }

    return {
      receive: (line) => {
        if (!peer.admits(undefined)) return refuse("This socket serves its owner only.");
        if (asked) return refuse("A run has been opened on this connection already.");
        asked = true;
        if (line.kind !== "json") return refuse("The request cannot be read.");
        open(line.value).catch((error: unknown) => {
          fault("start of a contained run", error);
          refuse("The engine failed to prepare the run; its log says why. Nothing was started.");
        });
      },
      inputEnded: close,
      closed: close,
      stopping: () => undefined,
    };
  };
}
