// Observe mode among the settings: the switch, and who turned it on.
import { useModeSwitch } from "../../components/mode-switch.tsx";
import { Ago } from "../../components/time.tsx";
import { useLive } from "../../state/queries.ts";
import type { SettingEntry } from "./description.ts";
import { SwitchField } from "./fields.tsx";
import { Row } from "./row.tsx";
import { modeSetting as labels } from "../../labels/settings.ts";

export function ModeSetting({ entry: { label, effect } }: { entry: SettingEntry }) {
  const { observing, ask, busy, dialog } = useModeSwitch();
  const since = useLive("getStatus").data?.observing;
  return (
    <Row
      label={label}
      effect={
        <>
          {effect}
          {since === undefined ? null : (
            <span className="font-medium text-warning">
              {" "}
              {labels.switchedOnBy(since.by)} <Ago at={since.since} />.
            </span>
          )}
        </>
      }
    >
      <SwitchField label={label} value={observing} busy={busy} onChange={ask} />
      {dialog}
    </Row>
  );
}
