// Keys for overlays: Control or Command with K opens the palette, a question mark outside text fields the list of keys.
import { useEffect } from "react";
import { openOverlay, useUi } from "../state/ui-store.ts";

export function useOverlayKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const command = event.ctrlKey || event.metaKey;
      if (command && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return openOverlay(useUi.getState().overlay === "palette" ? undefined : "palette");
      }
      if (command || event.key !== "?" || isText(event.target)) return undefined;
      return openOverlay("shortcuts");
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}
