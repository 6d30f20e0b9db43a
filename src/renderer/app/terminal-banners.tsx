// Banners for what a terminal has approved, resumed or changed, with undo until they are dismissed.
import { useState } from "react";
import { originWords, type TerminalAction } from "../../shared/contract/terminal.ts";
import { visibleLine } from "../../shared/lib/visible.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { useChange, useLive } from "../state/queries.ts";
import { clockTime } from "../labels/format.ts";
import { tell } from "../state/ui-store.ts";
import { terminalBanners as labels } from "../labels/window.ts";

/** Older ones are in Activity. */
const mostShown = 3;
const longestTitle = 160;

export function TerminalBanners() {
  const actions = useLive("getTerminal").data?.actions ?? [];
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const shown = actions.filter(({ actionId, undo }) => undo !== "done" && !dismissed.has(actionId)).slice(-mostShown);
  return shown.map((action) => (
    <Done
      key={action.actionId}
      action={action}
      onDismiss={() => setDismissed((before) => new Set([...before, action.actionId]))}
    />
  ));
}

function Done({ action, onDismiss }: { action: TerminalAction; onDismiss: () => void }) {
  const undo = useChange("undoTerminalAction");
  const title = visibleLine(action.title);
  const take = (): void =>
    undo.mutate({ actionId: action.actionId }, { onSuccess: () => tell(labels.undone(short(title))) });
  return (
    <Banner
      tone="warning"
      title={labels.fromATerminal(clockTime(action.at), short(title))}
      action={
        <span className="flex gap-2">
          {action.undo === "possible" ? (
            <Button onClick={take} disabled={undo.isPending}>
              {labels.undo}
            </Button>
          ) : null}
          <Button look="quiet" onClick={onDismiss}>
            {labels.dismiss}
          </Button>
        </span>
      }
    >
      {visibleLine(`${action.actor}: ${originWords(action.origin)}.`)}
    </Banner>
  );
}

function short(text: string): string {
  return text.length > longestTitle ? `${text.slice(0, longestTitle)}…` : text;
}
