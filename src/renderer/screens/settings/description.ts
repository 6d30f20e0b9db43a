// Every setting once: where it stands, what it is called, what it does. A new member of the schema needs one entry here.
import type { Settings } from "../../../shared/settings.ts";

export const settingGroups = [
  { id: "decisions", title: "Decisions", about: "What a risk score leads to, and how agents hear of it." },
  { id: "waiting", title: "Waiting for you", about: "How long requests wait, and how you are told." },
  { id: "agents", title: "Agents", about: "Who may ask, and when silence counts." },
  { id: "model", title: "Risk model", about: "The second opinion beside the heuristics. The higher score counts." },
  { id: "running", title: "Running tools", about: "For agents that let Gatehouse run a tool itself." },
  { id: "protocols", title: "Protocols", about: "Details of AOS, AEON and A2E." },
  { id: "records", title: "Records and export", about: "How long the ledger is kept, and who is told." },
] as const;
export type SettingGroup = (typeof settingGroups)[number]["id"];

/** How a setting is changed. What it may be comes from the schema. */
export type Control =
  | { readonly kind: "choice"; readonly options: readonly Option[] }
  | { readonly kind: "number"; readonly unit: string }
  | { readonly kind: "text"; readonly placeholder: string }
  | { readonly kind: "switch" }
  | { readonly kind: "timeouts" }
  | { readonly kind: "model" }
  | { readonly kind: "quiet" }
  | { readonly kind: "mode" }
  /** Changed somewhere else; the sentence says where. */
  | { readonly kind: "elsewhere"; readonly where: string };

interface Option {
  readonly value: string;
  readonly label: string;
}

export interface SettingEntry {
  readonly name: keyof Settings;
  readonly group: SettingGroup;
  readonly label: string;
  /** One sentence: what changes when this changes. */
  readonly effect: string;
  readonly control: Control;
  /** What to know about a value that gives something away. */
  readonly caution?: Readonly<Record<string, string>>;
  readonly fromNextStart?: boolean;
}

