// The part of the Open Cybersecurity Schema Framework that is used: two classes, and the numbers of their enumerations.
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import type { Outcome, RiskLevel } from "../../../../shared/domain/verdict.ts";

export const ocsfVersion = "1.5.0";

/** AOS maps what agents do to API Activity; what was refused or broke its word is a Detection Finding. */
const classes = {
  activity: { category_uid: 6, category_name: "Application Activity", class_uid: 6003, class_name: "API Activity" },
  finding: { category_uid: 2, category_name: "Findings", class_uid: 2004, class_name: "Detection Finding" },
} as const;
export type OcsfClass = keyof typeof classes;

const other = 99;
const create = 1;

/** AOS calls the use of a tool activity 1. What it does not name is Other, with a name of ours. */
const activities: Record<LedgerEntry["kind"], string> = {
  registration: "Agent Registration",
  intent: "Agent Tool Use",
  verdict: "Agent Tool Verdict",
  directive: "Human Directive",
  report: "Agent Tool Report",
  heartbeat_missed: "Agent Silent",
  revocation: "Capability Revocation",
  grant: "Grant",
  override: "Human Override",
  feedback: "Human Feedback",
  policy: "Policy Change",
  setting: "Setting Change",
  lifecycle: "Guardian Lifecycle",
  traffic: "Network Traffic",
  fault: "Guardian Fault",
};

export function classOf(entry: LedgerEntry): OcsfClass {
  return entry.outcome === "DENIED" || entry.body["violation"] === true ? "finding" : "activity";
}

export function classified(entry: LedgerEntry): JsonObject {
  const kind = classOf(entry);
  const { class_uid, class_name } = classes[kind];
  const [activity_id, activity_name] =
    kind === "finding" ? [create, "Create"] : [entry.kind === "intent" ? create : other, activities[entry.kind]];
  return {
    ...classes[kind],
    activity_id,
    activity_name,
    type_uid: class_uid * 100 + activity_id,
    type_name: `${class_name}: ${activity_name}`,
  };
}

const severities = {
  LOW: { severity_id: 2, severity: "Low" },
  MEDIUM: { severity_id: 3, severity: "Medium" },
  HIGH: { severity_id: 4, severity: "High" },
  CRITICAL: { severity_id: 5, severity: "Critical" },
} as const satisfies Record<RiskLevel, JsonObject>;
const informational = { severity_id: 1, severity: "Informational" } as const;

export function severityOf({ kind, level }: LedgerEntry): JsonObject {
  if (kind === "fault") return severities.HIGH;
  return level === undefined ? informational : severities[level];
}

const riskLevels = {
  LOW: { risk_level_id: 1, risk_level: "Low" },
  MEDIUM: { risk_level_id: 2, risk_level: "Medium" },
  HIGH: { risk_level_id: 3, risk_level: "High" },
  CRITICAL: { risk_level_id: 4, risk_level: "Critical" },
} as const satisfies Record<RiskLevel, JsonObject>;

/** The schema's risk score is a whole number: hundredths of ours. */
export function riskOf({ level, score }: LedgerEntry): JsonObject {
  return {
    ...(level === undefined ? {} : riskLevels[level]),
    ...(score === undefined ? {} : { risk_score: Math.round(score * 100) }),
  };
}

const allowed = { action_id: 1, action: "Allowed", disposition_id: 1, disposition: "Allowed" } as const;
const controls = {
  APPROVED: allowed,
  CONDITIONAL: allowed,
  DENIED: { action_id: 2, action: "Denied", disposition_id: 2, disposition: "Blocked" },
  ESCALATE: { action_id: 0, action: "Unknown", disposition_id: 14, disposition: "Delayed" },
} as const satisfies Record<Outcome, JsonObject>;

/** The profile Security Control: what was done about it. */
export function controlOf({ outcome, decider }: LedgerEntry): JsonObject {
  if (outcome === undefined) return {};
  if (outcome === "APPROVED" && decider === "human") return { ...allowed, disposition_id: 8, disposition: "Approved" };
  return controls[outcome];
}

/** Of an activity: whether it succeeded. A finding has a status of another sort. */
export function statusOf({ kind, body, outcome }: LedgerEntry): JsonObject {
  if (kind === "report") {
    return body["status"] === "SUCCESS"
      ? { status_id: 1, status: "Success" }
      : { status_id: 2, status: "Failure", status_code: body["status"] ?? "UNKNOWN" };
  }
  if (outcome === "ESCALATE") return { status_id: other, status: "Waiting for a human" };
  return kind === "fault" ? { status_id: 2, status: "Failure" } : { status_id: 1, status: "Success" };
}
