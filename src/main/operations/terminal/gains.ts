// What each operation means when a terminal asks for it: open to it, for the window alone, or giving power to agents, which
// the settings may forbid or have confirmed. Taking power away is always open.
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { OperationName } from "../../../shared/contract/channels.ts";
import type { OperationInput } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { lineDifference } from "../../../shared/lib/line-difference.ts";
import type { Settings, SettingsChanges } from "../../../shared/contract/settings.ts";
import type { TerminalRequest } from "../../../shared/contract/terminal.ts";
import type { Duration, Scope } from "../../../shared/domain/directive.ts";
import { approvalHeadline } from "../../../shared/headline/index.ts";

export interface GainPorts {
  readonly approvals: () => readonly HeldApproval[];
  readonly settings: () => Settings;
  /** An action that was denied by its score lately. */
  readonly denied: (agentDid: string, intentId: string) => Intent | undefined;
  /** Whether a decision that can be undone was a denial. */
  readonly denies: (approvalId: string) => boolean | undefined;
  readonly policyText: () => string;
  /** The decision of a live grant. */
  readonly grantEffect: (grantId: string) => "allow" | "deny" | undefined;
}

/** Refused whatever the settings say; the text says why. */
export interface Forbidden {
  readonly forbidden: string;
}

type Gain<Name extends OperationName> = (
  input: OperationInput<Name>,
  ports: GainPorts,
) => TerminalRequest | Forbidden | undefined;

type Rule<Name extends OperationName> = "open" | "window" | Gain<Name>;

/** Complete by its type: a new operation does not compile until somebody has thought about it. */
export const terminalRules: { readonly [Name in OperationName]: Rule<Name> } = {
  getStatus: "open",
  listFeed: "open",
  listApprovals: "open",
  resolveApproval: ({ decision, approvalId, scope, duration, arguments: edited }, { approvals }) => {
    if (decision === "deny") return undefined;
    const approval = approvals().find((each) => each.approvalId === approvalId);
    // Nothing waits under this id: the answer will say so.
    if (approval === undefined) return undefined;
    const verb = duration === "once" ? "Allow once" : `Allow ${reachWords(scope, duration)}`;
    const changed =
      edited === undefined ? [] : [`With changed arguments: ${JSON.stringify(edited)}`.slice(0, longestSubject)];
    return {
      title: `${verb}: ${subject(approval)}`,
      details: [...aboutApproval(approval), ...changed],
      level: approval.verdict.risk.level,
    };
  },
  resolveApprovals: ({ decision, items }, { approvals }) => {
    if (decision === "deny") return undefined;
    const known = approvals().filter(({ approvalId }) => items.some((item) => item.approvalId === approvalId));
    const [first] = known;
    if (first === undefined) return undefined;
    return {
      title: `Allow ${known.length} requests once`,
      details: known.map(subject),
      level: first.verdict.risk.level,
    };
  },
  readApproval: "open",
  previewRelease: "open",
  undoDecision: ({ approvalId }, { denies }) =>
    denies(approvalId) === true ? { title: "Undo a lasting denial", details: [approvalId] } : undefined,
  keepWaiting: "open",
  letExpire: "open",
  previewOverride: "open",
  overrideDenial: ({ intentId, agentDid, effect, duration, reason }, { denied }) => {
    if (effect === "ask") return undefined;
    const intent = denied(agentDid, intentId);
    const action = intent === undefined ? [] : [`${intent.tool}: ${shortened(JSON.stringify(intent.arguments))}`];
    return {
      title: duration === "session" ? "Override a denial for a session" : "Override a denial once",
      details: [...action, `Request ${intentId} of ${agentDid}`, `Reason: ${reason}`],
      level: "CRITICAL",
    };
  },
  disputeVerdict: "open",
  listMissed: "open",
  dismissMissed: "open",
  listAgents: "open",
  listInventory: "open",
  decideInventory: ({ accept, agentDid }) =>
    accept ? { title: "Accept what an agent is made of", details: [agentDid] } : undefined,
  exportAgbom: "open",
  getContainment: "open",
  listRuns: "open",
  listExecutions: "open",
  cancelExecution: "open",
  pairAgent: ({ accept, agentDid }) => (accept ? { title: "Accept an agent", details: [agentDid] } : undefined),
  revokeAgent: "open",
  releaseAgent: ({ agentDid }) => ({ title: "Let another program use an agent's name", details: [agentDid] }),
  listGrants: "open",
  revokeGrant: ({ grantId }, { grantEffect }) =>
    grantEffect(grantId) === "deny" ? { title: "Override a lasting denial", details: [grantId] } : undefined,
  setHalt: ({ halted, agentDid }) =>
    halted
      ? undefined
      : {
          title: agentDid === undefined ? "Resume all agents" : "Resume an agent",
          details: agentDid === undefined ? [] : [agentDid],
        },
  explain: "open",
  scoreRisk: "open",
  getPolicy: "open",
  savePolicy: ({ text }, { policyText }) => ({
    title: "Replace the policy",
    details: changedLines(policyText(), text),
  }),
  checkPolicy: "open",
  listRuleUse: "open",
  listPolicyTemplates: "open",
  listPolicyVersions: "open",
  getPolicyVersion: "open",
  restorePolicy: ({ id }) => ({ title: "Restore an earlier policy", details: [`Version ${id}`] }),
  startWhatIf: "open",
  getWhatIf: "open",
  cancelWhatIf: "open",
  listPacks: "open",
  checkPack: "open",
  // It may replace a pack by one that finds less.
  addPack: ({ text }) => ({ title: "Add or replace a pack of risk rules", details: changedLines("", text) }),
  removePack: ({ name }) => ({ title: "Remove a pack of risk rules", details: [name] }),
  switchPack: ({ name, rule, enabled }) =>
    enabled
      ? undefined
      : {
          title: rule === undefined ? "Switch a pack of risk rules off" : "Switch a risk rule off",
          details: [rule === undefined ? name : `${rule} of ${name}`],
        },
  listSuggestions: "open",
  acceptSuggestion: ({ id }) => ({ title: "Accept a suggestion: fewer actions are stopped", details: [id] }),
  undoSuggestion: "open",
  listConnectors: "open",
  planConnector: "open",
  applyConnector: ({ id, action }) =>
    action === "disconnect" ? { title: "Disconnect an agent: it will no longer ask", details: [id] } : undefined,
  testConnector: "open",
  getConnection: "open",
  revealToken: "open",
  getSettings: "open",
  saveSettings: (changes, { settings }) => settingsGain(changes, settings()),
  sendTestIntent: "open",
  previewReach: "open",
  decidePast: ({ decision, agentDid, intentId, scope, duration }) =>
    decision === "deny"
      ? undefined
      : { title: `Allow ${reachWords(scope, duration)}`, details: [`As in request ${intentId} of ${agentDid}`] },
  listObserved: "open",
  readTarget: "open",
  setMode: ({ mode }) =>
    mode === "observe" ? { title: "Switch to observe mode: nothing is held any more", details: [] } : undefined,
  measureActivity: "open",
  listActivity: "open",
  getEntry: "open",
  getStory: "open",
  getSession: "open",
  listSessions: "open",
  getAgentPolicy: "open",
  countActivity: "open",
  getSeries: "open",
  getThreats: "open",
  getLatency: "open",
  getApprovalLoad: "open",
  getSessionSteps: "open",
  getRiskPoints: "open",
  getToolUse: "open",
  getFatigue: "open",
  getLedger: "open",
  verifyLedger: "open",
  exportLedger: "open",
  cancelLedgerJob: "open",
  getTerminal: "open",
  answerConfirmation: "window",
  undoTerminalAction: "window",
};

