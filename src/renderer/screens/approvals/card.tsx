// The card, top to bottom: effect, who, what exactly, why, the choices, and last what the agent says about it.
import { RefreshCw } from "lucide-react";
import { memo } from "react";
import type { HeldApproval } from "../../../shared/approval.ts";
import { tourAgent } from "../../../shared/tour.ts";
import { visibleLine } from "../../../shared/visible.ts";
import { VisibleText } from "../../components/visible-text.tsx";
import { useChange } from "../../queries.ts";
import { ActionView } from "./action-view.tsx";
import { Choices } from "./choices.tsx";
import { EffectBanner } from "./effect-banner.tsx";
import { Section } from "./section.tsx";
import { TourGuide } from "./tour.tsx";
import { Touches } from "./touches.tsx";
import { useEndSeen } from "./use-end-seen.ts";
import { useTarget } from "./use-target.ts";
import { Who } from "./who.tsx";
import { Why } from "./why.tsx";

interface CardProps {
  readonly approval: HeldApproval;
  readonly onLeave: () => void;
}

/** Drawn again when its own request changes, not whenever the queue does. */
export const Card = memo(function Card({ approval, onLeave }: CardProps) {
  const keepWaiting = useChange("keepWaiting");
  /** A human is looking at it: the countdown stops, once. */
  const interact = (): void => {
    if (approval.deadline !== undefined && keepWaiting.isIdle) keepWaiting.mutate({ approvalId: approval.approvalId });
  };
  const target = useTarget(approval);
  const { seen, end, cover, reveal } = useEndSeen();
  const { reasoning } = approval.intent.context;
  return (
    <article
      aria-label="Request"
      // On a large screen it stays a card: what is read and what decides belong together.
      className="flex max-h-[68rem] min-h-0 max-w-[88rem] flex-col contain-content"
      onPointerDownCapture={interact}
      onWheelCapture={interact}
      onInputCapture={interact}
    >
      <EffectBanner approval={approval} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-scroll">
        <Who approval={approval} />
        {approval.askedBecause === undefined ? null : (
          <p className="mx-6 mt-3 flex gap-2 text-xs text-quiet">
            <RefreshCw size={13} aria-hidden className="mt-0.5 shrink-0" />
            <span>
              <strong className="font-semibold text-ink">Asked again:</strong> {visibleLine(approval.askedBecause)}
            </span>
          </p>
        )}
        {approval.intent.agentDid === tourAgent ? <TourGuide /> : null}
        <Section title="What will run">
          <ActionView approval={approval} target={target} />
          <div ref={end} />
        </Section>
        <Section title="Why you are asked">
          <Why verdict={approval.verdict} />
        </Section>
        <Touches facts={approval.facts} />
        <div className="grow pt-5" />
        <Choices
          approval={approval}
          target={target}
          endSeen={seen}
          cover={cover}
          onReveal={reveal}
          onInteract={interact}
          onLeave={onLeave}
        />
        {reasoning === undefined || reasoning === "" ? null : <AgentWords words={reasoning} />}
      </div>
    </article>
  );
});

/** Last and marked: an agent can be mistaken, or talked into something, and its words decide nothing. */
function AgentWords({ words }: { words: string }) {
  return (
    <section aria-label="What the agent says, untrusted" className="px-6 pt-3 pb-5 text-xs">
      <h3 className="label">The agent says, untrusted and not used to decide</h3>
      <blockquote className="selectable mt-1 border-l-2 border-dashed border-edge pl-3 break-words whitespace-pre-wrap text-quiet italic">
        <VisibleText text={words} prose />
      </blockquote>
    </section>
  );
}