export const settingEntries: readonly SettingEntry[] = [
  {
    name: "highBand",
    group: "decisions",
    label: "Scores from 0.70 to 0.79",
    effect: "What happens to an action of high risk that no rule speaks about.",
    control: {
      kind: "choice",
      options: [
        { value: "escalate", label: "Ask me" },
        { value: "deny", label: "Deny" },
        { value: "allow", label: "Allow" },
      ],
    },
    caution: { allow: "Actions of high risk pass without a question. From 0.80 on they are denied all the same." },
  },
  {
    name: "verdictExpirySeconds",
    group: "decisions",
    label: "An approval holds for",
    effect:
      "An agent that acts later than this after its approval is recorded as late; the policy can set its own time.",
    control: { kind: "number", unit: "seconds" },
  },
  {
    name: "denialForm",
    group: "decisions",
    label: "How a denial travels",
    effect: "As each protocol's document says, or always in one form for agents that understand only that.",
    control: {
      kind: "choice",
      options: [
        { value: "auto", label: "By the document" },
        { value: "result", label: "As a result" },
        { value: "error", label: "As an error" },
      ],
    },
  },
  {
    name: "halted",
    group: "decisions",
    label: "All agents stopped",
    effect: "While this is on, everything is denied; it survives a restart.",
    control: { kind: "elsewhere", where: "The red button at the top of every screen stops and resumes all agents." },
  },
  {
    name: "observe",
    group: "decisions",
    label: "Observe mode",
    effect: "Lets pass and records what your policy would ask about or deny, except what is critical or protected.",
    control: { kind: "mode" },
  },
  {
    name: "approvalTimeoutSeconds",
    group: "waiting",
    label: "A request waits for",
    effect: "When nobody has answered by then, the posture below decides; 0 waits for ever.",
    control: { kind: "timeouts" },
  },
  {
    name: "posture",
    group: "waiting",
    label: "Without an answer",
    effect: "What happens to requests when their time is up. Closing the window changes nothing; quitting denies them.",
    control: {
      kind: "choice",
      options: [
        { value: "deny", label: "Deny them" },
        { value: "wait", label: "Keep them waiting" },
      ],
    },
  },
  {
    name: "maximumHeld",
    group: "waiting",
    label: "At most waiting",
    effect: "Further requests are denied at once, so that the queue stays one a person can work through.",
    control: { kind: "number", unit: "requests" },
  },
  {
    name: "maximumHeldByAgent",
    group: "waiting",
    label: "At most waiting for one agent",
    effect:
      "Counted by the process that sends, whatever names it uses. Further requests are denied at once, so that a runaway agent leaves room for the others.",
    control: { kind: "number", unit: "requests" },
  },
  {
    name: "terminalApprovals",
    group: "waiting",
    label: "Approvals from a terminal",
    effect: "What the gatehouse command may allow, resume or change. Denying and stopping always work.",
    control: {
      kind: "choice",
      options: [
        { value: "auto", label: "Confirm here; at once without a window" },
        { value: "confirm", label: "Confirm here" },
        { value: "off", label: "Refuse" },
        { value: "on", label: "At once, with Undo" },
      ],
    },
    caution: {
      on: "A program that runs as you and hides where it comes from could approve. You can undo what it did.",
    },
  },
  {
    name: "notifications",
    group: "waiting",
    label: "Notifications",
    effect: "Tells you about new requests outside this window. Up to medium risk you can allow there, and always deny.",
    control: { kind: "switch" },
  },
  {
    name: "quietHours",
    group: "waiting",
    label: "Quiet hours",
    effect: "Requests queue without a sound in these hours; time-outs and posture go on as always.",
    control: { kind: "quiet" },
  },
  {
    name: "pairing",
    group: "agents",
    label: "A new agent",
    effect: "What happens when an agent is seen for the first time.",
    control: {
      kind: "choice",
      options: [
        { value: "approve", label: "Must be accepted" },
        { value: "notify", label: "Works, and I am told" },
        { value: "open", label: "Works" },
      ],
    },
    caution: { open: "Any program on this machine can ask under a new name without you noticing." },
  },
  {
    name: "identity",
    group: "agents",
    label: "Proof of identity",
    effect: "Strict demands an Ed25519 key in the name of every agent, and a signature on every message.",
    control: {
      kind: "choice",
      options: [
        { value: "relaxed", label: "Where there is a key" },
        { value: "strict", label: "Strict" },
      ],
    },
  },
  {
    name: "heartbeatSeconds",
    group: "agents",
    label: "Silent after",
    effect: "An agent that sends nothing for this long is shown as silent and recorded as such.",
    control: { kind: "number", unit: "seconds" },
  },
  {
    name: "sessionSeconds",
    group: "agents",
    label: "Must register again after",
    effect: "A registered agent that was silent for this long starts anew, and its session's grants end.",
    control: { kind: "number", unit: "seconds" },
  },
  {
    name: "riskModel",
    group: "model",
    label: "Second opinion",
    effect: "A model that is late, broken or missing is recorded as such and never loosens a decision.",
    control: { kind: "model" },
  },
  {
    name: "unsandboxedCommands",
    group: "running",
    label: "Commands without a sandbox",
    effect: "What happens to a command Gatehouse is to run where the system has no sandbox for it.",
    control: {
      kind: "choice",
      options: [
        { value: "refuse", label: "Refuse" },
        { value: "allow", label: "Run all the same" },
      ],
    },
    caution: { allow: "Commands run with all of your rights; their manifest is not enforced." },
  },
  {
    name: "aosWaitMs",
    group: "protocols",
    label: "An AOS call waits for you",
    effect: "AOS cannot ask again, so a request nobody answers by then is denied.",
    control: { kind: "number", unit: "milliseconds" },
  },
  {
    name: "aosStrict",
    group: "protocols",
    label: "AOS by the letter",
    effect: "Demands what the AOS text says where its examples are looser: an id, and citations on every message.",
    control: { kind: "switch" },
  },
  {
    name: "scoreRiskPort",
    group: "protocols",
    label: "Second port for /score_risk",
    effect: "AEON's document has it on 8001; 0 opens none.",
    control: { kind: "number", unit: "port" },
    fromNextStart: true,
  },
  {
    name: "a2ePort",
    group: "protocols",
    label: "Port of A2E",
    effect: "0 takes the port after the main one, or a free one where that is taken.",
    control: { kind: "number", unit: "port" },
    fromNextStart: true,
  },
  {
    name: "retentionDays",
    group: "records",
    label: "Entries are kept for",
    effect: "Older ones go into a compressed archive in the data directory, and a signed stub stands for them.",
    control: { kind: "number", unit: "days" },
  },
  {
    name: "openTelemetryEndpoint",
    group: "records",
    label: "OpenTelemetry collector",
    effect: "Is told of every intent as a trace: secrets cut out, long texts shortened. Empty tells nobody.",
    control: { kind: "text", placeholder: "http://127.0.0.1:4318" },
  },
];