/** From loose to strict. "auto" is as strict as "confirm" at most. */
const strictness: readonly Settings["terminalApprovals"][] = ["on", "auto", "confirm", "off"];

function settingsGain(changes: SettingsChanges, present: Settings): TerminalRequest | Forbidden | undefined {
  const { terminalApprovals, halted, ...others } = changes;
  if (
    terminalApprovals !== undefined &&
    strictness.indexOf(terminalApprovals) < strictness.indexOf(present.terminalApprovals)
  )
    return { forbidden: "How far terminals may approve can only be loosened in the Gatehouse window." };
  const names = Object.keys(others);
  // Which value of a setting is the looser one is not always plain, so that every change counts.
  if (names.length === 0 && halted !== false) return undefined;
  const lines = Object.entries({ ...others, ...(halted === false ? { halted } : {}) });
  return { title: "Change settings", details: lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}`) };
}

const longestSubject = 2000;

const mostLines = 40;

function changedLines(before: string, after: string): readonly string[] {
  const lines = lineDifference(before, after);
  const more = lines.length - mostLines;
  return more <= 0 ? lines : [...lines.slice(0, mostLines), `… and ${more} more lines: read them in the window`];
}

function shortened(text: string): string {
  const more = text.length - longestSubject;
  return more <= 0 ? text : `${text.slice(0, longestSubject)}… and ${more} more characters: read them in the window`;
}

function subject({ facts, intent }: HeldApproval): string {
  const text = facts.command ?? facts.paths[0]?.path ?? facts.hosts[0]?.url ?? facts.hosts[0]?.host ?? intent.tool;
  return shortened(text);
}

function aboutApproval(approval: HeldApproval): readonly string[] {
  const { agentName, verdict, count } = approval;
  const { level, score } = verdict.risk;
  return [
    `${agentName}: ${approvalHeadline(approval).sentence}`,
    `${level.charAt(0)}${level.slice(1).toLowerCase()} risk ${score.toFixed(2)}. ${verdict.reasoning}`,
    ...(count > 1 ? [`${count} identical requests`] : []),
  ];
}

const scopeWords: Readonly<Record<Scope, string>> = {
  exact: "exactly this",
  command_form: "commands of this form",
  tool_and_path: "this tool in this place",
  host: "this host",
  agent: "this agent to do the like",
  project: "the like in this project",
};

const durationWords: Readonly<Record<Duration, string>> = {
  once: "once",
  "5m": "for 5 minutes",
  "15m": "for 15 minutes",
  "1h": "for an hour",
  session: "for this session",
  always: "for ever",
};

function reachWords(scope: Scope, duration: Duration): string {
  return `${scopeWords[scope]} ${durationWords[duration]}`;
}
