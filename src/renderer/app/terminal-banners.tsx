// What a terminal has approved, resumed or changed, as soon as it has: with Undo until it is dismissed.
import { useState } from "react";
import { originWords, type TerminalAction } from "../../shared/terminal.ts";
import { visibleLine } from "../../shared/visible.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { useChange, useLive } from "../queries.ts";
import { clockTime } from "../text/format.ts";
import { tell } from "../ui-store.ts";

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
    undo.mutate({ actionId: action.actionId }, { onSuccess: () => tell(`Undone: ${short(title)}`) });
  return (
    <Banner
      tone="warning"
      title={`From a terminal, ${clockTime(action.at)}: ${short(title)}.`}
      action={
        <span className="flex gap-2">
          {action.undo === "possible" ? (
            <Button onClick={take} disabled={undo.isPending}>
              Undo
            </Button>
          ) : null}
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
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
