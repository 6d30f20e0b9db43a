// The buttons that decide. The one that fires by itself when time is up carries the countdown.
import { ArrowDown, Ban, Check, MessageSquare, Pencil } from "lucide-react";
import type { HeldApproval } from "../../../shared/approval.ts";
import { Button, Key } from "../../components/button.tsx";
import { useNow } from "../../components/use-now.ts";
import { countdown } from "../../text/format.ts";
import type { Progress } from "../../text/reading.ts";
import type { Choice } from "../../text/scope.ts";
import { unseenWords } from "../../text/unread.ts";
import { durationPhrases } from "../../text/words.ts";
import type { Panel } from "./choices.tsx";
import { ignoreEnter } from "./keys.ts";

export interface DecisionButtonsProps {
  readonly approval: HeldApproval;
  readonly panel: Panel;
  readonly ready: boolean;
  readonly allowable: boolean;
  /** Whether all of what would run has been in view; if not, the button that allows leads to the next part first. */
  readonly read: boolean;
  readonly progress: Progress;
  readonly allowing: Choice;
  readonly denying: Choice;
  readonly onAllow: () => void;
  readonly onDeny: () => void;
  readonly onOpen: (panel: Panel) => void;
}

export function DecisionButtons(props: DecisionButtonsProps) {
  const { panel, ready, allowing, denying } = props;
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      <Button look={panel === "guide" ? "stop" : "danger"} size="tall" aria-disabled={!ready} onClick={props.onDeny}>
        <Ban size={14} aria-hidden />
        {denying.duration === "once" ? "Deny" : `Deny ${durationPhrases[denying.duration]}`}
        <Key>D</Key>
        <Countdown deadline={props.approval.deadline} />
      </Button>
      <Button look="quiet" size="tall" aria-expanded={panel === "guide"} onClick={() => props.onOpen("guide")}>
        <MessageSquare size={13} aria-hidden />
        Guidance
        <Key>G</Key>
      </Button>
      <Button look="quiet" size="tall" aria-expanded={panel === "edit"} onClick={() => props.onOpen("edit")}>
        <Pencil size={13} aria-hidden />
        Edit
        <Key>E</Key>
      </Button>
      <Button
        look="primary"
        size="tall"
        className="ml-auto min-w-36"
        aria-disabled={!ready || !props.allowable}
        // Not while the card only waits to have been seen: that would flicker at every step through the queue.
        data-dim={props.allowable ? undefined : true}
        onKeyDown={ignoreEnter}
        onClick={props.onAllow}
      >
        {props.read ? <Check size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />}
        {!props.read
          ? `${unseenWords(props.progress)} · next unseen`
          : panel === "edit"
            ? "Allow as edited"
            : `Allow ${durationPhrases[allowing.duration]}`}
        <Key>A</Key>
      </Button>
    </div>
  );
}

function Countdown({ deadline }: { deadline: number | undefined }) {
  const now = useNow();
  if (deadline === undefined) return null;
  return (
    <span
      className="min-w-9 border-l border-line pl-2 text-left font-normal tabular-nums"
      title="Denied by itself when the time is up"
    >
      <span className="sr-only">by itself in </span>
      {countdown(deadline, now)}
    </span>
  );
}
