// A lean WebSocket client for measurements, as lean as the HTTP one beside it: one request at a time, short text frames.
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

export interface WebSocketClient {
  /** The next text that comes back; rejects when the connection ends. */
  readonly post: (text: string) => Promise<string>;
  readonly close: () => void;
}

const headEnd = "\r\n\r\n";
const textFrame = 0x81;

export async function openWebSocketClient(url: string): Promise<WebSocketClient> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let waiting: PromiseWithResolvers<string> | undefined = Promise.withResolvers();
  let upgraded = false;
  let received: Buffer = Buffer.alloc(0);

  function fail(error: Error): void {
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  }

  function answer(text: string): void {
    const answered = waiting;
    waiting = undefined;
    answered?.resolve(text);
  }

  function takeFrames(): void {
    for (let frame = frameIn(received); frame !== undefined; frame = frameIn(received)) {
      received = received.subarray(frame.end);
      // A ping may come in between; nobody waits for that.
      if (frame.isText) answer(frame.text);
    }
  }

  socket.on("data", (part: Buffer) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    if (upgraded) return takeFrames();
    const end = received.indexOf(headEnd);
    if (end === -1) return;
    const head = received.toString("latin1", 0, end);
    received = received.subarray(end + headEnd.length);
    upgraded = true;
    if (head.startsWith("HTTP/1.1 101 ")) answer(head);
    else fail(new Error(`Not upgraded: ${head}`));
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The connection has ended.")));
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}${headEnd}`,
  );
  await waiting.promise;
  return {
    post(text) {
      const answered = Promise.withResolvers<string>();
      waiting = answered;
      socket.write(frameOf(text));
      return answered.promise;
    },
    close: () => void socket.destroy(),
  };
}

/** Clients must mask; a mask of zeros leaves the bytes as they are. */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length < 126 || length > 0xffff) throw new Error("The bench sends messages of middle length.");
  const frame = Buffer.alloc(8 + length);
  frame[0] = textFrame;
  frame[1] = 0x80 | 126;
  frame.writeUInt16BE(length, 2);
  frame.write(text, 8);
  return frame;
}

interface Frame {
  readonly isText: boolean;
  readonly text: string;
  readonly end: number;
}

function frameIn(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  if (short === 127) throw new Error("The engine's answers are short.");
  if (short === 126 && bytes.length < 4) return undefined;
  const start = short === 126 ? 4 : 2;
  const end = start + (short === 126 ? bytes.readUInt16BE(2) : short);
  if (bytes.length < end) return undefined;
  return { isText: bytes[0] === textFrame, text: bytes.toString("utf8", start, end), end };
}
