// Marks the risky parts of a text: what the findings point at, cut together with the characters made visible.
import type { Finding } from "../../shared/domain/verdict.ts";
import { type Piece, visiblePieces } from "../../shared/lib/visible.ts";

export interface MarkedPiece extends Piece {
  /** Positions in the list of findings, the highest score first; empty where nothing was found. */
  readonly findings: readonly number[];
}

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly finding: number;
}

export function markedPieces(text: string, findings: readonly Finding[]): readonly MarkedPiece[] {
  const marks = marksOf(text, findings);
  const cuts = [...new Set(marks.flatMap((mark) => [mark.start, mark.end]))].sort((left, right) => left - right);
  return visiblePieces(text).flatMap((piece) =>
    cutPiece(piece, cuts).map((part) => withFindings(part, marks, findings)),
  );
}

/** Which findings point at a place in the text at all; the others are about something else. */
export function marksOf(text: string, findings: readonly Finding[]): readonly Mark[] {
  return findings.flatMap(({ evidence }, finding) => {
    if (evidence === undefined || evidence.trim() === "") return [];
    const start = text.indexOf(evidence);
    return start === -1 ? [] : [{ start, end: start + evidence.length, finding }];
  });
}

function cutPiece(piece: Piece, cuts: readonly number[]): readonly Piece[] {
  const inside = cuts.filter((cut) => cut > piece.start && cut < piece.end);
  if (inside.length === 0 || piece.hidden !== undefined) return [piece];
  const edges = [piece.start, ...inside, piece.end];
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? piece.start;
    return { start, end, text: piece.text.slice(start - piece.start, end - piece.start) };
  });
}

function withFindings(piece: Piece, marks: readonly Mark[], findings: readonly Finding[]): MarkedPiece {
  const here = marks.filter((mark) => mark.start < piece.end && mark.end > piece.start).map((mark) => mark.finding);
  const gravity = (finding: number): number => findings[finding]?.score ?? 0;
  return { ...piece, findings: here.sort((left, right) => gravity(right) - gravity(left)) };
}
