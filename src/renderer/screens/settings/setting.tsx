// A setting with the control its description names.
import { Segmented } from "../../components/segmented.tsx";
import type { SettingEntry } from "./description.ts";
import { Field, numberIn, SwitchField } from "./fields.tsx";
import { ModelSetting } from "./model-setting.tsx";
import { ModeSetting } from "./mode-setting.tsx";
import { QuietSetting } from "./quiet-setting.tsx";
import { Row } from "./row.tsx";
import { TimeoutSetting } from "./timeout-setting.tsx";
import { useSetting } from "./use-setting.ts";
import { settingProblem } from "./validate.ts";
import { setting as labels } from "../../labels/settings.ts";

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

export function Setting({ entry }: { entry: SettingEntry }) {
  const { kind } = entry.control;
  if (kind === "timeouts") return <TimeoutSetting entry={entry} />;
  if (kind === "model") return <ModelSetting entry={entry} />;
  if (kind === "mode") return <ModeSetting entry={entry} />;
  if (kind === "quiet") return <QuietSetting entry={entry} />;
  return <Simple entry={entry} />;
}

function Simple({ entry }: { entry: SettingEntry }) {
  const { name, label, effect, control, caution, fromNextStart } = entry;
  const setting = useSetting(name, label);
  const { value, usual, isUsual, change, reset, busy } = setting;
  const changeable = control.kind !== "elsewhere";
  return (
    <Row
      label={label}
      effect={effect}
      note={noteOf(entry, usual)}
      caution={caution?.[textOf(value)] ?? undefined}
      onReset={isUsual || !changeable ? undefined : reset}
    >
      {control.kind === "choice" ? (
        <Segmented label={label} value={textOf(value)} segments={control.options} onChange={change} />
      ) : null}
      {control.kind === "number" ? (
        <Field
          label={label}
          value={textOf(value)}
          unit={control.unit}
          busy={busy}
          problem={(text) => settingProblem(name, numberIn(text))}
          onSave={(text) => change(numberIn(text))}
        />
      ) : null}
      {control.kind === "text" ? (
        <Field
          label={label}
          value={textOf(value)}
          placeholder={control.placeholder}
          width="w-72 font-mono text-xs"
          busy={busy}
          problem={(text) => settingProblem(name, text.trim())}
          onSave={(text) => change(text.trim())}
        />
      ) : null}
      {control.kind === "switch" ? (
        <SwitchField label={label} value={value === true} busy={busy} onChange={change} />
      ) : null}
      {control.kind === "elsewhere" ? (
        <p className="max-w-64 text-right text-xs text-quiet">
          <span className="font-medium">{stateOf(value)}</span>
          {control.where}
        </p>
      ) : null}
    </Row>
  );

  function noteOf({ control: shown }: SettingEntry, original: unknown): string | undefined {
    const parts = [
      fromNextStart === true ? labels.fromNextStart : "",
      shown.kind === "number" && !isUsual ? labels.default(textOf(original)) : "",
    ].filter((part) => part !== "");
    return parts.length === 0 ? undefined : parts.join(" ");
  }
}

/** A switch is on or off; a list says what it holds. */
function stateOf(value: unknown): string {
  if (!Array.isArray(value)) return value === true ? labels.on : labels.off;
  return value.length === 0 ? labels.none : `${value.map(String).join(", ")}. `;
}
