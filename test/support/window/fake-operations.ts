// The operations without an engine: lifelike data in memory that answers, changes and tells about it.
import { fakeContainment, fakeRuns } from "./fake-containment.ts";
import { type FakeConnectors, fakeConnectors } from "./fake-connectors.ts";
import { unavailableOperations } from "../../../src/main/ipc/unavailable.ts";
import { type activityInputs } from "../../../src/shared/contract/activity.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import type { ConsoleStatus, OperationError, Operations } from "../../../src/shared/contract/contract.ts";
import { fail, ok, type Result } from "../../../src/shared/lib/result.ts";
import { defaultSettings } from "../../../src/shared/contract/settings.ts";
import type { EngineEvent, SequencedEvent } from "../../../src/shared/domain/telemetry.ts";
import type { Outcome, Verdict } from "../../../src/shared/domain/verdict.ts";
import { fakePacks } from "./fake-packs.ts";
import { fakeConnection, fakePolicy } from "./fake-policy.ts";
import { lifelikeSession } from "./fake-sessions.ts";
import { fakeInventory } from "./fake-inventory.ts";
import { lifelikeAgents, lifelikeApprovals, lifelikeFeed, lifelikeGrants, nextFeedItem } from "../engine/lifelike.ts";

export interface FakeEngine {
  readonly operations: Operations;
  readonly subscribe: (listener: (event: SequencedEvent) => void) => () => void;
  /** Lets an agent do the next thing. */
  readonly work: () => void;
  readonly emit: (event: EngineEvent) => void;
  /** Somebody changes an agent's files. */
  readonly setConnector: FakeConnectors["set"];
  readonly stop: () => void;
}

/** The ledger is never faked: whoever wants one brings a real one. */
export type ActivityOperations = Pick<Operations, keyof typeof activityInputs>;

/** Everything that can be wrong while the engine runs, at once. */
const illness: Pick<ConsoleStatus, "policy" | "ledger" | "model"> = {
  policy: {
    version: "12",
    constitutionHash: "sha256:9f2ac41b7e",
    problems: ['42:5: rules[3].effect: Invalid option: expected one of "allow"|"deny"|"escalate"|"condition"'],
  },
  ledger: {
    healthy: false,
    entries: 18_204,
    message:
      "The disk is full: /home/anna/.config/gatehouse/ledger.db cannot grow. Free some space; recording goes on by itself.",
  },
  model: {
    status: "unavailable",
    scorer: "built-in",
    message: "There is no model file. Install Gatehouse again, or choose another scorer in the settings.",
  },
};

