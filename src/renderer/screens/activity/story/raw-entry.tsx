// The entry as it is recorded, with the hashes that bind it to the one before.
import type { LedgerEntry } from "../../../shared/audit.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { VisibleText } from "../../components/visible-text.tsx";
import { wholeNumber } from "../../text/format.ts";

export function RawEntry({ entry }: { entry: LedgerEntry }) {
  const text = JSON.stringify(entry, undefined, 2);
  return (
    <>
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-0.5 text-xs">
        <dt className="text-faint">Number</dt>
        <dd className="tabular-nums">{wholeNumber(entry.sequence)}</dd>
        <dt className="text-faint">Hash</dt>
        <dd className="selectable font-mono text-2xs/[18px] break-all">{entry.hash}</dd>
        <dt className="text-faint">Before it</dt>
        <dd className="selectable font-mono text-2xs/[18px] break-all">{entry.previousHash}</dd>
      </dl>
      <details className="group mt-2">
        <summary className="flex h-7 items-center gap-2 rounded-sm text-xs text-accent hover:underline">
          <span className="group-open:hidden">Show as JSON</span>
          <span className="hidden group-open:inline">Hide the JSON</span>
        </summary>
        <div className="relative">
          <pre className="selectable rounded-md border border-line bg-surface p-3 font-mono text-2xs break-words whitespace-pre-wrap">
            <VisibleText text={text} />
          </pre>
          <span className="absolute top-1.5 right-1.5">
            <CopyButton bare text={text} label="Copy the entry" />
          </span>
        </div>
      </details>
    </>
  );
}
