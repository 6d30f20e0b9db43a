// Which scorer gives the second opinion, what it needs, and how it is.
import { useState } from "react";
import type { RiskModelSettings, ScorerKind } from "../../../shared/risk-model.ts";
import { Segmented } from "../../components/segmented.tsx";
import { Ago } from "../../components/time.tsx";
import { useLive } from "../../queries.ts";
import { elapsed } from "../../text/format.ts";
import type { SettingEntry } from "./description.ts";
import { Field, numberIn } from "./fields.tsx";
import { Row } from "./row.tsx";
import { useSetting } from "./use-setting.ts";
import { settingProblem } from "./validate.ts";

const scorers: readonly { readonly value: ScorerKind; readonly label: string }[] = [
  { value: "built-in", label: "Built in" },
  { value: "score-risk-api", label: "/score_risk" },
  { value: "openai-compatible", label: "Language model" },
  { value: "own-onnx", label: "My own file" },
  { value: "off", label: "Off" },
];

const about: Readonly<Record<ScorerKind, string>> = {
  "built-in": "The model that ships with Gatehouse. Nothing leaves this machine.",
  "score-risk-api": "Another process that speaks AEON's /score_risk. It is sent the action.",
  "openai-compatible": "A local language model: Ollama, llama.cpp, LM Studio. It is sent the action.",
  "own-onnx": "A model file of your own, named by its manifest.",
  off: "Heuristics and rules decide alone.",
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
      <Row label="What it is" effect={about[scorer]}>
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
      label: "Address of the scorer",
      effect: "Empty takes GEMMA_RISK_SERVER_URL of the environment, or AEON's usual place.",
      placeholder: "http://127.0.0.1:8001",
    },
  ],
  "openai-compatible": [
    {
      member: "url",
      label: "Address of the server",
      effect: "Up to and with /v1. In clear text only to this machine.",
      placeholder: "http://127.0.0.1:11434/v1",
    },
    { member: "model", label: "Name of the model", effect: "As the server lists it.", placeholder: "gemma3:270m" },
  ],
  "own-onnx": [
    {
      member: "manifest",
      label: "Manifest of the model",
      effect: "The path of the JSON file beside it.",
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
      <Row label="Time it may take" effect="A later answer does not count; heuristics then decide alone.">
        <Field
          label="Time it may take"
          value={textOf(own["budgetMs"])}
          unit="milliseconds"
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

const healthWords = { ready: "Ready", unavailable: "Not available", off: "Off" } as const;

function Health() {
  const model = useLive("getStatus").data?.model;
  if (model === undefined) return null;
  const ink = model.status === "unavailable" ? "text-warning" : "text-ink";
  return (
    <div className="max-w-80 text-right text-xs">
      <p className={`font-medium ${ink}`}>
        {healthWords[model.status]}
        {model.lastLatencyMs === undefined ? "" : `, last answer in ${elapsed(model.lastLatencyMs)}`}
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
