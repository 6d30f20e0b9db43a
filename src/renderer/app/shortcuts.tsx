// Every key and what it does, on one sheet.
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { Button, Key } from "../components/button.tsx";
import { commandKey } from "../text/command-key.ts";
import { openOverlay, useUi } from "../ui-store.ts";
import { screens } from "./screens.ts";

type Line = readonly [keys: readonly string[], does: string];

const everywhere: readonly Line[] = [
  [[commandKey, "K"], "Go anywhere, stop agents, search the ledger"],
  [[commandKey, `1 – ${screens.length}`], "Go to a screen"],
  [["?"], "This sheet"],
];

const card: readonly Line[] = [
  [["J"], "Next request"],
  [["K"], "Request before"],
  [["A"], "Allow, once the card has been seen for a moment"],
  [["D"], "Deny, likewise"],
  [["Page Down", "Space"], "Next page of what would run"],
  [["E"], "Edit, then allow"],
  [["G"], `Deny with guidance; ${commandKey} Enter sends it`],
  [["←", "→"], "How far it reaches"],
  [["1 – 6"], "How long it lasts"],
  [["Esc"], "Leave it waiting"],
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
            <Dialog.Title className="text-base font-semibold">Keyboard</Dialog.Title>
            <Dialog.Close asChild>
              <Button look="quiet" size="icon" className="ml-auto" aria-label="Close">
                <X size={14} aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <Part title="Everywhere" lines={everywhere} />
          <Part title="A request" lines={card} />
          <p className="mt-4 text-xs text-faint">Enter never allows anything.</p>
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
