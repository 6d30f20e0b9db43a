// A banner across the window: a problem, and what to do about it.
import { OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export interface BannerProps {
  readonly tone: "danger" | "warning";
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function Banner({ tone, title, children, action }: BannerProps) {
  const Icon = tone === "danger" ? OctagonAlert : TriangleAlert;
  const look = tone === "danger" ? "bg-danger-soft text-danger" : "bg-warning-soft text-warning";
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={`flex min-h-10 shrink-0 items-center gap-2.5 border-b border-line px-5 py-1.5 ${look}`}
    >
      <Icon size={15} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{title}</strong> <span className="text-ink">{children}</span>
      </p>
      {action}
    </div>
  );
}
