// What the palette does by itself: the next request, verify, export, pause.
import { BellOff, BellRing, Download, Hand, ShieldCheck } from "lucide-react";
import { paletteActions as labels } from "../labels/desktop/desktop.ts";
import { pauseNotifications, resumeNotifications } from "../state/desktop.ts";
import { useChange, useLive } from "../state/queries.ts";
import { openActivity, selectApproval, show, tell } from "../state/ui-store.ts";
import { Group, Item } from "./palette-parts.tsx";

export interface DoingProps {
  /** Closes the palette, then does it. */
  readonly doing: (run: () => void) => () => void;
}

export function Actions({ doing }: DoingProps) {
  const [next] = useLive("listApprovals").data ?? [];
  const verify = useChange("verifyLedger");
  const exporting = useChange("exportLedger");
  const openNext = (): void => {
    if (next === undefined) return tell(labels.nothingWaits);
    selectApproval(next.approvalId);
    return show("approvals");
  };
  const verifyNow = (): void => {
    openActivity({});
    verify.mutate({}, { onSuccess: () => tell(labels.verifying) });
  };
  return (
    <Group heading={labels.heading}>
      <Item icon={Hand} value="review approve next request" note="J" onSelect={doing(openNext)}>
        {labels.reviewNext}
      </Item>
      <Item icon={ShieldCheck} value="verify ledger integrity" onSelect={doing(verifyNow)}>
        {labels.verify}
      </Item>
      <Item
        icon={Download}
        value="export ledger file"
        onSelect={doing(() => exporting.mutate({ format: "jsonl", filter: {} }))}
      >
        {labels.exportLedger}
      </Item>
      <Item
        icon={BellOff}
        value="pause notifications for 15 minutes snooze quiet"
        onSelect={doing(() => void pauseNotifications())}
      >
        {labels.pause}
      </Item>
      <Item icon={BellRing} value="resume notifications" onSelect={doing(() => void resumeNotifications())}>
        {labels.resume}
      </Item>
    </Group>
  );
}
