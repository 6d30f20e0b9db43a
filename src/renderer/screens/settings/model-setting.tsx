// Which scorer gives the second opinion, what it needs, and how it is.
import { useState } from "react";
import type { RiskModelSettings, ScorerKind } from "../../../shared/contract/risk-model.ts";
import { Segmented } from "../../components/segmented.tsx";
import { Ago } from "../../components/time.tsx";
import { useLive } from "../../state/queries.ts";
import { elapsed } from "../../labels/format.ts";
import type { SettingEntry } from "./description.ts";
import { Field, numberIn } from "./fields.tsx";
import { Row } from "./row.tsx";
import { useSetting } from "./use-setting.ts";
import { settingProblem } from "./validate.ts";
import { modelSetting as labels } from "../../labels/settings.ts";

const scorers: readonly { readonly value: ScorerKind; readonly label: string }[] = [
  { value: "built-in", label: labels.builtIn },
  { value: "score-risk-api", label: labels.scoreRisk },
  { value: "openai-compatible", label: labels.languageModel },
  { value: "own-onnx", label: labels.myOwnFile },
  { value: "off", label: labels.off },
];

const about: Readonly<Record<ScorerKind, string>> = {
  "built-in": labels.builtInAbout,
  "score-risk-api": labels.scoreRiskAbout,
  "openai-compatible": labels.languageModelAbout,
  "own-onnx": labels.ownFileAbout,
  off: labels.offAbout,
};

/** The part of the settings each scorer has for itself. */
const parts = {
  "built-in": "builtIn",
  "score-risk-api": "scoreRiskApi",
  "openai-compatible": "openaiCompatible",
  "own-onnx": "ownOnnx",
} as const satisfies Partial<Record<ScorerKind, keyof RiskModelSettings>>;

export function ModelSetting({ entry: { label, effect } }: { entry: SettingEntry }) {
  const { value, isUsual, change, reset, busy } = useSetting("riskModel", label);
  // A scorer that needs something first is chosen here, and saved once it has that.
  const [wanted, setWanted] = useState<ScorerKind>();
  const scorer = wanted ?? value.scorer;
  const choose = (next: ScorerKind): void => {
    const candidate = { ...value, scorer: next };
    const complete = settingProblem("riskModel", candidate) === undefined;
    setWanted(complete ? undefined : next);
    if (complete) change(candidate);
  };
  return (
    <>
      <Row label={label} effect={effect} onReset={isUsual ? undefined : reset}>
        <Segmented label={label} value={scorer} segments={scorers} onChange={choose} />
      </Row>
      <Row label={labels.whatItIs} effect={about[scorer]}>
        <Health />
      </Row>
      <Details
        model={value}
        scorer={scorer}
        busy={busy}
        onSave={(next) => {
          setWanted(undefined);
          change(next);
        }}
      />
    </>
  );
}

interface DetailsProps {
  readonly model: RiskModelSettings;
  readonly scorer: ScorerKind;
  readonly busy: boolean;
  readonly onSave: (model: RiskModelSettings) => void;
}

interface Detail {
  readonly member: string;
  readonly label: string;
  readonly effect: string;
  readonly placeholder?: string;
}

const details: Readonly<Record<ScorerKind, readonly Detail[]>> = {
  "built-in": [],
  "score-risk-api": [
    {
      member: "url",
      label: labels.scorerAddress,
      effect: labels.scorerAddressEffect,
      placeholder: "http://127.0.0.1:8001",
    },
  ],
  "openai-compatible": [
    {
      member: "url",
      label: labels.serverAddress,
      effect: labels.serverAddressEffect,
      placeholder: "http://127.0.0.1:11434/v1",
    },
    { member: "model", label: labels.modelName, effect: labels.modelNameEffect, placeholder: "gemma3:270m" },
  ],
  "own-onnx": [
    {
      member: "manifest",
      label: labels.manifest,
      effect: labels.manifestEffect,
      placeholder: "/home/you/models/risk.json",
    },
  ],
  off: [],
};

function Details({ model, scorer, busy, onSave }: DetailsProps) {
  if (scorer === "off") return null;
  const part = parts[scorer];
  const own: Readonly<Record<string, unknown>> = model[part];
  const withMember = (member: string, next: unknown): RiskModelSettings => ({
    ...model,
    scorer,
    [part]: { ...own, [member]: next },
  });
  return (
    <>
      {details[scorer].map(({ member, label, effect, placeholder }) => (
        <Row key={member} label={label} effect={effect}>
          <Field
            label={label}
            value={textOf(own[member])}
            width="w-72 font-mono text-xs"
            busy={busy}
            problem={(text) => settingProblem("riskModel", withMember(member, text.trim()))}
            onSave={(text) => onSave(withMember(member, text.trim()))}
            {...(placeholder === undefined ? {} : { placeholder })}
          />
        </Row>
      ))}
      <Row label={labels.timeLimit} effect={labels.timeLimitEffect}>
        <Field
          label={labels.timeLimit}
          value={textOf(own["budgetMs"])}
          unit={labels.milliseconds}
          busy={busy}
          problem={(text) => settingProblem("riskModel", withMember("budgetMs", numberIn(text)))}
          onSave={(text) => onSave(withMember("budgetMs", numberIn(text)))}
        />
      </Row>
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}

const healthWords = { ready: labels.ready, unavailable: labels.notAvailable, off: labels.off } as const;

function Health() {
  const model = useLive("getStatus").data?.model;
  if (model === undefined) return null;
  const ink = model.status === "unavailable" ? "text-warning" : "text-ink";
  return (
    <div className="max-w-80 text-right text-xs">
      <p className={`font-medium ${ink}`}>
        {healthWords[model.status]}
        {model.lastLatencyMs === undefined ? "" : labels.lastAnswerIn(elapsed(model.lastLatencyMs))}
      </p>
      {model.origin === undefined ? null : <p className="font-mono break-all text-faint">{model.origin}</p>}
      {model.message === undefined ? null : <p className="text-quiet">{model.message}</p>}
      {model.lastError === undefined ? null : (
        <p className="text-faint">
          <Ago at={model.lastError.at} />: {model.lastError.message}
        </p>
      )}
    </div>
  );
}
