// The small window beside the tray: the essence of one request, and an answer that allows it once or denies it.
import { Ban, Clock, ExternalLink, MessageSquare, X } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import type { PopoverAction, PopoverRequest, PopoverState } from "../../shared/contract/window/popover.ts";
import type { RiskLevel } from "../../shared/domain/verdict.ts";
import { AllowButton, HoldHint, holdMs } from "../components/allow/allow-button.tsx";
import { Button, Key } from "../components/button.tsx";
import { levelInk, RiskMark } from "../components/marks.tsx";
import { useArmed } from "../components/use-armed.ts";
import { useHold } from "../components/allow/use-hold.ts";
import { useNow } from "../components/use-now.ts";
import { commandKey } from "../lib/command-key.ts";
import { countdown, score, wholeNumber } from "../labels/format.ts";
import { popover as labels } from "../labels/desktop/popover.ts";
import { levelWords } from "../labels/vocabulary.ts";
import { Feedback } from "./feedback.tsx";
import { usePopoverKeys } from "./use-popover-keys.ts";

export interface PopoverProps {
  readonly state: PopoverState;
  readonly act: (action: PopoverAction) => void;
  /** Something was folded out or in. */
  readonly onResize: () => void;
}

const grounds: Readonly<Record<RiskLevel, string>> = {
  LOW: "bg-risk-low-soft",
  MEDIUM: "bg-risk-medium-soft",
  HIGH: "bg-risk-high-soft",
  CRITICAL: "bg-risk-critical-soft",
};

export function Popover({ state, act, onResize }: PopoverProps) {
  const { request, outcome, problem } = state;
  return (
    <main aria-label={labels.label} className="border border-edge bg-raised text-ink">
      {outcome === undefined ? null : (
        <output className="flex items-center gap-2 border-b border-line px-4 py-2 text-xs">
          <span className="min-w-0 flex-1 truncate">
            {outcome.decision === "approve" ? labels.allowed(outcome.headline) : labels.denied(outcome.headline)}
          </span>
          <Button look="quiet" onClick={() => act({ does: "undo", approvalId: outcome.approvalId })}>
            {labels.undo}
          </Button>
        </output>
      )}
      {problem === undefined ? null : (
        <p role="alert" className="border-b border-line bg-danger-soft px-4 py-2 text-xs text-danger">
          {problem}
        </p>
      )}
      {request === undefined ? null : (
        // Another request, or the same one changed: it has to be seen anew before it can be answered.
        <Request
          key={`${request.approvalId} ${request.digest}`}
          request={request}
          state={state}
          act={act}
          onResize={onResize}
        />
      )}
    </main>
  );
}

interface RequestProps extends PopoverProps {
  readonly request: PopoverRequest;
}

function Request({ request, state, act, onResize }: RequestProps) {
  const { approvalId, digest, level, onlyOnCard } = request;
  const armed = useArmed(state.visible === true);
  const [feedback, setFeedback] = useState(false);
  useLayoutEffect(onResize, [feedback, onResize]);
  const allowable = onlyOnCard === undefined;
  const allow = (): void => act({ does: "allow", approvalId, digest });
  const deny = (reason?: string): void => {
    if (armed) act({ does: "deny", approvalId, digest, ...(reason === undefined ? {} : { reason }) });
  };
  const open = (): void => act({ does: "open", approvalId });
  const holding = useHold(holdMs, allow);
  const hold = level === "HIGH" ? holding : undefined;
  usePopoverKeys({ armed, allowable, hold, allow, deny, open, feedback: () => setFeedback(true), act });
  useEffect(() => {
    if (feedback) document.querySelector("textarea")?.focus();
  }, [feedback]);
  return (
    <article aria-label={labels.label}>
      <Heading request={request} waiting={state.waiting} act={act} />
      <div className="px-4 py-3">
        <pre className="selectable max-h-44 overflow-y-auto rounded-md bg-surface p-2 font-mono text-xs break-words whitespace-pre-wrap">
          {request.target}
        </pre>
        <p className="mt-2 text-xs text-quiet">{request.reason}</p>
        {onlyOnCard === undefined ? null : <p className="mt-1 text-xs text-warning">{labels.onlyOnCard[onlyOnCard]}</p>}
        {feedback ? (
          <Feedback agent={request.agentName} armed={armed} onSend={deny} onCancel={() => setFeedback(false)} />
        ) : (
          <Buttons>
            <Button look="danger" size="tall" aria-disabled={!armed} onClick={() => deny()}>
              <Ban size={14} aria-hidden />
              {labels.deny}
              <Key>D</Key>
              <Countdown deadline={request.deadline} />
            </Button>
            <Button
              look="quiet"
              size="icon"
              title={labels.feedback}
              aria-label={labels.feedback}
              onClick={() => setFeedback(true)}
            >
              <MessageSquare size={14} aria-hidden />
            </Button>
            <Button look="quiet" size="icon" title={labels.open} aria-label={labels.open} onClick={open}>
              <ExternalLink size={14} aria-hidden />
            </Button>
            {allowable ? (
              <AllowButton
                label={labels.allow}
                shortcut="A"
                disabled={!armed}
                dim={false}
                read
                unread=""
                hold={hold}
                onAllow={allow}
              />
            ) : (
              <Button look="primary" size="tall" className="ml-auto" onClick={open}>
                {labels.review}
              </Button>
            )}
          </Buttons>
        )}
        {hold === undefined ? null : <HoldHint hold={hold} />}
      </div>
      <Footer state={state} act={act} />
    </article>
  );
}

