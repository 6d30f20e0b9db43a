// The text of an empty list or screen.
import type { ReactNode } from "react";

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 px-8 text-center">
      <p className="font-medium text-quiet">{title}</p>
      <p className="max-w-sm text-xs text-faint">{children}</p>
    </div>
  );
}
