// Marks of a picture: buttons inside an SVG. One of them takes part in the tab order, the arrow keys go from one to the next.
import type { KeyboardEvent, ReactNode } from "react";
import type { Outcome } from "../../../../shared/domain/verdict.ts";

export interface MarkProps {
  readonly name: string;
  /** The one that Tab reaches. */
  readonly reachable: boolean;
  readonly selected?: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

export function Mark({ name, reachable, selected = false, onOpen, children }: MarkProps) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onOpen();
  };
  return (
    <g
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG has no buttons of its own
      role="button"
      data-mark=""
      tabIndex={reachable ? 0 : -1}
      aria-label={name}
      aria-pressed={selected}
      onClick={onOpen}
      onKeyDown={press}
      className="group/mark cursor-pointer outline-none"
    >
      <title>{name}</title>
      {children}
    </g>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** For the element around the marks. */
export function moveBetweenMarks(event: KeyboardEvent): void {
  const step = steps[event.key];
  const edge = event.key === "Home" ? 0 : event.key === "End" ? -1 : undefined;
  if (step === undefined && edge === undefined) return;
  const marks = [...event.currentTarget.querySelectorAll<SVGElement>("[data-mark]")];
  const at = marks.findIndex((mark) => mark === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  const next = step === undefined ? marks.at(edge ?? 0) : marks[at + step];
  next?.focus();
}

const outcomeColours: Readonly<Record<Outcome, string>> = {
  APPROVED: "var(--color-approved)",
  CONDITIONAL: "var(--color-conditional)",
  ESCALATE: "var(--color-held)",
  DENIED: "var(--color-denied)",
};

/** Dot, ring, triangle, cross: outcomes differ in shape, not in colour alone. */
export function OutcomeShape({ outcome, x, y, size = 5 }: { outcome: Outcome; x: number; y: number; size?: number }) {
  const colour = outcomeColours[outcome];
  if (outcome === "APPROVED") return <circle cx={x} cy={y} r={size * 0.8} fill={colour} />;
  if (outcome === "CONDITIONAL")
    return <circle cx={x} cy={y} r={size * 0.8} fill="var(--color-canvas)" stroke={colour} strokeWidth={2} />;
  if (outcome === "ESCALATE")
    return (
      <path
        d={`M${x} ${y - size * 1.1} L${x + size * 1.15} ${y + size * 0.85} L${x - size * 1.15} ${y + size * 0.85} Z`}
        fill={colour}
      />
    );
  return (
    <path
      d={`M${x - size * 0.8} ${y - size * 0.8} L${x + size * 0.8} ${y + size * 0.8} M${x + size * 0.8} ${y - size * 0.8} L${x - size * 0.8} ${y + size * 0.8}`}
      stroke={colour}
      strokeWidth={2.4}
      fill="none"
    />
  );
}
