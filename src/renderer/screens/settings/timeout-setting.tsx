// How long a request waits, by its risk level.
import { riskLevels } from "../../../shared/domain/verdict.ts";
import { RiskMark } from "../../components/marks.tsx";
import { levelWords } from "../../labels/vocabulary.ts";
import type { SettingEntry } from "./description.ts";
import { Field, numberIn } from "./fields.tsx";
import { Row } from "./row.tsx";
import { useSetting } from "./use-setting.ts";
import { settingProblem } from "./validate.ts";
import { timeoutSetting as labels } from "../../labels/settings.ts";

export function TimeoutSetting({ entry: { label, effect } }: { entry: SettingEntry }) {
  const { value, isUsual, change, reset, busy } = useSetting("approvalTimeoutSeconds", label);
  return (
    <Row label={label} effect={effect} onReset={isUsual ? undefined : reset}>
      <div className="space-y-1.5">
        {riskLevels.map((level) => (
          <div key={level} className="flex items-start justify-end gap-3">
            <span className="flex h-7 w-24 items-center gap-1.5 text-xs">
              <RiskMark level={level} size={11} silent />
              {labels.risk(levelWords[level])}
            </span>
            <Field
              label={labels.settingForRisk(label, levelWords[level].toLowerCase())}
              value={String(value[level])}
              unit={labels.seconds}
              busy={busy}
              problem={(text) => settingProblem("approvalTimeoutSeconds", { ...value, [level]: numberIn(text) })}
              onSave={(text) => change({ ...value, [level]: numberIn(text) })}
            />
          </div>
        ))}
      </div>
    </Row>
  );
}
