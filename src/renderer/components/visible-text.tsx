// A text shown as what it is: hidden characters become visible, the parts the findings point at are marked.
import { memo, useMemo } from "react";
import { type Finding, riskLevelOf } from "../../shared/verdict.ts";
import { type MarkedPiece, markedPieces } from "../text/spans.ts";

const none: readonly Finding[] = [];

const markLooks = {
  LOW: "bg-risk-low-soft decoration-risk-low",
  MEDIUM: "bg-risk-medium-soft decoration-risk-medium",
  HIGH: "bg-risk-high-soft decoration-risk-high",
  CRITICAL: "bg-risk-critical-soft decoration-risk-critical",
} as const;

export const VisibleText = memo(function VisibleText(props: { text: string; findings?: readonly Finding[] }) {
  const findings = props.findings ?? none;
  const pieces = useMemo(() => markedPieces(props.text, findings), [props.text, findings]);
  // Left to right always: the text itself has no say in the order in which it is shown.
  return (
    <bdo dir="ltr">
      {pieces.map((piece) => (
        <PieceView key={piece.start} piece={piece} findings={findings} />
      ))}
    </bdo>
  );
});

function PieceView({ piece, findings }: { piece: MarkedPiece; findings: readonly Finding[] }) {
  const shown = piece.hidden === undefined ? piece.text : <Hidden label={piece.hidden.label} />;
  const [gravest] = piece.findings;
  const finding = gravest === undefined ? undefined : findings[gravest];
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
