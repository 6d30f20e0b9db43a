// Many intents over one WebSocket that is cut in the middle: nothing is lost, nothing runs twice.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { GovernanceClient } from "../../../sdk/typescript/src/index.ts";
import { startGatehouse } from "../../support/engine/gatehouse.ts";

const count = 1000;

/** Passes bytes on, and can cut every connection at once. */
async function cuttable(target: URL): Promise<{ readonly url: string; readonly cut: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    // The engine serves only those who call it by its own address.
    near.once("data", (head: Buffer) => {
      far.write(head.toString("latin1").replace(/^host: .*$/im, `host: ${target.host}`), "latin1");
      near.pipe(far);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): number => {
    const { size } = sockets;
    for (const socket of sockets) socket.destroy();
    return size;
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

test(`${count} governed calls, cut in the middle`, async () => {
  const gatehouse = await startGatehouse();
  const decided = new Map<string, number>();
  const reported = new Map<string, number>();
  const add = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  gatehouse.events.subscribe(({ event }) => {
    if (event.type === "intent_received") add(decided, event.intent.intentId);
    if (event.type === "execution_complete") add(reported, event.report.intentId);
  });
  const proxy = await cuttable(new URL(gatehouse.address.ws));
  const client = new GovernanceClient(proxy.url, { agentDid: "did:aeon:load:1.0:abc123" });
  onTestFinished(() => client.close());
  await client.register({ name: "Load" });
  const runs: string[] = [];
  let cuts = 0;
  const read = client.governed("read_file", async ({ path }: { readonly path: string }) => {
    runs.push(path);
    if (runs.length === count / 2) cuts = proxy.cut();
    return { path };
  });
  const paths = Array.from({ length: count }, (_, index) => `/tmp/gatehouse-load/${index}.txt`);
  const values = await Promise.all(paths.map((path) => read({ path }, { workspace: "/tmp/gatehouse-load" })));
  expect(cuts).toBeGreaterThan(0);
  expect(values.map(({ path }) => path)).toEqual(paths);
  expect(runs.toSorted()).toEqual(paths.toSorted());
  await expect.poll(() => [decided.size, reported.size]).toEqual([count, count]);
  expect(new Set([...decided.values(), ...reported.values()])).toEqual(new Set([1]));
});
