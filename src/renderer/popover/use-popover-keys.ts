// The keys of the small window, while it has the focus. Enter never allows anything.
import { useEffect } from "react";
import type { PopoverAction } from "../../shared/contract/window/popover.ts";
import type { Hold } from "../components/allow/use-hold.ts";

interface Keys {
  readonly armed: boolean;
  readonly allowable: boolean;
  /** Present when allowing needs the key held down. */
  readonly hold: Hold | undefined;
  readonly allow: () => void;
  readonly deny: () => void;
  readonly open: () => void;
  readonly feedback: () => void;
  readonly act: (action: PopoverAction) => void;
}

export function usePopoverKeys({ armed, allowable, hold, allow, deny, open, feedback, act }: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // What a script has made up allows nothing, and neither does what is typed.
      if (!event.isTrusted || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLTextAreaElement) return;
      const key = event.key.toLowerCase();
      if (key === "escape") return act({ does: "close" });
      if (key === "d") return deny();
      if (key === "o") return open();
      if (key === "g") {
        event.preventDefault();
        return feedback();
      }
      if (key !== "a" || !armed || !allowable) return undefined;
      return hold === undefined ? allow() : hold.begin();
    };
    const release = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "a") hold?.end();
    };
    window.addEventListener("keydown", press);
    window.addEventListener("keyup", release);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("keyup", release);
    };
  });
}
