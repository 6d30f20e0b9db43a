// Handles that Gatehouse was started with, beside those it opened itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const file = join(import.meta.dirname, "../../../../src/main/sandbox/commands/inherited.ts");

/** Looks twice at what a child has as its handle 40, with sockets of its own open. */
const script = `
  import { once } from "node:events";
  import { connect, createServer } from "node:net";
  import { text } from "node:stream/consumers";
  import { spawnWithout } from ${JSON.stringify(file)};
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  for (let count = 0; count < 20; count += 1) await once(connect(server.address().port, "127.0.0.1"), "connect");
  for (const look of ["first", "second"]) {
    const child = spawnWithout("readlink", ["/proc/self/fd/40"], { stdio: ["ignore", "pipe", "ignore"] });
    console.log(look, (await text(child.stdout)).trim());
  }
  process.exit();
`;

test.runIf(process.platform === "linux")("a socket among them is never taken for one of its own", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  const socket: Socket = connect(address.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const between = Array.from({ length: 37 }, () => "ignore" as const);
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit", ...between, socket],
  });
  if (child.stdout === null) throw new Error("It has no output.");
  expect(await textOf(child.stdout)).toBe("first /dev/null\nsecond /dev/null\n");
});
