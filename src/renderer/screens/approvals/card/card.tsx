// The card, top to bottom: effect, who, what exactly, why, the choices, and last what the agent says about it.
import { RefreshCw } from "lucide-react";
import { memo, useRef } from "react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import { tourAgent } from "../../../../shared/domain/tour.ts";
import type { Finding } from "../../../../shared/domain/verdict.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { VisibleText } from "../../../components/visible-text.tsx";
import { useChange } from "../../../state/queries.ts";
import { isLargeText } from "../../../lib/large.ts";
import { ActionView } from "./action/action-view.tsx";
import { Boundary } from "./boundary.tsx";
import { Choices } from "../answer/choices.tsx";
import { Question } from "./question.tsx";
import { EffectBanner } from "./effect-banner.tsx";
import { LargeText } from "./action/large-text.tsx";
import { Section } from "./section.tsx";
import { TourGuide } from "./tour.tsx";
import { Touches } from "./touches.tsx";
import { ReadingContext, useReading } from "./action/reading.tsx";
import { useTarget } from "./action/use-target.ts";
import { useWhole } from "./use-whole.ts";
import { Who } from "./who.tsx";
import { Why } from "./why.tsx";
import { card as labels } from "../../../labels/card.ts";

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
  const whole = useWhole(approval);
  const scroller = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const reading = useReading(scroller, cover);
  const { reasoning } = (whole.approval ?? approval).intent.context;
  return (
    <article
      aria-label={labels.request}
      // On a large screen it stays a card: what is read and what decides belong together.
      className="flex max-h-[68rem] min-h-0 max-w-[88rem] flex-col contain-content"
      onPointerDownCapture={interact}
      onWheelCapture={interact}
      onInputCapture={interact}
    >
      <EffectBanner approval={approval} />
      <div ref={scroller} className="flex min-h-0 flex-1 flex-col overflow-y-scroll">
        <Who approval={approval} />
        {approval.intent.boundary === undefined ? null : <Boundary request={approval.intent.boundary} />}
        {approval.askedBecause === undefined ? null : (
          <p className="mx-6 mt-3 flex gap-2 text-xs text-quiet">
            <RefreshCw size={13} aria-hidden className="mt-0.5 shrink-0" />
            <span>
              <strong className="font-semibold text-ink">{labels.askedAgain}</strong>{" "}
              {visibleLine(approval.askedBecause)}
            </span>
          </p>
        )}
        {approval.intent.agentDid === tourAgent && approval.intent.protocol === "console" ? <TourGuide /> : null}
        {approval.intent.question === undefined ? (
          <Section title={labels.whatWillRun}>
            {whole.approval === undefined ? (
              <p className="text-xs text-quiet">{whole.problem ?? labels.reading}</p>
            ) : (
              <ReadingContext value={reading}>
                <ActionView approval={whole.approval} target={target} />
              </ReadingContext>
            )}
          </Section>
        ) : (
          <Question question={approval.intent.question} />
        )}
        <Section title={labels.whyYouAreAsked}>
          <Why verdict={approval.verdict} />
        </Section>
        <Touches facts={approval.facts} />
        <div className="grow pt-5" />
        <Choices
          // What can be edited is known when all of it is there.
          key={whole.approval === undefined ? "brief" : "whole"}
          approval={whole.approval ?? approval}
          target={target}
          reading={reading}
          cover={cover}
          onInteract={interact}
          onLeave={onLeave}
        />
        {reasoning === undefined || reasoning === "" ? null : <AgentWords words={reasoning} />}
      </div>
    </article>
  );
});

const none: readonly Finding[] = [];

/** Last and marked: an agent can be mistaken, or talked into something, and its words decide nothing. */
function AgentWords({ words }: { words: string }) {
  return (
    <section aria-label={labels.agentSaysUntrusted} className="px-6 pt-3 pb-5 text-xs">
      <h3 className="label">{labels.agentSaysNotUsed}</h3>
      <blockquote className="selectable mt-1 border-l-2 border-dashed border-edge pl-3 break-words whitespace-pre-wrap text-quiet italic">
        {isLargeText(words) ? (
          <LargeText text={words} label={labels.agentSays} findings={none} required={false} />
        ) : (
          <VisibleText text={words} prose />
        )}
      </blockquote>
    </section>
  );
}
