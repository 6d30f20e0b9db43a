// The button that allows. Above medium risk it has to be held down, and it takes no events that a script has made up.
import { ArrowDown, Check } from "lucide-react";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { Button, Key } from "../button.tsx";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { ignoreEnter } from "../ignore-enter.ts";
import type { Hold } from "./use-hold.ts";
import { allowButton as labels } from "../../labels/answer.ts";

/** How long is long enough: to think again, and longer than any key press that was not meant. */
export const holdMs = 800;

export interface AllowButtonProps {
  readonly label: string;
  /** The key that does the same, where there is one. */
  readonly shortcut?: string;
  readonly disabled: boolean;
  /** Looks disabled too. */
  readonly dim: boolean;
  /** Whether everything that would run has been in sight; if not, the button leads there. */
  readonly read: boolean;
  /** What is left to read, in words. */
  readonly unread: string;
  /** Undefined: a click is enough. */
  readonly hold: Hold | undefined;
  readonly onAllow: () => void;
}

export function AllowButton({ label, shortcut, disabled, dim, read, unread, hold, onAllow }: AllowButtonProps) {
  const held = read && !disabled ? hold : undefined;
  const click = (event: MouseEvent): void => {
    if (event.nativeEvent.isTrusted && held === undefined) onAllow();
  };
  const press = (event: PointerEvent): void => {
    if (event.nativeEvent.isTrusted && event.button === 0) held?.begin();
  };
  const keyDown = (event: KeyboardEvent): void => {
    ignoreEnter(event);
    if (held === undefined || event.key !== " ") return;
    event.preventDefault();
    if (event.nativeEvent.isTrusted && !event.repeat) held.begin();
  };
  return (
    <Button
      look="primary"
      size="tall"
      className="relative ml-auto max-w-full min-w-36 !shrink overflow-hidden"
      aria-disabled={disabled}
      data-dim={dim ? true : undefined}
      title={held === undefined ? undefined : labels.holdToAllow}
      onClick={click}
      onPointerDown={press}
      onPointerUp={hold?.end}
      onPointerLeave={hold?.end}
      onPointerCancel={hold?.end}
      onKeyDown={keyDown}
      onKeyUp={hold?.end}
      onBlur={hold?.end}
    >
      {hold === undefined ? null : (
        <span
          aria-hidden
          data-holding={hold.holding ? true : undefined}
          className="absolute inset-0 origin-left scale-x-0 bg-black/25 transition-transform ease-linear data-holding:scale-x-100"
          style={{ transitionDuration: hold.holding ? `${holdMs}ms` : "0ms" }}
        />
      )}
      {read ? (
        <Check size={14} aria-hidden className="shrink-0" />
      ) : (
        <ArrowDown size={14} aria-hidden className="shrink-0" />
      )}
      <span className="min-w-0 truncate">{read ? visibleLine(label) : labels.nextUnseen(unread)}</span>
      {held === undefined ? null : <span className="shrink-0 font-normal">{labels.hold}</span>}
      {shortcut === undefined ? null : <Key>{shortcut}</Key>}
    </Button>
  );
}

/** Said once somebody has let go too early. */
export function HoldHint({ hold }: { hold: Hold | undefined }) {
  return (
    <output className="mt-1 block h-4 text-right text-xs text-warning">
      {hold === undefined || !hold.hint || hold.holding ? "" : labels.holdExplained}
    </output>
  );
}
