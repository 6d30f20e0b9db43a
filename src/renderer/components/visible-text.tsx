// A text with hidden characters made visible and the evidence of findings marked.
import { memo, useMemo } from "react";
import { type Finding, riskLevelOf } from "../../shared/domain/verdict.ts";
import { type MarkedPiece, markedPieces } from "../lib/spans.ts";

const none: readonly Finding[] = [];

const markLooks = {
  LOW: "bg-risk-low-soft decoration-risk-low",
  MEDIUM: "bg-risk-medium-soft decoration-risk-medium",
  HIGH: "bg-risk-high-soft decoration-risk-high",
  CRITICAL: "bg-risk-critical-soft decoration-risk-critical",
} as const;

export interface VisibleTextProps {
  readonly text: string;
  readonly findings?: readonly Finding[];
  /** Written for people: a script that runs from right to left does so. */
  readonly prose?: boolean;
}

export const VisibleText = memo(function VisibleText({ text, findings = none, prose = false }: VisibleTextProps) {
  const pieces = useMemo(() => markedPieces(text, findings), [text, findings]);
  const shown = pieces.map((piece) => <PieceView key={piece.start} piece={piece} findings={findings} />);
  if (prose) return <bdi>{shown}</bdi>;
  // Left to right always: the text itself has no say in the order in which it is shown.
  return <bdo dir="ltr">{shown}</bdo>;
});

function PieceView({ piece, findings }: { piece: MarkedPiece; findings: readonly Finding[] }) {
  const shown = piece.hidden === undefined ? piece.text : <Hidden label={piece.hidden.label} />;
  const [highest] = piece.findings;
  const finding = highest === undefined ? undefined : findings[highest];
  if (finding === undefined) return shown;
  const look = markLooks[riskLevelOf(finding.score)];
  return (
    <mark
      title={finding.threat}
      className={`rounded-[2px] text-inherit underline decoration-2 underline-offset-[3px] ${look}`}
    >
      {shown}
    </mark>
  );
}

function Hidden({ label }: { label: string }) {
  return (
    <span className="mx-px inline-block rounded-sm bg-risk-critical-soft px-1 font-sans text-2xs leading-4 font-semibold whitespace-nowrap text-risk-critical ring-1 ring-risk-critical/40 ring-inset">
      {label}
    </span>
  );
}
