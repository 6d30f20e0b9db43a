// Every operation has one channel; what arrives there is checked before the engine sees it.
import type { IpcMainInvokeEvent } from "electron";
import { describe, expect, test } from "vitest";
import { handleOperations, type Registry } from "../../../src/main/ipc/handle.ts";
import { unavailableOperations } from "../../../src/main/ipc/unavailable.ts";
import { channelOf, operationNames, startAgainChannel } from "../../../src/shared/contract/channels.ts";
import type { Operations } from "../../../src/shared/contract/contract.ts";
import { createFakeEngine } from "../../support/window/fake-operations.ts";

type Handler = Parameters<Registry["handle"]>[1];

const trust = { isOurs: (id: number) => id === 1, origins: ["app://gatehouse"] };

function event(id = 1, origin = "app://gatehouse"): IpcMainInvokeEvent {
  return { sender: { id }, senderFrame: { origin, url: `${origin}/`, parent: null } } as unknown as IpcMainInvokeEvent;
}

function serve(operations: Operations) {
  const handlers = new Map<string, Handler>();
  const faults: string[] = [];
  let restarts = 0;
  handleOperations({ handle: (channel, handler) => void handlers.set(channel, handler) }, trust, {
    operations: () => Promise.resolve(operations),
    startAgain: () => {
      restarts += 1;
      return Promise.resolve();
    },
    onFault: (channel) => faults.push(channel),
  });
  const ask = (channel: string, from: IpcMainInvokeEvent, input?: unknown): Promise<unknown> =>
    Promise.resolve(handlers.get(channel)?.(from, input));
  return { handlers, faults, ask, restarts: () => restarts };
}

const fake = (): Operations =>
  createFakeEngine("busy", { http: "http://127.0.0.1:1", ws: "ws://127.0.0.1:1" }).operations;

describe("operations over IPC", () => {
  test("each operation has its channel, and there is no other", () => {
    const { handlers } = serve(fake());
    expect([...handlers.keys()].sort()).toEqual([...operationNames.map(channelOf), startAgainChannel].sort());
  });

  test("an answer crosses as a value", async () => {
    const { ask } = serve(fake());
    expect(await ask(channelOf("getStatus"), event(), {})).toMatchObject({ ok: true, value: { mode: "enforce" } });
  });

  test("a stranger gets a refusal and the engine hears nothing", async () => {
    let heard = 0;
    const counting = { ...fake(), setHalt: () => ((heard += 1), Promise.reject(new Error("heard"))) };
    const { ask } = serve(counting);
    const refused = { ok: false, error: { code: "refused" } };
    expect(await ask(channelOf("setHalt"), event(2), { halted: false })).toMatchObject(refused);
    expect(await ask(channelOf("setHalt"), event(1, "https://evil.example"), { halted: false })).toMatchObject(refused);
    expect(heard).toBe(0);
  });

  test.each([
    ["resolveApproval", { approvalId: "a", decision: "approve", digest: "short" }],
    ["resolveApproval", { approvalId: "a", decision: "allow", digest: "0".repeat(64) }],
    ["setHalt", { halted: "yes" }],
    ["getStatus", { extra: 1 }],
    ["listFeed", undefined],
  ] as const)("%s refuses input that does not fit its schema", async (name, input) => {
    const { ask } = serve(fake());
    expect(await ask(channelOf(name), event(), input)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  });

  test("an engine that throws gives an error value without its insides", async () => {
    const { ask, faults } = serve({ ...fake(), getStatus: () => Promise.reject(new Error("secret detail")) });
    const answer = await ask(channelOf("getStatus"), event(), {});
    expect(answer).toMatchObject({ ok: false, error: { code: "fault" } });
    expect(JSON.stringify(answer)).not.toContain("secret detail");
    expect(faults).toEqual([channelOf("getStatus")]);
  });

  test("without an engine every operation says why", async () => {
    const { ask } = serve(unavailableOperations("Port 3000 is taken."));
    for (const name of ["getStatus", "listFeed", "sendTestIntent"] as const) {
      expect(await ask(channelOf(name), event(), {})).toEqual({
        ok: false,
        error: { code: "unavailable", message: "Port 3000 is taken." },
      });
    }
  });

  test("starting again is for our window only", async () => {
    const { ask, restarts } = serve(fake());
    await ask(startAgainChannel, event(2));
    expect(restarts()).toBe(0);
    await ask(startAgainChannel, event());
    expect(restarts()).toBe(1);
  });
});