function Heading({ request, waiting, act }: { request: PopoverRequest; waiting: number; act: PopoverProps["act"] }) {
  const { level, colour, headline, agentName, project, count } = request;
  return (
    <header className={`px-4 pt-2.5 pb-2 ${grounds[colour]}`}>
      <div className="flex items-center gap-2 text-xs text-quiet">
        <span className="min-w-0 flex-1 truncate">
          {labels.asks(agentName)} {project === undefined ? "" : labels.inProject(project)}
        </span>
        <span className="shrink-0 tabular-nums">{labels.more(waiting)}</span>
        <Button
          look="quiet"
          size="icon"
          className="-mr-2"
          aria-label={labels.close}
          onClick={() => act({ does: "close" })}
        >
          <X size={14} aria-hidden />
        </Button>
      </div>
      <h1 className="flex items-start gap-2">
        <span className="pt-1">
          <RiskMark level={colour} size={14} silent />
        </span>
        <span className={`min-w-0 flex-1 font-semibold break-words ${levelInk[colour]}`}>{headline}</span>
        {count > 1 ? <span className="text-xs text-quiet">{labels.identical(wholeNumber(count))}</span> : null}
      </h1>
      <p className={`mt-0.5 pl-5.5 text-xs ${levelInk[colour]}`}>
        {labels.risk(levelWords[level], score(request.score))}
      </p>
    </header>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex items-center gap-2">{children}</div>;
}

function Countdown({ deadline }: { deadline: number | undefined }) {
  const now = useNow();
  if (deadline === undefined) return null;
  return (
    <span className="border-l border-line pl-2 font-normal tabular-nums">
      <span className="sr-only">{labels.deniedIn} </span>
      {countdown(deadline, now)}
    </span>
  );
}

function Footer({ state, act }: { state: PopoverState; act: PopoverProps["act"] }) {
  const { shortcut } = state;
  return (
    <footer className="border-t border-line px-4 py-1.5 text-2xs text-faint">
      <div className="flex items-center gap-1">
        <Clock size={12} aria-hidden className="shrink-0" />
        <Button look="quiet" className="!h-6 !px-1.5 text-2xs" onClick={() => act({ does: "snooze" })}>
          {labels.snooze}
        </Button>
        <Button look="quiet" className="!h-6 !px-1.5 text-2xs" onClick={() => act({ does: "pause" })}>
          {labels.pause}
        </Button>
      </div>
      {shortcut === undefined ? null : (
        <p className={`px-1 ${shortcut.taken ? "text-warning" : ""}`}>
          {(shortcut.taken ? labels.shortcutTaken : labels.shortcut)(namedKeys(shortcut.keys))}
        </p>
      )}
    </footer>
  );
}

/** As they are written on the keyboard: the setting names them for every platform at once. */
function namedKeys(keys: string): string {
  return keys.replaceAll(/CommandOrControl|CmdOrCtrl/gi, commandKey);
}
