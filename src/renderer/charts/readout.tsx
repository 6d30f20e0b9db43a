// The values at a position in a chart, shown next to the pointer.
import type { ReactNode } from "react";

export function Readout({ when, children }: { readonly when: string; readonly children: ReactNode }) {
  return (
    <div className="rounded-md border border-edge bg-raised px-2.5 py-1.5 text-xs shadow-lg">
      <p className="text-faint">{when}</p>
      {children}
    </div>
  );
}
