// The heading of a section in the column next to the feed.
import type { ReactNode } from "react";

export function SideHeading({ children }: { children: ReactNode }) {
  return <h2 className="label flex h-8 items-center border-b border-line px-4">{children}</h2>;
}
