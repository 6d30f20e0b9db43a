// The policy without an engine: the shipped template, lifelike counts, versions and a what-if that changes a few things.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { day, hour } from "../../../src/shared/lib/clock.ts";
import type { OperationError, Operations } from "../../../src/shared/contract/contract.ts";
import type { PolicyText, PolicyVersion, RuleUse, WhatIfReport } from "../../../src/shared/contract/policy-api.ts";
import { fail, ok, type Result } from "../../../src/shared/lib/result.ts";

type PolicyOperations = Pick<
  Operations,
  | "getPolicy"
  | "savePolicy"
  | "checkPolicy"
  | "listRuleUse"
  | "listPolicyTemplates"
  | "listPolicyVersions"
  | "getPolicyVersion"
  | "restorePolicy"
  | "startWhatIf"
  | "getWhatIf"
  | "cancelWhatIf"
>;

const done = <Value>(value: Value): Promise<Result<Value, OperationError>> => Promise.resolve(ok(value));
/** The same from the source and from where the fake console is built to. */
/** The window under test is bundled into another folder, so the project is looked for upwards. */
function projectFolder(folder: string): string {
  return existsSync(join(folder, "resources/policies")) ? folder : projectFolder(dirname(folder));
}

const templates = join(projectFolder(import.meta.dirname), "resources/policies");
const templateText = (name: string): string => readFileSync(join(templates, `${name}.yaml`), "utf8");

export function fakePolicy(now: number): PolicyOperations {
  let text = templateText("balanced");
  const shown = (): PolicyText => ({
    text,
    id: "a".repeat(64),
    path: "/home/anna/.config/gatehouse/policy.yaml",
    version: "1.0.0+9f2ac41b7e01",
    constitutionHash: "sha256:9f2ac41b7e01",
    problems: [],
  });
  const change = (next: string) => {
    text = next;
    return done(shown());
  };
  return {
    getPolicy: () => done(shown()),
    savePolicy: ({ text: next }) => change(next),
    restorePolicy: () => change(text),
    checkPolicy: () =>
      done({
        problems: [],
        loaded: {
          version: "1.0.0+9f2ac41b7e01",
          constitutionHash: "sha256:9f2a",
          rules: 14,
          sequences: 4,
        },
      }),
    listRuleUse: () => done(ruleUse(text, now)),
    listPolicyTemplates: () =>
      done(
        ["balanced", "strict"].map((name) => ({
          name,
          about: "What the template is for.",
          text: templateText(name),
        })),
      ),
    listPolicyVersions: () => done(versions(now)),
    getPolicyVersion: ({ id }) => done({ id, text: text.replace("effect: deny", "effect: escalate") }),
    startWhatIf: () => done({ runId: "run-1" }),
    getWhatIf: () => done({ status: "done", report: report(now) }),
    cancelWhatIf: () => done({ status: "cancelled" }),
  };
}

export function fakeConnection(address: {
  readonly http: string;
  readonly ws: string;
}): Pick<Operations, "getConnection" | "revealToken"> {
  return {
    getConnection: () =>
      done({
        ...address,
        address: "127.0.0.1",
        tls: false,
        token: false,
        telemetryToken: false,
        transports: [
          { id: "http", address: `${address.http}/rpc` },
          { id: "websocket", address: address.ws, open: 2 },
          { id: "agentSocket", address: "/home/anna/.config/gatehouse/agent.sock" },
          { id: "a2e", address: "tcp://127.0.0.1:3001" },
          { id: "a2eSocket", address: "/home/anna/.config/gatehouse/a2e.sock" },
          { id: "telemetry", address: `${address.ws}/telemetry` },
          { id: "scoreRisk" },
          { id: "operatorSocket", address: "/home/anna/.config/gatehouse/operator.sock" },
        ],
      }),
    revealToken: () => Promise.resolve(fail({ code: "not_found", message: "No token is needed here." })),
  };
}

function ruleUse(text: string, now: number): readonly RuleUse[] {
  return [...text.matchAll(/- id: (\S+)\n\s+effect: (\w+)/g)].map(([, id = "", effect = ""], index) => ({
    id,
    kind: "rule" as const,
    ...(effect === "deny" || effect === "escalate" ? { effect } : {}),
    reason: "What the rule says to people",
    about: "facts.paths.exists(p, …)",
    hits: index % 3 === 2 ? 0 : 40 - index * 2,
    ...(index % 3 === 2 ? {} : { lastUsedAt: now - (index + 1) * hour }),
  }));
}

function versions(now: number): readonly PolicyVersion[] {
  const version = (sequence: number, how: PolicyVersion["how"], actor: string, days: number): PolicyVersion => ({
    id: String(sequence % 10).repeat(64),
    sequence,
    at: now - days * day,
    version: `1.0.0+9f2ac41b7e0${sequence % 10}`,
    how,
    actor,
    kept: true,
    current: days === 1,
  });
  return [
    version(18_000, "saved", "console", 1),
    version(9000, "decision", "decision", 3),
    version(1, "start", "start", 9),
  ];
}

function report(now: number): WhatIfReport {
  return {
    from: now - 30 * day,
    to: now,
    replayed: 8120,
    counts: { denied: 1, asked: 1, allowed: 0, conditions: 0 },
    changes: (["denied", "asked"] as const).map((group, index) => ({
      group,
      intentId: `past-${index}`,
      agentDid: "did:aeon:codex:0.9:x",
      agentName: "Codex",
      at: now - (index + 1) * hour,
      tool: "Bash",
      summary: "docker push example/app:1.0",
      level: "MEDIUM",
      recorded: "ESCALATE",
      before: "APPROVED",
      after: group === "denied" ? "DENIED" : "ESCALATE",
      rule: "publish",
      why: "It publishes something that cannot be undone.",
      partial: index === 1,
    })),
    partial: 640,
    skipped: { cut: 3, texts: 12, standing: 2 },
    milliseconds: 2310,
  };
}
