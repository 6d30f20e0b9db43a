// Reads from the ledger what a person missed since they last dismissed the list.
import type { LedgerReader } from "../../store/read/index.ts";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import { day, hour } from "../../../shared/lib/clock.ts";
import { headlineOf } from "../../../shared/headline/index.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import type { MissedItem } from "../../../shared/contract/missed.ts";
import {
  dismissedThrough,
  type FoundItem,
  type MissedAnswer,
  missedItems,
  type MissedQuestion,
  unansweredReasons,
} from "../../engine/history/missed.ts";
import { intentOf } from "../../engine/history/past-actions.ts";

/** How far the list goes back where nobody has ever dismissed it. */
const firstLook = 7 * day;
/** More than this at once is more than a list can tell. */
const mostEntries = 500;
/** Entries near the dismissal may have been written a little before it. */
const margin = hour;

type Reader = Pick<LedgerReader, "page" | "story" | "stats">;

export function readMissed(
  reader: Reader,
  factsOf: (intent: Intent) => Facts,
  { names, now, startedAt }: MissedQuestion,
): MissedAnswer {
  const newest = reader.stats().last?.sequence ?? 0;
  const find = (filter: LedgerFilter): readonly LedgerEntry[] => reader.page({ filter, limit: mostEntries }).entries;
  const life = find({ kinds: ["lifecycle"] });
  const dismissal = life.find((entry) => dismissedThrough(entry) !== undefined);
  const since = dismissal === undefined ? 0 : (dismissedThrough(dismissal) ?? 0);
  const from = dismissal === undefined ? Math.max(0, now - firstLook) : Math.max(0, dismissal.at - margin);
  const fresh = (filter: LedgerFilter) => find({ ...filter, from }).filter(({ sequence }) => sequence > since);

  const { items, more } = missedItems({
    verdicts: [
      ...fresh({ kinds: ["verdict"], reasons: [...unansweredReasons] }),
      ...fresh({ kinds: ["verdict"], outcomes: ["APPROVED", "CONDITIONAL"], reasons: ["grant", "rule_allow"] }),
    ],
    open: endedInCrash(life)
      ? fresh({ kinds: ["verdict"], outcomes: ["ESCALATE"], to: startedAt }).filter((entry) => isOpen(reader, entry))
      : [],
    summaryOf: (entry) => intentEntry(reader, entry)?.summary ?? "",
    acts: find({ kinds: ["directive", "grant", "setting", "policy", "revocation", "lifecycle"], from }),
  });
  return {
    items: items.map((item) => told(reader, factsOf, item, names)),
    more,
    through: newest,
    ...(dismissal === undefined ? {} : { dismissedAt: dismissal.at }),
  };
}

/** Two starts without a stop between them. Newest first. */
function endedInCrash(life: readonly LedgerEntry[]): boolean {
  const events = life.map(({ body }) => body["event"]).filter((event) => event === "start" || event === "stop");
  return events.some((event, index) => event === "start" && events[index + 1] === "start");
}

/** A question without any later word. */
function isOpen(reader: Reader, { agentDid = "", intentId = "", sequence }: LedgerEntry): boolean {
  const entries = reader.story({ agentDid, intentId })?.entries ?? [];
  return !entries.some((entry) => entry.kind === "verdict" && entry.sequence > sequence);
}

function intentEntry(reader: Reader, { agentDid = "", intentId = "" }: Pick<LedgerEntry, "agentDid" | "intentId">) {
  return reader.story({ agentDid, intentId })?.entries.find(({ kind }) => kind === "intent");
}

function told(
  reader: Reader,
  factsOf: (intent: Intent) => Facts,
  item: FoundItem,
  names: MissedQuestion["names"],
): Omit<MissedItem, "grantId"> {
  const entry = intentEntry(reader, item);
  const intent = entry === undefined ? undefined : intentOf(entry);
  return {
    ...item,
    agentName: names[item.agentDid] ?? item.agentDid,
    headline: intent === undefined ? (entry?.tool ?? "Request") : headlineOf(factsOf(intent)).sentence,
    summary: entry?.summary ?? "",
  };
}
