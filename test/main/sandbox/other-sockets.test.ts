// Sockets of other programs that a sandboxed command could reach.
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { socketsIn } from "../../../src/main/sandbox/network/other-sockets.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

async function listenAt(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

test.runIf(process.platform === "linux")("finds a socket in a place it may use", async () => {
  const place = temporaryDirectory();
  await listenAt(join(place, "agent.sock"));
  expect(await socketsIn([place])).toContain(join(place, "agent.sock"));
});

const isRoot = process.getuid?.() === 0;
test.runIf(isRoot)(
  "leaves out what lies in a folder of another user alone: nothing can be mounted there (needs root)",
  async () => {
    const place = temporaryDirectory();
    const theirs = join(place, "theirs");
    mkdirSync(theirs);
    await listenAt(join(theirs, "editor.sock"));
    chownSync(theirs, 65_534, 65_534);
    chmodSync(theirs, 0o700);
    expect(await socketsIn([place])).toEqual([]);
  },
);
