// Something else in the engine's place: listens where hooks ask, and answers nonsense or nothing.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";

export type Nonsense = "words" | "half an object" | "silence";

const bodies: Readonly<Record<Exclude<Nonsense, "silence">, string>> = {
  words: "certainly",
  "half an object": '{"kind":"allow","decision":"allow","hookSpecificOutput":{"permissionDecision":"al',
};

export interface FalseEngine {
  /** What every question gets from now on. */
  readonly say: (nonsense: Nonsense) => void;
  /** Whether a question with this text came before anything ran. */
  readonly wasAsked: (text: string) => boolean;
  readonly close: () => Promise<void>;
}

export async function startFalseEngine(http: string, hookSocket: string): Promise<FalseEngine> {
  let nonsense: Nonsense = "words";
  let asked = "";
  const answer: RequestListener = (request, response) => {
    request.on("data", (chunk: Buffer) => (asked += chunk.toString("utf8")));
    if (nonsense === "silence") return;
    response.setHeader("content-type", "application/json");
    response.end(bodies[nonsense]);
  };
  const servers = [createServer(answer), createServer(answer)] as const;
  rmSync(hookSocket, { force: true });
  servers[0].listen(hookSocket);
  servers[1].listen(Number(new URL(http).port), "127.0.0.1");
  await Promise.all(servers.map((server) => once(server, "listening")));
  return {
    say: (next) => {
      nonsense = next;
    },
    wasAsked: (text) => asked.includes(text),
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(hookSocket, { force: true });
    },
  };
}
