// Every setting: its group and how it is changed. A new member of the schema needs an entry here and one in the labels.
import type { Settings } from "../../../shared/contract/settings.ts";
import { settingGroupLabels, settingLabels } from "../../labels/setting-labels.ts";

export const settingGroups = [
  { id: "decisions", ...settingGroupLabels.decisions },
  { id: "waiting", ...settingGroupLabels.waiting },
  { id: "desktop", ...settingGroupLabels.desktop },
  { id: "agents", ...settingGroupLabels.agents },
  { id: "model", ...settingGroupLabels.model },
  { id: "running", ...settingGroupLabels.running },
  { id: "protocols", ...settingGroupLabels.protocols },
  { id: "records", ...settingGroupLabels.records },
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
  /** A warning for values that give up protection. */
  readonly caution?: Readonly<Record<string, string>>;
  readonly fromNextStart?: boolean;
}

/** Object keys keep their order, and none of the values is a number. */
function optionsOf(labels: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

type Placed = Pick<SettingEntry, "name" | "group" | "control" | "fromNextStart">;

const placed: readonly Placed[] = [
  {
    name: "highBand",
    group: "decisions",
    control: { kind: "choice", options: optionsOf(settingLabels.highBand.options) },
  },
  {
    name: "disabledPacks",
    group: "decisions",
    control: { kind: "elsewhere", where: settingLabels.disabledPacks.where },
  },
  {
    name: "disabledRules",
    group: "decisions",
    control: { kind: "elsewhere", where: settingLabels.disabledRules.where },
  },
  {
    name: "loweredRules",
    group: "decisions",
    control: { kind: "elsewhere", where: settingLabels.loweredRules.where },
  },
  {
    name: "verdictExpirySeconds",
    group: "decisions",
    control: { kind: "number", unit: settingLabels.verdictExpirySeconds.unit },
  },
  {
    name: "denialForm",
    group: "decisions",
    control: { kind: "choice", options: optionsOf(settingLabels.denialForm.options) },
  },
  { name: "halted", group: "decisions", control: { kind: "elsewhere", where: settingLabels.halted.where } },
  { name: "observe", group: "decisions", control: { kind: "mode" } },
  { name: "approvalTimeoutSeconds", group: "waiting", control: { kind: "timeouts" } },
  { name: "posture", group: "waiting", control: { kind: "choice", options: optionsOf(settingLabels.posture.options) } },
  {
    name: "engineDown",
    group: "waiting",
    control: { kind: "choice", options: optionsOf(settingLabels.engineDown.options) },
  },
  { name: "maximumHeld", group: "waiting", control: { kind: "number", unit: settingLabels.maximumHeld.unit } },
  {
    name: "maximumHeldByAgent",
    group: "waiting",
    control: { kind: "number", unit: settingLabels.maximumHeldByAgent.unit },
  },
  {
    name: "terminalApprovals",
    group: "waiting",
    control: { kind: "choice", options: optionsOf(settingLabels.terminalApprovals.options) },
  },
  { name: "notifications", group: "waiting", control: { kind: "switch" } },
  { name: "popover", group: "desktop", control: { kind: "switch" } },
  {
    name: "answerShortcut",
    group: "desktop",
    control: { kind: "text", placeholder: settingLabels.answerShortcut.example },
  },
  { name: "quietHours", group: "waiting", control: { kind: "quiet" } },
  { name: "pairing", group: "agents", control: { kind: "choice", options: optionsOf(settingLabels.pairing.options) } },
  {
    name: "identity",
    group: "agents",
    control: { kind: "choice", options: optionsOf(settingLabels.identity.options) },
  },
  { name: "heartbeatSeconds", group: "agents", control: { kind: "number", unit: settingLabels.heartbeatSeconds.unit } },
  { name: "sessionSeconds", group: "agents", control: { kind: "number", unit: settingLabels.sessionSeconds.unit } },
  { name: "riskModel", group: "model", control: { kind: "model" } },
  {
    name: "unsandboxedCommands",
    group: "running",
    control: { kind: "choice", options: optionsOf(settingLabels.unsandboxedCommands.options) },
  },
  {
    name: "containCommands",
    group: "running",
    control: { kind: "choice", options: optionsOf(settingLabels.containCommands.options) },
  },
  { name: "aosWaitMs", group: "protocols", control: { kind: "number", unit: settingLabels.aosWaitMs.unit } },
  { name: "aosStrict", group: "protocols", control: { kind: "switch" } },
  {
    name: "scoreRiskPort",
    group: "protocols",
    control: { kind: "number", unit: settingLabels.scoreRiskPort.unit },
    fromNextStart: true,
  },
  {
    name: "a2ePort",
    group: "protocols",
    control: { kind: "number", unit: settingLabels.a2ePort.unit },
    fromNextStart: true,
  },
  { name: "startAtLogin", group: "desktop", control: { kind: "switch" } },
  { name: "retentionDays", group: "records", control: { kind: "number", unit: settingLabels.retentionDays.unit } },
  { name: "openTelemetryEndpoint", group: "records", control: { kind: "text", placeholder: "http://127.0.0.1:4318" } },
  { name: "checkForUpdates", group: "records", control: { kind: "switch" } },
];

export const settingEntries: readonly SettingEntry[] = placed.map((entry) => ({ ...entry, ...textsOf(entry.name) }));

function textsOf(name: keyof Settings): Pick<SettingEntry, "label" | "effect" | "caution"> {
  const texts = settingLabels[name];
  const { label, effect } = texts;
  return "caution" in texts ? { label, effect, caution: texts.caution } : { label, effect };
}
