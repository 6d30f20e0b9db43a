// The gate of a run: hosts of a private network by the policy, and what an agent asks for by itself.
import { afterEach, expect, test, vi } from "vitest";
import type { Boundary } from "../../../../src/main/containment/boundary/requests.ts";
import type { GateHandlers, GateRules } from "../../../../src/main/containment/gate/gates.ts";
import { createRunGates } from "../../../../src/main/containment/gate/index.ts";
import { addressRefusal, hostAnswer } from "../../../../src/main/containment/gate/rules.ts";
import { planRequest } from "../plan/support.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function opened(working: boolean) {
  let rules: GateRules | undefined;
  let handlers: GateHandlers | undefined;
  const askHost = vi.fn<Boundary["askHost"]>(async () => ({ allowed: true, holdsMs: 1 }));
  const refusedHost = vi.fn<Boundary["refusedHost"]>();
  const errand = [{ host: "github.com", reason: "plugins" }];
  const gates = createRunGates({
    gates: {
      open: async (_run, _socket, given, heard) => {
        [rules, handlers] = [given, heard];
        return { setRules: () => undefined, forget: () => undefined, close: async () => [] };
      },
      close: async () => undefined,
    },
    known: { registries: [], modelOf: () => [], unneededBy: () => [], errandsOf: () => errand },
    boundary: { askHost, refusedHost, ended: async () => undefined, isWorking: () => working },
    network: () => ({}),
    isStopped: () => false,
    traffic: () => undefined,
  });
  const run = { ...planRequest().run, privateHosts: ["git.corp.internal:443", "10.2.0.7"] };
  const gate = await gates.open(run);
  if (!gate.ok || rules === undefined || handlers === undefined) throw new Error("The gate was not opened.");
  closing.push(gate.value.close);
  return { rules, handlers, askHost, refusedHost };
}

test("a private host that the policy names is reached, at the port it names; others are not", async () => {
  const { rules } = await opened(false);
  expect(hostAnswer(rules, "git.corp.internal", 443)).toEqual({ kind: "allow" });
  expect(addressRefusal(rules, "git.corp.internal", 443, "10.9.9.9")).toBeUndefined();
  expect(hostAnswer(rules, "git.corp.internal", 22)).toEqual({ kind: "refuse", reason: "local" });
  expect(addressRefusal(rules, "10.2.0.7", 5432, "10.2.0.7")).toBeUndefined();
  expect(addressRefusal(rules, "10.2.0.8", 5432, "10.2.0.8")).toBe("local");
});

test("what the agent itself asks for is refused without a question while no command runs", async () => {
  const { handlers, askHost, refusedHost } = await opened(false);
  expect(await handlers.ask("github.com", 443)).toMatchObject({ allowed: false });
  expect(refusedHost).toHaveBeenCalledWith(expect.anything(), "github.com", 443, "unneeded");
  await handlers.ask("example.com", 443);
  expect(askHost).toHaveBeenCalledTimes(1);
});

test("a command of the agent may be allowed the same host by a human", async () => {
  const { handlers, askHost } = await opened(true);
  expect(await handlers.ask("github.com", 443)).toMatchObject({ allowed: true });
  expect(askHost).toHaveBeenCalledTimes(1);
});
