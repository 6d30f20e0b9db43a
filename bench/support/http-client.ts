// A lean HTTP client for measurements: one kept connection, one request at a time, so that little of a figure is its own.
import { connect, type Socket } from "node:net";

export interface HttpClient {
  /** The body of the answer; rejects when its status is not 200 or the connection ends. */
  readonly post: (body: string) => Promise<string>;
  readonly close: () => void;
}

const headEnd = "\r\n\r\n";
const lengthHeader = /\r\ncontent-length: *(\d+)/i;

/** Both servers under measurement say how long their answers are, and answer in one piece. */
export function openHttpClient(url: string, path = "/rpc"): Promise<HttpClient> {
  const { hostname, port } = new URL(url);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: `;
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let waiting: PromiseWithResolvers<string> | undefined;
  let received = "";

  function fail(error: Error): void {
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  }

  // As Latin-1 a character is a byte, so that lengths can be compared without decoding twice.
  socket.setEncoding("latin1");
  socket.on("data", (part: string) => {
    received = received === "" ? part : received + part;
    const end = received.indexOf(headEnd);
    if (end === -1) return;
    const length = Number(lengthHeader.exec(received)?.[1] ?? Number.NaN);
    const whole = end + headEnd.length + length;
    if (!(received.length >= whole))
      return Number.isNaN(length) ? fail(new Error("An answer has no length.")) : undefined;
    const answer = received;
    received = "";
    if (!answer.startsWith("HTTP/1.1 200 ") || answer.length > whole)
      return fail(new Error(`Not an answer: ${answer}`));
    const answered = waiting;
    waiting = undefined;
    answered?.resolve(answer.slice(end + headEnd.length));
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The connection has ended.")));

  const client: HttpClient = {
    post(body) {
      const answered = Promise.withResolvers<string>();
      waiting = answered;
      socket.write(`${head}${Buffer.byteLength(body)}${headEnd}${body}`);
      return answered.promise;
    },
    close: () => void socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(client));
    socket.once("error", reject);
  });
}
