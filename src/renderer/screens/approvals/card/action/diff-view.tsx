// Lines a write would add and take away. What changes is never cut off: the end of a text is where things hide.
import { ChevronDown, ChevronUp, UnfoldVertical } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Finding } from "../../../../../shared/domain/verdict.ts";
import { VisibleText } from "../../../../components/visible-text.tsx";
import type { Fold } from "../../../../editor/diff-lines.ts";
import type { DiffLine } from "../../../../lib/diff.ts";
import { changedWords, changeStarts, type LineNumbers, lineNumbersOf } from "../../../../lib/diff-details.ts";
import { type Block, foldUnchanged } from "../../../../lib/fold.ts";
import { wholeNumber } from "../../../../labels/format.ts";
import type { Span } from "../../../../lib/seen-ranges.ts";
import { marksOf } from "../../../../lib/spans.ts";
import { type Jump, LargeDiff, LargeText, type OnJump } from "./large-text.tsx";
import { isLarge, useDiff } from "./use-diff.ts";
import { usePlainReading } from "./use-plain-reading.ts";
import { diffView as labels } from "../../../../labels/card.ts";

const looks = {
  same: { sign: " ", name: "", line: "text-quiet" },
  added: { sign: "+", name: labels.added, line: "bg-risk-low-soft" },
  removed: { sign: "−", name: labels.removed, line: "bg-danger-soft" },
} as const;

export interface DiffViewProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly findings: readonly Finding[];
  /** What the lines are compared with, or why they are not. */
  readonly note?: string | undefined;
}

export function DiffView({ title, before, after, findings, note }: DiffViewProps) {
  const lines = useDiff(before, after);
  const blocks = useMemo(() => foldUnchanged(lines ?? []), [lines]);
  const required = useMemo(() => requiredIn(blocks), [blocks]);
  const changes = useMemo(() => changeStarts(lines ?? []), [lines]);
  const jump = useRef<Jump>(undefined);
  const takeJump = useCallback((next: Jump | undefined): void => {
    jump.current = next;
  }, []);
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <p className="flex gap-3 border-b border-line px-3.5 py-1.5 text-xs">
        <span className="selectable min-w-0 truncate font-mono" title={title}>
          {title}
        </span>
        {note === undefined ? null : <span className="shrink-0 text-faint">{note}</span>}
        {lines === undefined ? (
          <span className="ml-auto shrink-0 text-faint">{labels.comparing}</span>
        ) : (
          <>
            <Counts lines={lines} />
            {changes.length < 2 ? null : <Jumps onJump={(step) => jump.current?.(step)} />}
          </>
        )}
      </p>
      {lines === undefined ? (
        // The new text at once, its difference from the old one as soon as it is known.
        <LargeText text={after} label={title} findings={findings} required={false} />
      ) : isLarge(before, after) ? (
        <LargeDiff
          label={title}
          findings={findings}
          lines={lines}
          folds={foldsIn(blocks)}
          required={required}
          onJump={takeJump}
        />
      ) : (
        <PlainDiff lines={lines} blocks={blocks} required={required} findings={findings} onJump={takeJump} />
      )}
    </div>
  );
}

function Counts({ lines }: { lines: readonly DiffLine[] }) {
  const [added, removed] = useMemo(
    () => (["added", "removed"] as const).map((kind) => lines.filter((line) => line.kind === kind).length),
    [lines],
  );
  return (
    <>
      <span className="ml-auto shrink-0 text-risk-low">+{wholeNumber(added ?? 0)}</span>
      <span className="shrink-0 text-danger">−{wholeNumber(removed ?? 0)}</span>
    </>
  );
}

/** Leads to the change after, or before, what is in sight. */
function Jumps({ onJump }: { onJump: Jump }) {
  const buttons = [
    [-1, labels.previousChange, ChevronUp],
    [1, labels.nextChange, ChevronDown],
  ] as const;
  return buttons.map(([step, label, Icon]) => (
    <button
      key={step}
      type="button"
      aria-label={label}
      title={label}
      onClick={() => onJump(step)}
      className="-my-0.5 shrink-0 rounded-sm p-0.5 text-faint hover:bg-hover hover:text-ink"
    >
      <Icon size={13} aria-hidden />
    </button>
  ));
}

