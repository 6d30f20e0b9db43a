// Which host the first bytes of a connection ask for, from real TLS clients and from bytes that lie.
import { once } from "node:events";
import { createServer } from "node:net";
import { connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { claimedHost } from "../../../../src/main/containment/gate/claimed-host.ts";
import { readClientHello } from "../../../../src/main/containment/gate/client-hello.ts";

/** What a TLS client sends first. */
async function helloOf(servername: string | undefined): Promise<Buffer> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = connect({ port, host: "127.0.0.1", ...(servername === undefined ? {} : { servername }) });
  client.on("error", () => undefined);
  onTestFinished(() => void client.destroy());
  const [socket] = await once(server, "connection");
  const [bytes] = await once(socket, "data");
  return bytes;
}

test("the name a client asks for is read from its hello", async () => {
  const hello = await helloOf("Registry.Example.org");
  expect(readClientHello(hello)).toEqual({ kind: "hello", serverName: "registry.example.org" });
  expect(claimedHost(hello)).toEqual({ kind: "claim", host: "registry.example.org" });
});

test("a hello without a name is one", async () => {
  expect(readClientHello(await helloOf(undefined))).toEqual({ kind: "hello" });
});

test("every beginning of a hello waits for more, and none of them throws", async () => {
  const hello = await helloOf("example.org");
  for (let length = 0; length < hello.length; length += 1)
    expect(readClientHello(hello.subarray(0, length)).kind).toBe("more");
});

test("a hello in several records is put together", async () => {
  const hello = await helloOf("split.example.org");
  const body = hello.subarray(5);
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += 50) {
    const part = body.subarray(at, at + 50);
    parts.push(Buffer.from([22, 3, 1, 0, part.length]), part);
  }
  expect(readClientHello(Buffer.concat(parts))).toEqual({ kind: "hello", serverName: "split.example.org" });
});

test("other protocols are not TLS, and broken lengths name nobody", async () => {
  expect(readClientHello(Buffer.from("SSH-2.0-OpenSSH\r\n"))).toEqual({ kind: "other" });
  expect(claimedHost(Buffer.from("SSH-2.0-OpenSSH\r\n"))).toEqual({ kind: "claim" });
  const hello = Buffer.from(await helloOf("example.org"));
  for (let at = 5; at < hello.length; at += 1) {
    const broken = Buffer.from(hello);
    broken[at] = 255;
    expect(() => readClientHello(broken)).not.toThrow();
  }
});

test("plain HTTP in a tunnel asks for the host of its header", () => {
  const bytes = (text: string) => Buffer.from(text);
  expect(claimedHost(bytes("GET / HTTP/1.1\r\nAccept: */*\r\nHost: Example.org:80\r\n\r\n"))).toEqual({
    kind: "claim",
    host: "example.org",
  });
  expect(claimedHost(bytes("GET / HTTP/1.1\r\nHost: exam"))).toEqual({ kind: "more" });
  expect(claimedHost(bytes("GET / HTTP/1.0\r\n\r\n"))).toEqual({ kind: "claim" });
});
