// Groups and items of the command palette.
import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly value: string;
  readonly note?: string | undefined;
  readonly forceMount?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function Item({ icon: Icon, note, children, ...rest }: ItemProps) {
  return (
    <Command.Item
      {...rest}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-quiet data-[selected=true]:bg-selected data-[selected=true]:text-ink"
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note === undefined ? null : <span className="max-w-[50%] shrink-0 truncate text-2xs text-faint">{note}</span>}
    </Command.Item>
  );
}
