// A tunnel: bytes both ways, once what the client asks for in its first bytes agrees with the host it was opened to.
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { claimedHost } from "./claimed-host.ts";

export interface TunnelEnds {
  readonly client: Duplex;
  readonly upstream: Socket;
  /** What the client has sent already. */
  readonly head: Buffer;
  readonly host: string;
  readonly onMismatch: () => void;
}

/** TLS alert "unrecognized_name", fatal: what a server would answer. */
const unrecognizedName = Buffer.from([21, 3, 3, 0, 2, 2, 112]);
const handshakeRecord = 22;

export function joinTunnel({ client, upstream, head, host, onMismatch }: TunnelEnds): void {
  let first = head;
  // In some protocols (ssh, smtp) the server begins.
  upstream.pipe(client);
  // After an orderly end the pipe ends the client too, once it has taken everything.
  const onClose = (): void => {
    if (!upstream.readableEnded) client.destroy();
  };
  upstream.once("close", onClose);
  client.once("close", () => upstream.destroy());

  const onEnd = (): void => void upstream.end(first);

  function check(): boolean {
    const claim = claimedHost(first);
    if (first.length === 0 || claim.kind === "more") return false;
    client.off("data", onData);
    client.off("end", onEnd);
    if (claim.host !== undefined && claim.host !== host) {
      onMismatch();
      refuse();
      return true;
    }
    client.pause();
    upstream.write(first);
    client.pipe(upstream);
    return true;
  }

  function onData(chunk: Buffer): void {
    first = first.length === 0 ? chunk : Buffer.concat([first, chunk]);
    check();
  }

  function refuse(): void {
    upstream.off("close", onClose);
    upstream.unpipe(client);
    upstream.destroy();
    if (first[0] === handshakeRecord) client.end(unrecognizedName);
    else client.end("HTTP/1.1 403 Refused by Gatehouse\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  }

  if (check()) return;
  client.on("data", onData);
  client.once("end", onEnd);
}
