// The card follows the selection when there is time, so that moving through the queue quickly does not wait for every card.
import { startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Keys that only move the selection. */
const steps = new Set(["j", "k"]);

/** Any other key or click is meant for the selected request, so its card is rendered first. */
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
