// A text that is too long to be drawn as a whole, in a box of its own that scrolls.
import { useEffect, useRef } from "react";
import type { Finding } from "../../../shared/verdict.ts";
import type { Fold } from "../../editor/diff-lines.ts";
import { type LargeTextView, openDiff, openText } from "../../editor/large-text.ts";
import { readingPart } from "../../editor/reading-part.ts";
import type { DiffLine } from "../../text/diff.ts";
import type { Span } from "../../text/seen-ranges.ts";
import { useReadingDesk } from "./reading.tsx";

export interface LargeTextProps {
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly text: string;
}

/** `required` false: it may be read, but nothing waits for it. */
export function LargeText({ text, label, findings, required = true }: LargeTextProps & { required?: boolean }) {
  return (
    <Box
      open={(host) => openText(host, text, { label, findings })}
      required={required ? whole : none}
      // What it was opened with.
      subject={text}
    />
  );
}

const none: readonly Span[] = [];
const whole = "whole";

export interface LargeDiffProps {
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly lines: readonly DiffLine[];
  readonly folds: readonly Fold[];
  readonly required: readonly Span[];
}

export function LargeDiff({ lines, folds, required, label, findings }: LargeDiffProps) {
  return <Box open={(host) => openDiff(host, lines, folds, { label, findings })} required={required} subject={lines} />;
}

interface BoxProps {
  readonly open: (host: HTMLElement) => LargeTextView;
  readonly required: readonly Span[] | typeof whole;
  /** Opened again when this is another. */
  readonly subject: unknown;
}

function Box({ open, required, subject }: BoxProps) {
  const host = useRef<HTMLDivElement>(null);
  const desk = useReadingDesk();
  const opened = useRef(open);
  useEffect(() => {
    opened.current = open;
  });
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const shown = opened.current(element);
    const { view, segments } = shown;
    const remove = desk?.add(
      readingPart(shown, required === whole ? [{ from: 0, to: segments.lines.length }] : required, desk.bringIntoFrame),
    );
    // Scrolling inside a shadow tree is not heard outside.
    const stir = (): void => desk?.stir();
    view.scrollDOM.addEventListener("scroll", stir, { passive: true });
    return () => {
      remove?.();
      view.destroy();
    };
  }, [desk, required, subject]);
  return <div ref={host} className="h-[var(--reading-height,24rem)] min-h-0 overflow-hidden" data-editor="text" />;
}
