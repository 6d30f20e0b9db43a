// One entry in full: the story of the decision it belongs to, where it came from, its session, and the entry itself.
import { isJsonObject } from "../../../../shared/lib/json.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import type { IntentStory } from "../../../../shared/contract/ledger-search.ts";
import { call } from "../../../state/bridge.ts";
import { CopyButton } from "../../../components/copy-button.tsx";
import { DeniedSteps } from "../../../components/denial/denied-steps.tsx";
import { Empty } from "../../../components/empty.tsx";
import { OutcomeMark, RiskMark } from "../../../components/marks.tsx";
import { useEscape } from "../../../components/use-escape.ts";
import { VisibleText } from "../../../components/visible-text.tsx";
import { agentShort, type AgentNames } from "../../../lib/activity-filter.ts";
import { entryLink } from "../../../../shared/local/link.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { fullTime } from "../../../labels/format.ts";
import { phasesOf } from "./phases.ts";
import { kindWords, protocolWords } from "../../../labels/vocabulary.ts";
import { type Opened, openStory } from "../../../state/ui-store.ts";
import { PhaseList } from "./phase-list.tsx";
import { Lineage } from "./lineage.tsx";
import { RawEntry } from "./raw-entry.tsx";
import { SessionLine } from "./session-line.tsx";
import { storyPanel as labels } from "../../../labels/activity.ts";

interface Told {
  readonly entry: LedgerEntry;
  readonly story?: IntentStory;
}

/** The entry and what belongs to it; for an intent the last verdict speaks. */
async function tell(opened: Opened): Promise<Told> {
  const asked = "sequence" in opened ? await call("getEntry", opened) : undefined;
  const { intentId, agentDid } = asked ?? ("intentId" in opened ? opened : {});
  const story =
    intentId === undefined
      ? undefined
      : await call("getStory", { intentId, ...(agentDid === undefined ? {} : { agentDid }) });
  const entry = asked ?? story?.entries.findLast((each) => each.kind === "verdict") ?? story?.entries[0];
  if (entry === undefined) throw new Error("Nothing is recorded about this intent.");
  return story === undefined ? { entry } : { entry, story };
}

export function StoryPanel({ opened, names }: { opened: Opened; names: AgentNames }) {
  const told = useQuery({
    queryKey: ["story", JSON.stringify(opened)],
    queryFn: () => tell(opened),
    placeholderData: keepPreviousData,
    // A story may go on: a human answers, a report comes.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 5000,
  });
  useEscape(() => openStory(undefined));
  return (
    <aside
      aria-label={labels.story}
      className="flex min-h-0 min-w-0 flex-col border-line max-[639px]:border-t min-[640px]:border-l"
    >
      <div className="flex h-8 shrink-0 items-center border-b border-line pr-2 pl-5">
        <h2 className="label">{labels.story}</h2>
        <button
          type="button"
          aria-label={labels.close}
          onClick={() => openStory(undefined)}
          className="ml-auto rounded-sm p-1 text-faint hover:text-ink"
        >
          <X size={14} aria-hidden />
        </button>
      </div>
      {told.data === undefined ? (
        told.error === null ? (
          <div aria-busy className="flex-1" />
        ) : (
          <Empty title={labels.cannotBeShown}>{told.error.message}</Empty>
        )
      ) : (
        <Story key={told.data.entry.sequence} told={told.data} names={names} />
      )}
    </aside>
  );
}

function Story({ told: { entry, story }, names }: { told: Told; names: AgentNames }) {
  const entries = story?.entries ?? [entry];
  const intent = entries.find((each) => each.kind === "intent");
  const final = entries.findLast((each) => each.kind === "verdict");
  const phases = phasesOf(entries);
  const context = intent?.body["context"];
  const recorded = intent?.body["headline"];
  const sentence = recorded !== undefined && isJsonObject(recorded) ? recorded["sentence"] : undefined;
  const headline = typeof sentence === "string" ? sentence : undefined;
  const said = isJsonObject(context) ? context["reasoning"] : undefined;
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={labels.storyOfEntry}
      className="min-h-0 flex-1 overflow-y-auto px-5 pb-8 outline-offset-[-2px]"
    >
      <div className="mt-4 flex items-center gap-2.5">
        {final?.level === undefined ? null : <RiskMark level={final.level} />}
        {final?.outcome === undefined ? (
          <span className="font-medium">{kindWords[entry.kind]}</span>
        ) : (
          <OutcomeMark outcome={final.outcome} />
        )}
        <span className="ml-auto text-xs text-faint">{fullTime(intent?.at ?? entry.at)}</span>
      </div>
      {headline === undefined ? null : (
        <p className="selectable mt-2 font-medium break-words">{visibleLine(headline)}</p>
      )}
      <p className="selectable mt-2 font-mono text-xs break-words whitespace-pre-wrap">
        <VisibleText text={intent?.summary ?? entry.summary} />
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <CopyButton text={intent?.summary ?? entry.summary} label={labels.copyAction} />
        <CopyButton text={entryLink(entry.sequence)} label={labels.copyLink} />
      </div>
      {entry.agentDid === undefined ? null : (
        <p className="mt-2 truncate text-xs text-quiet" title={entry.agentDid}>
          {names.get(entry.agentDid) ?? agentShort(entry.agentDid)}
          {entry.protocol === undefined ? "" : labels.by(protocolWords[entry.protocol])}
        </p>
      )}
      {final?.outcome === "DENIED" && final.agentDid !== undefined && final.intentId !== undefined ? (
        <DeniedSteps
          key={`${final.agentDid} ${final.intentId}`}
          agentDid={final.agentDid}
          intentId={final.intentId}
          byScore={final.decider === "risk"}
        />
      ) : null}
      {phases === undefined ? null : <PhaseList phases={phases} />}
      {typeof said === "string" && said !== "" ? (
        <Part title={labels.agentSays}>
          <p className="selectable text-xs break-words whitespace-pre-wrap text-quiet">
            <VisibleText text={said} prose />
          </p>
        </Part>
      ) : null}
      {story === undefined || story.ancestors.length + story.children.length === 0 ? null : (
        <Part title={labels.lineage}>
          <Lineage story={story} />
        </Part>
      )}
      {entry.sessionId === undefined ? null : (
        <Part title={labels.session}>
          <SessionLine
            sessionId={entry.sessionId}
            agentDid={entry.agentDid}
            around={final?.sequence ?? entry.sequence}
            intentId={entry.intentId}
          />
        </Part>
      )}
      <Part title={labels.entry}>
        <RawEntry entry={entry} />
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6">
      <h3 className="label mb-1.5">{title}</h3>
      {children}
    </section>
  );
}
