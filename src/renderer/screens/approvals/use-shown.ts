// The card that is shown follows the selection as soon as there is time: who runs through the queue waits for no card on the way.
import { startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Keys that only move the selection. */
const steps = new Set(["j", "k"]);

/** Whatever else is pressed or clicked is meant for the request that is selected, so its card comes first. */
export function useShown(selectedId: string | undefined): string | undefined {
  const [shownId, setShownId] = useState(selectedId);
  useEffect(() => {
    if (shownId === selectedId) return undefined;
    startTransition(() => setShownId(selectedId));
    const catchUp = (event: Event): void => {
      if (event instanceof KeyboardEvent && steps.has(event.key.toLowerCase())) return;
      flushSync(() => setShownId(selectedId));
    };
    // Before anything else hears of it.
    window.addEventListener("keydown", catchUp, { capture: true });
    window.addEventListener("pointerdown", catchUp, { capture: true });
    return () => {
      window.removeEventListener("keydown", catchUp, { capture: true });
      window.removeEventListener("pointerdown", catchUp, { capture: true });
    };
  }, [selectedId, shownId]);
  return shownId;
}
