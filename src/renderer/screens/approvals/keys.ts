// Keys of the approvals screen, and when they belong to something else.
import { useEffect } from "react";

/** True when a key belongs to a text field, a dialog or a combination, and not to the screen. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (dialogIsOpen()) return true;
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable=true]") !== null
  );
}

function dialogIsOpen(): boolean {
  return document.querySelector("[role=alertdialog], [role=dialog]") !== null;
}

export interface CardKeys {
  /** The key that allows was pressed; never for an event that a script has made up. */
  readonly allow: () => void;
  /** It was let go. */
  readonly allowEnd: () => void;
  readonly deny: () => void;
  readonly edit: () => void;
  readonly guide: () => void;
  readonly scope: (step: 1 | -1) => void;
  /** From 0. */
  readonly duration: (index: number) => void;
}

/** Enter is not among them: it never allows anything. A key that is held down counts once. */
export function useCardKeys(keys: CardKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.repeat) return undefined;
      const digit = /^[1-6]$/.exec(event.key);
      if (digit !== null) return keys.duration(Number(digit[0]) - 1);
      const inChoices = event.target instanceof HTMLElement && event.target.closest("[role=radiogroup]") !== null;
      switch (event.key.toLowerCase()) {
        case "a":
          return event.isTrusted ? keys.allow() : undefined;
        case "d":
          return keys.deny();
        case "e":
          event.preventDefault();
          return keys.edit();
        case "g":
          event.preventDefault();
          return keys.guide();
        case "arrowleft":
          return inChoices ? undefined : keys.scope(-1);
        case "arrowright":
          return inChoices ? undefined : keys.scope(1);
        default:
          return undefined;
      }
    };
    const release = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "a") keys.allowEnd();
    };
    window.addEventListener("keydown", press);
    window.addEventListener("keyup", release);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("keyup", release);
    };
  });
}
