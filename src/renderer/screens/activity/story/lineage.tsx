// The lineage of an intent: its ancestors, itself, and its children.
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import type { IntentStory } from "../../../../shared/contract/ledger-search.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { openStory } from "../../../state/ui-store.ts";
import { lineage as labels } from "../../../labels/activity.ts";

const mostChildren = 20;

export function Lineage({ story: { intentId, entries, ancestors, children } }: { story: IntentStory }) {
  const self = entries.find((entry) => entry.kind === "intent") ?? entries[0];
  const shown = children.slice(0, mostChildren);
  return (
    <ol className="text-xs">
      {ancestors.map((entry, depth) => (
        <Link key={entry.sequence} entry={entry} depth={depth} />
      ))}
      <li
        className="truncate py-0.5 font-mono font-semibold"
        style={{ paddingLeft: `${ancestors.length * 0.75}rem` }}
        aria-current
      >
        {visibleLine(self?.summary ?? intentId)}
      </li>
      {shown.map((entry) => (
        <Link key={entry.sequence} entry={entry} depth={ancestors.length + 1} />
      ))}
      {children.length > shown.length ? (
        <li className="py-0.5 text-faint">{labels.andMore(children.length - shown.length)}</li>
      ) : null}
    </ol>
  );
}

function Link({ entry, depth }: { entry: LedgerEntry; depth: number }) {
  const { intentId, agentDid } = entry;
  return (
    <li style={{ paddingLeft: `${Math.min(depth, 8) * 0.75}rem` }}>
      <button
        type="button"
        onClick={() =>
          openStory(
            intentId === undefined || agentDid === undefined ? { sequence: entry.sequence } : { intentId, agentDid },
          )
        }
        className="block w-full truncate rounded-sm py-0.5 text-left font-mono text-quiet hover:text-accent hover:underline"
      >
        {visibleLine(entry.summary)}
      </button>
    </li>
  );
}
