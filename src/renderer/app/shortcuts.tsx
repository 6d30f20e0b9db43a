// Every key and what it does, on one sheet.
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { Button, Key } from "../components/button.tsx";
import { commandKey } from "../lib/command-key.ts";
import { openOverlay, useUi } from "../state/ui-store.ts";
import { screens } from "./screens.ts";
import { shortcuts as labels } from "../labels/window.ts";

type Line = readonly [keys: readonly string[], does: string];

const everywhere: readonly Line[] = [
  [[commandKey, "K"], labels.openPalette],
  [[commandKey, `1 – ${screens.length}`], labels.goToScreen],
  [["?"], labels.thisSheet],
];

const card: readonly Line[] = [
  [["J"], labels.nextRequest],
  [["K"], labels.previousRequest],
  [["A"], labels.allow],
  [["D"], labels.deny],
  [[labels.pageDown, labels.space], labels.nextPage],
  [["E"], labels.editThenAllow],
  [["G"], labels.denyWithGuidance(commandKey)],
  [["←", "→"], labels.scope],
  [["1 – 6"], labels.duration],
  [[labels.esc], labels.leaveItWaiting],
];

export function Shortcuts() {
  const open = useUi((state) => state.overlay) === "shortcuts";
  return (
    <Dialog.Root open={open} onOpenChange={(wanted) => (wanted ? undefined : openOverlay(undefined))}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[14vh] left-1/2 z-50 w-[30rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-lg border border-edge bg-raised p-5 shadow-2xl"
        >
          <div className="flex items-center">
            <Dialog.Title className="text-base font-semibold">{labels.keyboard}</Dialog.Title>
            <Dialog.Close asChild>
              <Button look="quiet" size="icon" className="ml-auto" aria-label={labels.close}>
                <X size={14} aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <Part title={labels.everywhere} lines={everywhere} />
          <Part title={labels.aRequest} lines={card} />
          <p className="mt-4 text-xs text-faint">{labels.enterNeverAllows}</p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Part({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="label">{title}</h3>
      <dl className="mt-1 grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1">
        {lines.map(([keys, does]) => (
          <div key={does} className="contents">
            <dt className="flex items-center gap-1">
              <span className="sr-only">{keys.join(" ")}</span>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd className="text-quiet">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
