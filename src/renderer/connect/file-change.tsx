// One file as it is and as it will be: the lines that change, with a few around them.
import { FileMinus, FilePen, FilePlus } from "lucide-react";
import { useMemo, useState } from "react";
import type { FileChange } from "../../shared/contract/connector.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { diffLines } from "../lib/diff.ts";
import { type Block, foldUnchanged } from "../lib/fold.ts";
import { wholeNumber } from "../labels/format.ts";
import { connectDialog as labels } from "../labels/connect.ts";

const looks = {
  same: { sign: " ", name: "", line: "text-quiet" },
  added: { sign: "+", name: labels.added, line: "bg-risk-low-soft" },
  removed: { sign: "−", name: labels.removed, line: "bg-danger-soft" },
} as const;

export function FileChangeView({ change }: { change: FileChange }) {
  const { file, before, after } = change;
  const lines = useMemo(() => diffLines(before ?? "", after ?? ""), [before, after]);
  const blocks = useMemo(() => foldUnchanged(lines), [lines]);
  const [words, Icon] =
    before === undefined
      ? [labels.willBeCreated, FilePlus]
      : after === undefined
        ? [labels.willBeRemoved, FileMinus]
        : [labels.willBeChanged, FilePen];
  return (
    <section aria-label={file} className="overflow-hidden rounded-md border border-line bg-surface">
      <p className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-xs">
        <Icon size={13} aria-hidden className="shrink-0 text-faint" />
        <span className="selectable min-w-0 truncate font-mono" title={file}>
          {file}
        </span>
        <span className="ml-auto shrink-0 text-faint">{words}</span>
      </p>
      {/* Reached with the keyboard, because it scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <pre tabIndex={0} className="selectable max-h-72 overflow-y-auto py-1 font-mono text-2xs leading-[1.15rem]">
        {blocks.map((block) => (
          <BlockView key={block.from} block={block} />
        ))}
      </pre>
    </section>
  );
}

function BlockView({ block }: { block: Block }) {
  const [open, setOpen] = useState(block.kind === "lines");
  if (!open) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="block w-full px-3 text-left font-sans text-2xs text-faint hover:bg-hover hover:text-ink"
      >
        {labels.unchangedLines(wholeNumber(block.lines.length))}
      </button>
    );
  }
  return block.lines.map(({ kind, text }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines of a diff have no other identity and never move
    <div key={index} className={`flex px-3 ${looks[kind].line}`}>
      <span aria-hidden className="w-4 shrink-0 text-faint select-none">
        {looks[kind].sign}
      </span>
      <span className="sr-only">{looks[kind].name}</span>
      <code className="min-w-0 break-words whitespace-pre-wrap">
        <VisibleText text={text} />
      </code>
    </div>
  ));
}