export function createFakeEngine(
  kind: "busy" | "empty",
  address: { http: string; ws: string },
  activity: ActivityOperations = unavailableOperations("There is no ledger here."),
): FakeEngine {
  const now = Date.now();
  const busy = kind === "busy";
  let agents = busy ? lifelikeAgents(now) : [];
  let approvals = busy ? lifelikeApprovals(now) : [];
  let grants = busy ? lifelikeGrants(now) : [];
  let feed = busy ? lifelikeFeed(now) : [];
  let halted = false;
  let sequence = 0;
  let worked = 0;
  const listeners = new Set<(event: SequencedEvent) => void>();
  const emit = (event: EngineEvent): void => {
    sequence += 1;
    for (const listener of listeners) listener({ sequence, event });
  };
  const missing = (what: string): Promise<Result<never, OperationError>> =>
    Promise.resolve(fail({ code: "not_found", message: `There is no such ${what} any more.` }));
  const done = <Value>(value: Value): Promise<Result<Value, OperationError>> => Promise.resolve(ok(value));

  const settle = (
    approval: HeldApproval,
    outcome: Outcome,
    reason: "human_approved" | "human_denied" | "agent_halted",
  ): void => {
    approvals = approvals.filter((each) => each.approvalId !== approval.approvalId);
    const verdict: Verdict = { ...approval.verdict, outcome, reason, decider: "human" };
    const { approvalId } = approval;
    const resolved = { approvalId, outcome: outcome === "APPROVED" ? ("APPROVED" as const) : ("DENIED" as const) };
    emit({ type: "approval_resolved", at: Date.now(), approvalId, resolved, verdict });
  };

  const changed = (approval: HeldApproval): Promise<Result<HeldApproval, OperationError>> => {
    approvals = approvals.map((each) => (each.approvalId === approval.approvalId ? approval : each));
    emit({ type: "approval_changed", at: Date.now(), approval });
    return done(approval);
  };

  const connectors = fakeConnectors((views) => emit({ type: "connectors_changed", at: Date.now(), connectors: views }));
  const { views: _views, set: _set, ...connectorOperations } = connectors;
  const operations: Operations = {
    ...activity,
    ...connectorOperations,
    getContainment: () => done(fakeContainment),
    listRuns: ({ agentDid }) => done(fakeRuns.filter((run) => agentDid === undefined || run.agentDid === agentDid)),
    getStatus: () =>
      done({
        version: "0.1.0",
        ...address,
        dataDirectory: "/home/anna/.config/gatehouse",
        mode: "enforce",
        posture: "deny",
        policy: { version: "12", constitutionHash: "sha256:9f2ac41b7e", problems: [] },
        ledger: { healthy: true, entries: (busy ? 18_204 : 1) + 3 * worked },
        model: { status: "off", scorer: "off" },
        halted,
        haltedAgents: agents.filter((agent) => agent.state === "halted").map((agent) => agent.agentDid),
        startedAt: now - 3_600_000,
        ...(process.env["GATEHOUSE_FAKE_ILL"] === "1" ? illness : {}),
      }),
    listFeed: ({ limit }) => done(feed.slice(0, limit)),
    listApprovals: () => done(approvals),
    readApproval: ({ approvalId }) => {
      const approval = approvals.find((each) => each.approvalId === approvalId);
      return approval === undefined ? missing("request") : done(JSON.stringify(approval));
    },
    resolveApproval: (input) => {
      const approval = approvals.find((each) => each.approvalId === input.approvalId);
      if (approval === undefined) return missing("request");
      if (approval.digest !== input.digest)
        return Promise.resolve(fail({ code: "stale", message: "The request has changed. Review it again." }));
      const approved = input.decision === "approve";
      settle(approval, approved ? "APPROVED" : "DENIED", approved ? "human_approved" : "human_denied");
      return done({ approvalId: input.approvalId, outcome: approved ? "APPROVED" : "DENIED" });
    },
    resolveApprovals: async ({ decision, items }) => {
      const answers = await Promise.all(
        items.map(async (item) => ({
          approvalId: item.approvalId,
          answer: await operations.resolveApproval({ ...item, decision, scope: "exact", duration: "once" }, "console"),
        })),
      );
      return ok(answers);
    },
    previewRelease: () => done([]),
    undoDecision: () => missing("decision"),
    keepWaiting: ({ approvalId }) => {
      const approval = approvals.find((each) => each.approvalId === approvalId);
      if (approval === undefined) return missing("request");
      const { deadline, ...waiting } = approval;
      return changed(deadline === undefined ? waiting : { ...waiting, pausedMs: deadline - Date.now() });
    },
    letExpire: ({ approvalId }) => {
      const approval = approvals.find((each) => each.approvalId === approvalId);
      if (approval === undefined) return missing("request");
      const { pausedMs = 0, ...waiting } = approval;
      return changed({ ...waiting, deadline: Date.now() + pausedMs });
    },
    listAgents: () => done(agents),
    pairAgent: ({ agentDid, accept }) => changeAgent(agentDid, accept ? "connected" : "revoked"),
    revokeAgent: ({ agentDid }) => changeAgent(agentDid, "revoked"),
    releaseAgent: ({ agentDid }) => {
      const before = agents.find((each) => each.agentDid === agentDid);
      if (before === undefined) return missing("agent");
      const { owner: _, ...agent } = before;
      agents = agents.map((each) => (each === before ? agent : each));
      emit({ type: "agent_changed", at: Date.now(), agent });
      return done(agent);
    },
    listGrants: () => done(grants),
    revokeGrant: ({ grantId }) => {
      const grant = grants.find((each) => each.grantId === grantId);
      if (grant === undefined) return missing("grant");
      grants = grants.filter((each) => each !== grant);
      emit({ type: "grant_changed", at: Date.now(), grant, live: false });
      return done(grant);
    },
    setHalt: async ({ agentDid, halted: wanted }) => {
      if (agentDid !== undefined) await changeAgent(agentDid, wanted ? "halted" : "connected");
      else halted = wanted;
      const stopped = wanted
        ? approvals.filter((each) => agentDid === undefined || each.intent.agentDid === agentDid)
        : [];
      for (const approval of stopped) settle(approval, "DENIED", "agent_halted");
      emit({ type: "halt_changed", at: Date.now(), halted: wanted, ...(agentDid === undefined ? {} : { agentDid }) });
      return ok({ halted: wanted, deniedApprovals: stopped.length });
    },
    scoreRisk: () => {
      const [approval] = approvals;
      return approval === undefined ? missing("request") : done({ risk: approval.verdict.risk, facts: approval.facts });
    },
    explain: (input) => {
      const approval = approvals.find((each) => each.intent.tool === input.tool) ?? approvals[0];
      if (approval === undefined) return missing("request");
      const risk = {
        ...approval.verdict.risk,
        score: 0.31,
        level: "LOW" as const,
        heuristicScore: 0.31,
        modelScore: 0.22,
        findings: [],
        threats: [],
      };
      return done({
        facts: approval.facts,
        verdict: { ...approval.verdict, outcome: "APPROVED", reason: "risk_low", risk },
        considered: [],
      });
    },
    ...fakePolicy(now),
    ...fakePacks(),
    ...fakeConnection(address),
    ...fakeInventory(now, agents[0]?.agentDid, emit),
    getSettings: () => done(defaultSettings),
    saveSettings: () => done(defaultSettings),
    previewReach: ({ subject, scope, duration }) => {
      const approval =
        "approvalId" in subject ? approvals.find((each) => each.approvalId === subject.approvalId) : undefined;
      if (approval === undefined) return missing("request");
      return done({
        title: `${approval.facts.command ?? approval.intent.tool} (${scope})`,
        ...(duration === "always" ? { rule: { id: "human-1", text: ruleText(approval) } } : {}),
        verified: `It covers this request and answers ${approval.verdict.rule ?? "the risk score"}, which asks here.`,
        past: { looked: 1204, since: now - 6 * 86_400_000, matched: 14, denied: 0 },
        nearMiss: {
          summary: `${approval.facts.command ?? "rm"} && rm -rf build`,
          why: "it is more than this one command",
        },
      });
    },
    decidePast: () => missing("action"),
    previewOverride: () => missing("denial"),
    overrideDenial: () => missing("denial"),
    disputeVerdict: () => missing("verdict"),
    listObserved: () => done([]),
    getSessionSteps: () => done(lifelikeSession),
    listMissed: () => done({ items: [], more: 0, pairings: [], through: 0 }),
    dismissMissed: ({ through }) => done({ through }),
    readTarget: ({ approvalId }) => {
      const approval = approvals.find((each) => each.approvalId === approvalId);
      const path = approval?.facts.paths.find((each) => each.access === "write")?.path;
      if (path === undefined || approval?.facts.command !== undefined) return missing("file");
      return done({ path, exists: true, bytes: 96, digest: "one", text: presentText });
    },
    setMode: ({ mode }) => done({ mode }),
    getTerminal: () => done({ confirmations: [], actions: [] }),
    answerConfirmation: () => missing("confirmation"),
    undoTerminalAction: () => missing("action"),
    sendTestIntent: () => {
      const approval = lifelikeApprovals(Date.now()).at(-1);
      if (approval === undefined) return missing("request");
      const { agentDid } = approval.intent;
      const agent = lifelikeAgents(Date.now()).find((each) => each.agentDid === agentDid);
      if (agent !== undefined && !agents.some((each) => each.agentDid === agentDid)) {
        agents = [...agents, agent];
        emit({ type: "agent_changed", at: Date.now(), agent });
      }
      approvals = [...approvals, approval];
      emit({ type: "intent_held", at: Date.now(), approval });
      return done({ intentId: approval.intent.intentId });
    },
  };

  function changeAgent(
    agentDid: string,
    state: "connected" | "halted" | "revoked",
  ): ReturnType<Operations["revokeAgent"]> {
    const before = agents.find((each) => each.agentDid === agentDid);
    if (before === undefined) return missing("agent");
    const agent = { ...before, state };
    agents = agents.map((each) => (each === before ? agent : each));
    emit({ type: "agent_changed", at: Date.now(), agent });
    return done(agent);
  }

  return {
    operations,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit,
    setConnector: connectors.set,
    work: () => {
      worked += 1;
      const item = nextFeedItem(Date.now(), worked);
      feed = [item, ...feed.slice(0, 999)];
      emit({ type: "feed_changed", at: item.at, item });
    },
    stop: () => listeners.clear(),
  };
}

const presentText = "name: deploy\non: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n";

function ruleText(approval: HeldApproval): string {
  return [
    "- id: human-1",
    "  effect: allow",
    "  tools: [execute_command]",
    `  when: ${JSON.stringify(`agent.did == "${approval.intent.agentDid}" && facts.command == "…"`)}`,
    "  reason: Allowed by console on 2026-11-16",
  ].join("\n");
}
