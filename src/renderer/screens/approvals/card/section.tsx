// A part of the card under its small heading.
import type { ReactNode } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-5 px-6">
      <h3 className="label mb-1.5">{title}</h3>
      {children}
    </section>
  );
}
