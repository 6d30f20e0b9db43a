// Extensions of A2G over the real listener: what is negotiated at registration, and a question that only a human answers.
import { describe, expect, test } from "vitest";
import { agentDid, call, connectAgent, startGatehouse } from "../../support/engine/gatehouse.ts";
import type { Gatehouse } from "../../../src/main/app/start.ts";

const registration = { agent_did: agentDid, metadata: { name: "Asker" } };
const offering = { ...registration, extensions: ["a2g/escalate", "x/unknown"] };
const question = { agent_did: agentDid, intent_id: "q-1", question: "Which branch?", options: ["main", "next"] };

async function waiting(gatehouse: Gatehouse) {
  const listed = await gatehouse.operations.listApprovals({}, "test");
  return listed.ok ? listed.value : [];
}

async function answer(gatehouse: Gatehouse, decision: "approve" | "deny", more: object = {}) {
  const [held] = await waiting(gatehouse);
  if (held === undefined) throw new Error("Nothing waits.");
  const { approvalId, digest } = held;
  const given = { approvalId, digest, decision, scope: "exact", duration: "once", ...more } as const;
  return gatehouse.operations.resolveApproval(given, "console");
}

describe("negotiation", () => {
  test("the answer names what was offered and is known", async () => {
    const { result } = await call(await startGatehouse(), "a2g/register", offering);
    expect(result?.["extensions"]).toEqual(["a2g/escalate"]);
  });

  test("who offers nothing gets the answer of the document", async () => {
    const { result } = await call(await startGatehouse(), "a2g/register", registration);
    expect(result).not.toHaveProperty("extensions");
  });

  test("who has not negotiated is told so, and nothing waits", async () => {
    const gatehouse = await startGatehouse();
    const refusal = { code: -32601, data: { reason: "extension_not_negotiated", extension: "a2g/escalate" } };
    expect((await call(gatehouse, "a2g/escalate", question)).error).toMatchObject(refusal);
    await call(gatehouse, "a2g/register", offering);
    // The last registration counts.
    await call(gatehouse, "a2g/register", registration);
    expect((await call(gatehouse, "a2g/escalate", question)).error).toMatchObject(refusal);
    expect(await waiting(gatehouse)).toEqual([]);
  });
});

describe("a2g/escalate", () => {
  async function registered() {
    const gatehouse = await startGatehouse();
    const agent = await connectAgent(gatehouse);
    await agent.call("a2g/register", offering);
    return { gatehouse, agent };
  }

  test("waits like any escalation, and the answer comes back as a directive", async () => {
    const { gatehouse, agent } = await registered();
    const { result } = await agent.call("a2g/escalate", question);
    expect(result).toMatchObject({ verdict: "ESCALATE", reason: "agent_asks", intent_id: "q-1" });
    expect(result).not.toHaveProperty("capability_manifest");
    const [held] = await waiting(gatehouse);
    expect(held?.intent.question).toEqual({ text: "Which branch?", options: ["main", "next"] });
    expect(await answer(gatehouse, "approve", { reason: "next" })).toMatchObject({ ok: true });
    const directive = await agent.pushed("g2a/directive");
    expect(directive).toMatchObject({ intent_id: "q-1", directive: "APPROVE", reason: "next", verdict: "APPROVED" });
    expect(directive).not.toHaveProperty("capability_manifest");
  });

  test("an approved question approves no call with the same id or name", async () => {
    const { gatehouse, agent } = await registered();
    await agent.call("a2g/escalate", question);
    await answer(gatehouse, "approve");
    const { question: text, options, ...rest } = question;
    const asCall = { ...rest, tool: "ask_human", arguments: { question: text, options } };
    expect((await agent.call("a2g/intent", asCall)).error).toMatchObject({ data: { reason: "intent_id_reused" } });
  });

  test("an answer does not last: the same question asks again", async () => {
    const { gatehouse, agent } = await registered();
    await agent.call("a2g/escalate", question);
    expect(await answer(gatehouse, "approve", { duration: "1h" })).toMatchObject({ ok: false });
    expect(await answer(gatehouse, "approve", { arguments: { question: "Other?" } })).toMatchObject({ ok: false });
    await answer(gatehouse, "approve");
    const { result } = await agent.call("a2g/escalate", { ...question, intent_id: "q-2" });
    expect(result).toMatchObject({ verdict: "ESCALATE" });
  });

  test("observe mode answers no question", async () => {
    const { gatehouse, agent } = await registered();
    expect(await gatehouse.operations.setMode({ mode: "observe" }, "test")).toMatchObject({ ok: true });
    expect((await agent.call("a2g/escalate", question)).result).toMatchObject({ verdict: "ESCALATE" });
  });

  test("an agent that was stopped is not heard", async () => {
    const { gatehouse, agent } = await registered();
    await gatehouse.operations.setHalt({ agentDid, halted: true, reason: "" }, "test");
    expect((await agent.call("a2g/escalate", question)).error).toMatchObject({ data: { reason: "agent_halted" } });
    expect(await waiting(gatehouse)).toEqual([]);
  });

  test("the ledger has the question, with secrets replaced", async () => {
    const { gatehouse, agent } = await registered();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await agent.call("a2g/escalate", { ...question, question: `Is ${secret} the right key?` });
    const trail = await gatehouse.operations.getStory({ agentDid, intentId: "q-1" }, "test");
    const text = JSON.stringify(trail);
    expect(text).toContain("the right key?");
    expect(text).not.toContain(secret);
  });

  test("a fault in the message names its member", async () => {
    const { agent } = await registered();
    const { error } = await agent.call("a2g/escalate", { ...question, question: " " });
    expect(error).toMatchObject({ code: -32602, data: { path: "question" } });
  });
});
