// The choices: how far and how long a decision reaches, deny, guidance, edit, allow. They stay in sight while one reads.
import { type RefObject, useState } from "react";
import type { HeldApproval } from "../../../shared/approval.ts";
import { visibleLine } from "../../../shared/visible.ts";
import { unreadOf } from "../../text/unread.ts";
import { type Choice, choiceSentence, fittingChoice, nextScope } from "../../text/scope.ts";
import { durationOrder } from "../../text/words.ts";
import { useEscape } from "../../components/use-escape.ts";
import { useUi } from "../../ui-store.ts";
import { DecisionButtons } from "./decision-buttons.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { GuidancePanel } from "./guidance-panel.tsx";
import { useCardKeys } from "./keys.ts";
import { ReachPicker } from "./reach-picker.tsx";
import { ReachPreview } from "./reach-preview.tsx";
import { Routine } from "./routine.tsx";
import { type ReadingDesk, useProgress } from "./reading.tsx";
import { UnreadBox } from "./unread-box.tsx";
import { useArmed } from "./use-armed.ts";
import { useDecide } from "./use-decide.ts";
import { useEdit } from "./use-edit.ts";
import { usePreview } from "./use-preview.ts";
import type { Target } from "./use-target.ts";

export type Panel = "none" | "edit" | "guide";

export interface ChoicesProps {
  readonly approval: HeldApproval;
  readonly target: Target;
  /** What has been seen of what would run. */
  readonly reading: ReadingDesk;
  /** What lies over the lower end of it. */
  readonly cover: RefObject<HTMLDivElement | null>;
  readonly onInteract: () => void;
  readonly onLeave: () => void;
}

export function Choices(props: ChoicesProps) {
  const { approval, target, reading, cover, onInteract, onLeave } = props;
  const remembered = useUi((state) => state.remembered);
  const [allowing, setAllowing] = useState<Choice>(() => fittingChoice(remembered.approve, approval));
  const [denying, setDenying] = useState<Choice>(() => fittingChoice(remembered.deny, approval));
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
  const choose = (changed: Partial<Choice>): void => {
    onInteract();
    (panel === "guide" ? setDenying : setAllowing)({ ...choice, ...changed });
  };
  const edited = panel === "edit" && edit.allowed ? edit.arguments : undefined;
  const preview = usePreview(approval, decision, choice, edited);
  // What lasts is only saved once the engine has said that it fits.
  const fits = preview.problem === undefined && (choice.duration === "once" || preview.value !== undefined);
  const ready = armed && !busy;
  const allowable =
    !busy && fits && !target.pending && !target.changed && (panel === "none" || (panel === "edit" && edit.allowed));
  // While the next card is on its way, this one is still seen and no longer meant.
  const meant = (): boolean => useUi.getState().approvalId === approval.approvalId;
  const allow = (): void => {
    if (!ready || !allowable || !meant()) return;
    if (!read) {
      onInteract();
      return reading.next();
    }
    if (!readArmed) return;
    decide("approve", allowing, {
      ...(panel === "edit" ? { arguments: edit.arguments } : {}),
      ...(target.seen === undefined ? {} : { targetDigest: target.seen }),
      ...(unread === undefined ? {} : { unread }),
    });
  };
  const deny = (): void => {
    if (ready && meant()) decide("deny", denying, guidance.trim() === "" ? {} : { reason: guidance.trim() });
  };
  const open = (wanted: Panel): void => {
    onInteract();
    setPanel(panel === wanted ? "none" : wanted);
  };
  useCardKeys({
    allow,
    deny,
    edit: () => open("edit"),
    guide: () => open("guide"),
    scope: (step) => choose({ scope: nextScope(choice.scope, step, approval.facts) }),
    duration: (index) => {
      const duration = durationOrder[index];
      if (duration !== undefined) choose({ duration });
    },
  });
  useEscape(() => (panel === "none" ? onLeave() : setPanel("none")));
  return (
    // On a low window, or a page enlarged much, they would leave no room to read: there they follow what is read.
    <section
      aria-label="Choices"
      className="sticky bottom-0 z-10 shrink-0 bg-canvas px-6 [@media(max-height:32rem)]:static"
    >
      <div ref={cover} className="border-y border-line pt-3 pb-3.5">
        {panel === "guide" ? <GuidancePanel text={guidance} onChange={setGuidance} onSend={deny} /> : null}
        {panel === "edit" ? <EditPanel edit={edit} /> : null}
        {panel === "none" && choice.duration === "once" ? (
          <Routine approval={approval} seen={armed} onChoose={choose} />
        ) : null}
        <ReachPicker decision={decision} choice={choice} facts={approval.facts} onChange={choose} />
        <p className="mt-2 truncate text-xs text-quiet" aria-live="polite">
          {visibleLine(choiceSentence(decision, choice, approval))}
        </p>
        {choice.duration === "once" ? null : <ReachPreview preview={preview} />}
        <UnreadBox progress={progress} accepted={unreadAccepted} onChange={setUnreadAccepted} />
        <DecisionButtons
          approval={approval}
          panel={panel}
          ready={ready}
          allowable={allowable}
          read={read}
          progress={progress}
          allowing={allowing}
          denying={denying}
          onAllow={allow}
          onDeny={deny}
          onOpen={open}
        />
      </div>
    </section>
  );
}
