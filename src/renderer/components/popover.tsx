// A small panel at a button that closes with Escape or a click elsewhere.
import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface PopoverProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: "start" | "end";
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** Not modal: a modal one would lock scrolling with an inline style sheet, which the content security policy forbids. */
export function Popover({ label, button, open, onOpenChange, align = "start", wide = false, children }: PopoverProps) {
  const state = { ...(open === undefined ? {} : { open }), ...(onOpenChange === undefined ? {} : { onOpenChange }) };
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{button}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={`z-30 max-h-[min(30rem,70vh)] overflow-x-hidden overflow-y-auto rounded-lg border border-edge bg-raised p-1.5 shadow-xl ${wide ? "w-80" : "w-60"}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const PopoverClose = Radix.Close;

/** A line to choose in a popover. */
export const menuLine =
  "flex h-7 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-hover disabled:text-faint disabled:hover:bg-transparent";
