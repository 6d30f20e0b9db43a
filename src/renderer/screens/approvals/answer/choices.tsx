// The choices: scope and duration, deny, guidance, edit, allow. They stay visible while the request is read.
import { type RefObject, useState } from "react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import { isAboveMedium } from "../../../../shared/domain/verdict.ts";
import {
  allowLabel,
  type Choice,
  choiceWords,
  firstChoice,
  nextScope,
  offeredDurations,
  onceExactly,
} from "../../../lib/scope.ts";
import { unreadOf } from "../../../lib/unread.ts";
import { unseen } from "../../../labels/answer.ts";
import { durationOrder } from "../../../labels/vocabulary.ts";
import { useEscape } from "../../../components/use-escape.ts";
import { useUi } from "../../../state/ui-store.ts";
import { holdMs } from "../../../components/allow/allow-button.tsx";
import { AlsoReleases } from "./also-releases.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { GuidancePanel } from "./guidance-panel.tsx";
import { useCardKeys } from "../keys.ts";
import { ReachPicker } from "./reach-picker.tsx";
import { ReachPreview } from "./reach-preview.tsx";
import { ReachSentence } from "./reach-sentence.tsx";
import { Routine } from "../card/routine.tsx";
import { type ReadingDesk, useProgress } from "../card/action/reading.tsx";
import { UnreadBox } from "./unread-box.tsx";
import { useArmed } from "../../../components/use-armed.ts";
import { useDecide } from "./use-decide.ts";
import { useEdit } from "./use-edit.ts";
import { useHold } from "../../../components/allow/use-hold.ts";
import { usePreview } from "./use-preview.ts";
import { useRelease } from "./use-release.ts";
import type { Target } from "../card/action/use-target.ts";
import { choices as labels } from "../../../labels/answer.ts";

export type Panel = "none" | "edit" | "guide";

export interface ChoicesProps {
  readonly approval: HeldApproval;
  readonly target: Target;
  /** What has been seen of what would run. */
  readonly reading: ReadingDesk;
  /** The element that covers its lower end. */
  readonly cover: RefObject<HTMLDivElement | null>;
  readonly onInteract: () => void;
  readonly onLeave: () => void;
}