/** What changes and its surroundings; what is folded away need not be read. */
function requiredIn(blocks: readonly Block[]): readonly Span[] {
  return blocks.flatMap(({ kind, from, lines }) => (kind === "lines" ? [{ from, to: from + lines.length }] : []));
}

function foldsIn(blocks: readonly Block[]): readonly Fold[] {
  return blocks.flatMap(({ kind, from, lines }) => (kind === "folded" ? [{ from, to: from + lines.length }] : []));
}

interface PlainDiffProps {
  readonly lines: readonly DiffLine[];
  readonly onJump: OnJump;
  readonly blocks: readonly Block[];
  readonly required: readonly Span[];
  readonly findings: readonly Finding[];
}

function PlainDiff({ lines, blocks, required, findings, onJump }: PlainDiffProps) {
  const container = useRef<HTMLPreElement>(null);
  usePlainReading(container, required);
  const details = useMemo(() => ({ lines, numbers: lineNumbersOf(lines) }), [lines]);
  useEffect(() => {
    const starts = changeStarts(lines);
    let at = -1;
    onJump((step) => {
      at = Math.max(0, Math.min(starts.length - 1, at + step));
      container.current?.querySelector(`[data-line="${starts[at]}"]`)?.scrollIntoView({ block: "center" });
    });
    return () => onJump(undefined);
  }, [lines, onJump]);
  return (
    <pre ref={container} className="selectable py-1 font-mono text-xs leading-5">
      {blocks.map((block) => (
        <BlockView key={block.from} block={block} findings={findings} details={details} />
      ))}
    </pre>
  );
}

interface Details {
  readonly lines: readonly DiffLine[];
  readonly numbers: (index: number) => LineNumbers;
}

interface BlockViewProps {
  readonly block: Block;
  readonly findings: readonly Finding[];
  readonly details: Details;
}

function BlockView({ block, findings, details: { lines, numbers } }: BlockViewProps) {
  const [open, setOpen] = useState(block.kind === "lines");
  if (!open) {
    const count = labels.unchangedLines(wholeNumber(block.lines.length));
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex w-full items-center gap-2 px-3.5 font-sans text-2xs text-faint hover:bg-hover hover:text-ink"
      >
        <UnfoldVertical size={11} aria-hidden />
        {count}
      </button>
    );
  }
  return block.lines.map(({ kind, text }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines of a diff have no other identity and never move
    <div key={index} data-line={block.from + index} className={`flex px-3.5 ${looks[kind].line}`}>
      <Numbers numbers={numbers(block.from + index)} />
      <span aria-hidden className="w-5 shrink-0 text-faint select-none">
        {looks[kind].sign}
      </span>
      <span className="sr-only">{looks[kind].name}</span>
      <code className="min-w-0 break-words whitespace-pre-wrap">
        <Words
          text={text}
          findings={kind === "added" ? findings : none}
          changed={changedWords(lines, block.from + index)}
        />
      </code>
    </div>
  ));
}

const none: readonly Finding[] = [];

function Numbers({ numbers: { before, after } }: { numbers: LineNumbers }) {
  return [before, after].map((number, side) => (
    // oxlint-disable-next-line react/no-array-index-key -- there are two sides, and they never move
    <span key={side} aria-hidden className="w-9 shrink-0 pr-2 text-right text-faint tabular-nums select-none">
      {number}
    </span>
  ));
}

interface WordsProps {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly changed: readonly Span[];
}

/** The words that differ are marked, unless a finding marks something in the line: that matters more. */
function Words({ text, findings, changed }: WordsProps) {
  if (changed.length === 0 || marksOf(text, findings).length > 0)
    return <VisibleText text={text} findings={findings} />;
  const edges = [...new Set([0, ...changed.flatMap(({ from, to }) => [from, to]), text.length])];
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? 0;
    const part = <VisibleText text={text.slice(start, end)} />;
    return changed.some(({ from, to }) => start >= from && end <= to) ? (
      <span key={start} data-changed className="rounded-[2px] bg-ink/12 font-semibold">
        {part}
      </span>
    ) : (
      <span key={start}>{part}</span>
    );
  });
}
