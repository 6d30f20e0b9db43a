// A text that is too long to be drawn as a whole, in a box of its own that scrolls.
import { EditorView } from "@codemirror/view";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { Finding } from "../../../../../shared/domain/verdict.ts";
import type { Fold } from "../../../../editor/diff-lines.ts";
import { type LargeTextView, openDiff, openText } from "../../../../editor/large-text.ts";
import { readingPart } from "../../../../editor/reading-part.ts";
import type { DiffLine } from "../../../../lib/diff.ts";
import { changeStarts } from "../../../../lib/diff-details.ts";
import type { Span } from "../../../../lib/seen-ranges.ts";
import { useReadingDesk } from "./reading.tsx";

export interface LargeTextProps {
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly text: string;
}

/** `required` false: it may be read, but nothing waits for it. */
export function LargeText({ text, label, findings, required = true }: LargeTextProps & { required?: boolean }) {
  const options = useLatest({ label, findings });
  const open = useCallback((host: HTMLElement) => openText(host, text, options.current), [text, options]);
  return <Box open={open} required={required ? whole : none} />;
}

const none: readonly Span[] = [];
const whole = "whole";

export interface LargeDiffProps {
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly lines: readonly DiffLine[];
  readonly folds: readonly Fold[];
  readonly required: readonly Span[];
  readonly onJump: OnJump;
}

/** Shows the next change, or the one before. */
export type Jump = (step: 1 | -1) => void;
/** Hands over how to jump, while there is something to jump in. */
export type OnJump = (jump: Jump | undefined) => void;

export function LargeDiff({ lines, folds, required, label, findings, onJump }: LargeDiffProps) {
  const options = useLatest({ label, findings, folds });
  const open = useCallback(
    (host: HTMLElement) => openDiff(host, lines, options.current.folds, options.current),
    [lines, options],
  );
  const changes = useMemo(() => changeStarts(lines), [lines]);
  return <Box open={open} required={required} onJump={onJump} changes={changes} />;
}

/** The request changes while it is shown, for example its countdown. Only another text resets the box. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

interface BoxProps {
  readonly open: (host: HTMLElement) => LargeTextView;
  readonly required: readonly Span[] | typeof whole;
  readonly onJump?: OnJump;
  readonly changes?: readonly number[];
}

function Box({ open, required, onJump, changes }: BoxProps) {
  const host = useRef<HTMLDivElement>(null);
  const desk = useReadingDesk();
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const shown = open(element);
    const { view, segments } = shown;
    const remove = desk?.add(
      readingPart(shown, required === whole ? [{ from: 0, to: segments.lines.length }] : required, desk.bringIntoFrame),
    );
    if (changes !== undefined) onJump?.(jumping(shown, changes));
    // Scrolling inside a shadow tree is not heard outside.
    const stir = (): void => desk?.stir();
    view.scrollDOM.addEventListener("scroll", stir, { passive: true });
    return () => {
      onJump?.(undefined);
      remove?.();
      view.destroy();
    };
  }, [desk, required, open, onJump, changes]);
  return <div ref={host} className="h-[var(--reading-height,24rem)] min-h-0 overflow-hidden" data-editor="text" />;
}

function jumping({ view, segments }: LargeTextView, changes: readonly number[]): Jump {
  let at = -1;
  return (step) => {
    at = Math.max(0, Math.min(changes.length - 1, at + step));
    const { from } = view.state.doc.line(segments.firstOf(changes[at] ?? 0) + 1);
    view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
  };
}
