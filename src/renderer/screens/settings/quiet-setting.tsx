// Quiet hours: off, or from a time to a time on some days.
import { ToggleGroup } from "radix-ui";
import type { QuietHours } from "../../../shared/domain/quiet-hours.ts";
import { weekdayNames } from "../../labels/format.ts";
import type { SettingEntry } from "./description.ts";
import { Field, SwitchField } from "./fields.tsx";
import { Row } from "./row.tsx";
import { useSetting } from "./use-setting.ts";
import { settingProblem } from "./validate.ts";
import { quietSetting as labels } from "../../labels/settings.ts";

const usualHours: QuietHours = { from: "22:00", to: "07:00", days: [0, 1, 2, 3, 4, 5, 6] };

export function QuietSetting({ entry: { label, effect } }: { entry: SettingEntry }) {
  const { value, isUsual, change, reset, busy } = useSetting("quietHours", label);
  return (
    <Row label={label} effect={effect} onReset={isUsual ? undefined : reset}>
      <div className="flex flex-col items-end gap-2">
        <SwitchField
          label={label}
          value={value !== null}
          busy={busy}
          onChange={(on) => change(on ? usualHours : null)}
        />
        {value === null ? null : (
          <>
            <span className="flex items-start gap-2 text-xs text-quiet">
              {(["from", "to"] as const).map((edge) => (
                <span key={edge} className="flex items-center gap-2">
                  {edge}
                  <Field
                    label={`${label} ${edge}`}
                    value={value[edge]}
                    width="w-16 text-center tabular-nums"
                    busy={busy}
                    problem={(text) => settingProblem("quietHours", { ...value, [edge]: text.trim() })}
                    onSave={(text) => change({ ...value, [edge]: text.trim() })}
                  />
                </span>
              ))}
            </span>
            <ToggleGroup.Root
              type="multiple"
              aria-label={labels.days}
              value={value.days.map(String)}
              onValueChange={(days) =>
                days.length === 0
                  ? undefined
                  : change({ ...value, days: days.map(Number).toSorted((left, right) => left - right) })
              }
              className="flex gap-1"
            >
              {weekdayNames().map((name, index) => (
                <ToggleGroup.Item
                  key={name}
                  value={String(index)}
                  className="h-6 rounded-sm border border-edge px-1.5 text-xs text-quiet data-[state=on]:border-accent data-[state=on]:bg-selected data-[state=on]:font-medium data-[state=on]:text-ink"
                >
                  {name}
                </ToggleGroup.Item>
              ))}
            </ToggleGroup.Root>
          </>
        )}
      </div>
    </Row>
  );
}
