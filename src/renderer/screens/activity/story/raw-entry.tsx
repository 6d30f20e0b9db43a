// The entry as recorded, with the hashes that chain it to the previous one.
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import { CopyButton } from "../../../components/copy-button.tsx";
import { VisibleText } from "../../../components/visible-text.tsx";
import { wholeNumber } from "../../../labels/format.ts";
import { rawEntry as labels } from "../../../labels/activity.ts";

export function RawEntry({ entry }: { entry: LedgerEntry }) {
  const text = JSON.stringify(entry, undefined, 2);
  return (
    <>
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-0.5 text-xs">
        <dt className="text-faint">{labels.number}</dt>
        <dd className="tabular-nums">{wholeNumber(entry.sequence)}</dd>
        <dt className="text-faint">{labels.hash}</dt>
        <dd className="selectable font-mono text-2xs/[18px] break-all">{entry.hash}</dd>
        <dt className="text-faint">{labels.previousHash}</dt>
        <dd className="selectable font-mono text-2xs/[18px] break-all">{entry.previousHash}</dd>
      </dl>
      <details className="group mt-2">
        <summary className="flex h-7 items-center gap-2 rounded-sm text-xs text-accent hover:underline">
          <span className="group-open:hidden">{labels.showAsJson}</span>
          <span className="hidden group-open:inline">{labels.hideJson}</span>
        </summary>
        <div className="relative">
          <pre className="selectable rounded-md border border-line bg-surface p-3 font-mono text-2xs break-words whitespace-pre-wrap">
            <VisibleText text={text} />
          </pre>
          <span className="absolute top-1.5 right-1.5">
            <CopyButton bare text={text} label={labels.copyEntry} />
          </span>
        </div>
      </details>
    </>
  );
}
