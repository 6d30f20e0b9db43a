// The buttons that decide. The one that fires by itself when time is up carries the countdown.
import { Ban, MessageSquare, Pencil } from "lucide-react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import { Button, Key } from "../../../components/button.tsx";
import { useNow } from "../../../components/use-now.ts";
import { countdown } from "../../../labels/format.ts";
import type { Choice } from "../../../lib/scope.ts";
import { durationPhrases } from "../../../labels/vocabulary.ts";
import { AllowButton, HoldHint } from "../../../components/allow/allow-button.tsx";
import type { Panel } from "./choices.tsx";
import type { Hold } from "../../../components/allow/use-hold.ts";
import { decisionButtons as labels } from "../../../labels/answer.ts";

export interface DecisionButtonsProps {
  readonly approval: HeldApproval;
  readonly panel: Panel;
  readonly ready: boolean;
  readonly allowable: boolean;
  /** Whether all of what would run has been in view; if not, the button that allows leads to the next part first. */
  readonly read: boolean;
  /** What is left to read, in words. */
  readonly unread: string;
  /** Present when the button has to be held down. */
  readonly hold: Hold | undefined;
  /** What allowing would do. */
  readonly label: string;
  readonly denying: Choice;
  readonly onAllow: () => void;
  readonly onDeny: () => void;
  readonly onOpen: (panel: Panel) => void;
}

export function DecisionButtons(props: DecisionButtonsProps) {
  const { panel, ready, denying } = props;
  return (
    <>
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button look={panel === "guide" ? "stop" : "danger"} size="tall" aria-disabled={!ready} onClick={props.onDeny}>
          <Ban size={14} aria-hidden />
          {denying.duration === "once" ? labels.deny : labels.denyFor(durationPhrases[denying.duration])}
          <Key>D</Key>
          <Countdown deadline={props.approval.deadline} />
        </Button>
        <Button look="quiet" size="tall" aria-expanded={panel === "guide"} onClick={() => props.onOpen("guide")}>
          <MessageSquare size={13} aria-hidden />
          {labels.guidance}
          <Key>G</Key>
        </Button>
        <Button look="quiet" size="tall" aria-expanded={panel === "edit"} onClick={() => props.onOpen("edit")}>
          <Pencil size={13} aria-hidden />
          {labels.edit}
          <Key>E</Key>
        </Button>
        <AllowButton
          label={props.label}
          shortcut="A"
          disabled={!ready || !props.allowable}
          // Not while the card only waits to have been seen: that would flicker at every step through the queue.
          dim={!props.allowable}
          read={props.read}
          unread={props.unread}
          hold={props.hold}
          onAllow={props.onAllow}
        />
      </div>
      <HoldHint hold={props.hold} />
    </>
  );
}

function Countdown({ deadline }: { deadline: number | undefined }) {
  const now = useNow();
  if (deadline === undefined) return null;
  return (
    <span
      className="min-w-9 border-l border-line pl-2 text-left font-normal tabular-nums"
      title={labels.timeoutExplained}
    >
      <span className="sr-only">{labels.byItselfIn} </span>
      {countdown(deadline, now)}
    </span>
  );
}