export function Choices(props: ChoicesProps) {
  const { approval, target, reading, cover, onInteract, onLeave } = props;
  const [allowing, setAllowing] = useState<Choice>(firstChoice(approval.facts));
  const [denying, setDenying] = useState<Choice>(onceExactly);
  const [panel, setPanel] = useState<Panel>("none");
  const [guidance, setGuidance] = useState("");
  const edit = useEdit(approval, panel === "edit");
  const armed = useArmed();
  const progress = useProgress(reading);
  const [unreadAccepted, setUnreadAccepted] = useState(false);
  const unread = unreadAccepted ? unreadOf(progress) : undefined;
  const read = progress.unseen === 0 || unread !== undefined;
  const readArmed = useArmed(read) && (progress.complete || unread !== undefined);
  const { decide, busy } = useDecide(approval);

  // While guidance is written the choice is about denying, else about allowing.
  const decision = panel === "guide" ? "deny" : "approve";
  const choice = panel === "guide" ? denying : allowing;
  const edited = panel === "edit" && edit.allowed ? edit.arguments : undefined;
  const facts = (panel === "edit" ? edit.facts : undefined) ?? approval.facts;
  const levels = [approval.verdict.risk.level, ...(edited === undefined ? [] : [edit.verdict?.risk.level ?? "LOW"])];
  const onceOnly = decision === "approve" && levels.includes("CRITICAL");
  const choose = (changed: Partial<Choice>): void => {
    onInteract();
    if (!onceOnly) (panel === "guide" ? setDenying : setAllowing)({ ...choice, ...changed });
  };
  const preview = usePreview(approval, decision, choice, edited);
  const release = useRelease(approval, decision === "approve" ? choice : onceExactly, edited);
  // What lasts is only allowed once the engine has said that it fits, and what else it would release.
  const known = preview.value !== undefined && !preview.pending && release.listed !== undefined;
  const fits = preview.problem === undefined && (choice.duration === "once" || known);
  const ready = armed && !busy;
  const allowable =
    !busy && fits && !target.pending && !target.changed && (panel === "none" || (panel === "edit" && edit.allowed));
  const risky = [...levels, ...(release.listed ?? []).map(({ level }) => level)].some(isAboveMedium);
  // While the next card is being rendered, this one is still visible but no longer selected.
  const meant = (): boolean => useUi.getState().approvalId === approval.approvalId;
  const decidable = (): boolean => ready && allowable && read && readArmed && meant();
  const confirm = (): void => {
    if (!decidable()) return;
    const extra = panel === "edit" ? { arguments: edit.arguments } : {};
    const sight = target.seen === undefined ? {} : { targetDigest: target.seen };
    const skipped = unread === undefined ? {} : { unread };
    decide("approve", allowing, { ...extra, ...sight, ...skipped, listed: release.listed ?? [] });
  };
  const held = useHold(holdMs, confirm);
  const hold = risky ? held : undefined;
  const allow = (): void => {
    if (ready && allowable && meant() && !read) {
      onInteract();
      return reading.next();
    }
    if (!decidable()) return;
    if (hold === undefined) return confirm();
    onInteract();
    hold.begin();
  };
  const deny = (): void => {
    if (ready && meant()) decide("deny", denying, guidance.trim() === "" ? {} : { reason: guidance.trim() });
  };
  const open = (wanted: Panel): void => {
    onInteract();
    // A scope that was chosen for the call as proposed says nothing about the call as edited, nor the other way round.
    if (wanted === "edit" || panel === "edit") setAllowing(firstChoice(approval.facts));
    setPanel(panel === wanted ? "none" : wanted);
  };
  useCardKeys({
    allow,
    allowEnd: held.end,
    deny,
    edit: () => open("edit"),
    guide: () => open("guide"),
    scope: (step) => choose({ scope: nextScope(choice.scope, step, facts, decision) }),
    duration: (index) => {
      const duration = durationOrder[index];
      if (duration !== undefined && offeredDurations(facts, decision).includes(duration)) choose({ duration });
    },
  });
  useEscape(() => (panel === "none" ? onLeave() : open(panel)));
  return (
    // On a low window, or a page enlarged much, they would leave no room to read: there they follow what is read.
    <section
      aria-label={labels.choices}
      className="sticky bottom-0 z-10 shrink-0 bg-canvas px-6 max-[639px]:static [@media(max-height:32rem)]:static"
    >
      <div ref={cover} className="border-y border-line pt-3 pb-3.5">
        {panel === "guide" ? <GuidancePanel text={guidance} onChange={setGuidance} onSend={deny} /> : null}
        {panel === "edit" ? <EditPanel edit={edit} proposed={approval.verdict} /> : null}
        {panel === "none" && choice.duration === "once" ? (
          <Routine approval={approval} seen={armed} onChoose={choose} />
        ) : null}
        {onceOnly ? (
          <p className="text-xs text-quiet">{labels.criticalOnceOnly}</p>
        ) : (
          <ReachPicker decision={decision} choice={choice} facts={facts} onChange={choose} />
        )}
        <ReachSentence words={choiceWords(decision, choice, approval, facts)} approval={approval} />
        {choice.duration === "once" ? null : (
          <>
            <AlsoReleases listed={release.listed ?? []} more={release.more} />
            <ReachPreview preview={preview} />
          </>
        )}
        <UnreadBox progress={progress} accepted={unreadAccepted} onChange={setUnreadAccepted} />
        <DecisionButtons
          approval={approval}
          panel={panel}
          ready={ready}
          allowable={allowable}
          read={read}
          unread={unseen(progress)}
          hold={hold}
          label={panel === "edit" && choice.duration === "once" ? labels.allowAsEdited : allowLabel(allowing, facts)}
          denying={denying}
          onAllow={allow}
          onDeny={deny}
          onOpen={open}
        />
      </div>
    </section>
  );
}
