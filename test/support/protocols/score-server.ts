// An HTTP server on loopback that answers as a test tells it to, and remembers what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

export interface ScoreServer {
  readonly url: string;
  readonly port: number;
  readonly asked: Asked[];
  /** Answers from now on. */
  readonly answerWith: (answer: Answerer) => void;
  readonly stop: () => Promise<void>;
}

export type Answerer = (response: ServerResponse, asked: Asked) => void;

export function json(value: unknown, status = 200): Answerer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
}

export async function scoreServer(first: Answerer, port = 0): Promise<ScoreServer> {
  let answer = first;
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const question: Asked = {
        path: request.url ?? "",
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>,
      };
      asked.push(question);
      answer(response, question);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    asked,
    answerWith: (next) => {
      answer = next;
    },
    stop,
  };
}
