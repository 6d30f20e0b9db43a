// Overriding a denial by score: the action in full, what was found in it, what the answer means, and a reason.
import { AlertDialog } from "radix-ui";
import { useState } from "react";
import { colourLevel, headlineOf, headlineTitle } from "../../../shared/headline/index.ts";
import type { OverrideDuration, OverridePreview } from "../../../shared/contract/override.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { useAnswer, useCommand } from "../../state/answers.ts";
import { elapsed, score } from "../../labels/format.ts";
import { mayOverride, showable } from "./override.ts";
import { durationWords, levelWords } from "../../labels/vocabulary.ts";
import { tell } from "../../state/ui-store.ts";
import { Button } from "../button.tsx";
import { DeniedAction } from "./denied-action.tsx";
import { levelInk, RiskMark } from "../marks.tsx";
import { Segmented } from "../segmented.tsx";
import { overrideDialog as labels } from "../../labels/components.ts";

export interface OverrideDialogProps {
  readonly agentDid: string;
  readonly intentId: string;
  readonly onClose: () => void;
  readonly onOverridden: () => void;
}

/** Plain like `Confirm`, and for the same reason. All of it scrolls together, so that the buttons are below the action. */
export function OverrideDialog({ agentDid, intentId, onClose, onOverridden }: OverrideDialogProps) {
  const preview = useAnswer("previewOverride", { agentDid, intentId }, { staleMs: 0 });
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <AlertDialog.Portal>
        <div className="fixed inset-0 z-40 bg-black/50" />
        <AlertDialog.Content
          aria-describedby={undefined}
          className="fixed top-[6vh] left-1/2 z-50 max-h-[88vh] w-[min(44rem,94vw)] -translate-x-1/2 overflow-y-auto rounded-lg border border-edge bg-raised p-5 shadow-2xl"
        >
          <AlertDialog.Title className="text-base font-semibold">{labels.title}</AlertDialog.Title>
          {preview.data === undefined || preview.isFetching ? (
            <Waiting problem={preview.error?.message} />
          ) : (
            <Form key={preview.data.digest} preview={preview.data} onClose={onClose} onOverridden={onOverridden} />
          )}
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Waiting({ problem }: { problem: string | undefined }) {
  return (
    <>
      <p aria-busy={problem === undefined} className="mt-2 text-quiet">
        {problem ?? labels.evaluatingAgain}
      </p>
      <div className="mt-5 flex justify-end">
        <AlertDialog.Cancel asChild>
          <Button>{labels.close}</Button>
        </AlertDialog.Cancel>
      </div>
    </>
  );
}

/** What the agent may do after it, and who is asked all the same. */
function Meaning({ preview: { asks, onceMs }, duration }: { preview: OverridePreview; duration: OverrideDuration }) {
  return (
    <ul aria-label={labels.whatItMeans} className="mt-4 list-disc space-y-1 pl-5 text-xs text-quiet">
      <li>
        {labels.mayAskAgain} {duration === "once" ? labels.passesOnce(elapsed(onceMs)) : labels.passesInSession}
      </li>
      {asks === undefined ? null : (
        <li>
          {labels.theRule} <span className="font-mono">{visibleLine(asks)}</span> {labels.alsoAsksAboutIt}
        </li>
      )}
      <li>{labels.canBeRevoked}</li>
    </ul>
  );
}

function Form({
  preview,
  onClose,
  onOverridden,
}: { preview: OverridePreview } & Pick<OverrideDialogProps, "onClose" | "onOverridden">) {
  const { intent, facts, verdict, digest, durations, agentName } = preview;
  const { level, score: value } = verdict.risk;
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [duration, setDuration] = useState<OverrideDuration>("once");
  const override = useCommand("overrideDenial");
  const headline = headlineOf(facts);
  const colour = colourLevel(level, headline.tone);
  const whole = showable(intent);
  const armed = whole && mayOverride({ level, reason, typed }) && !override.isPending;
  const send = (): void =>
    override.mutate(
      { agentDid: intent.agentDid, intentId: intent.intentId, digest, reason, duration },
      {
        onSuccess: () => {
          tell(labels.overridden(agentName));
          onOverridden();
          onClose();
        },
      },
    );
  return (
    <>
      <p className="mt-2 flex items-center gap-2">
        <RiskMark level={colour} size={14} silent />
        <span className={`font-semibold ${levelInk[colour]}`}>{headlineTitle(headline)}</span>
        <span className="min-w-0 flex-1">{headline.notes.map((note) => ` · ${note}`).join("")}</span>
        <span className={`shrink-0 text-xs font-semibold ${levelInk[level]}`}>
          {labels.risk(levelWords[level], score(value))}
        </span>
      </p>
      <p className="mt-1 text-xs text-quiet">
        {visibleLine(agentName)}
        {facts.workspace === undefined ? "" : labels.inFolder(visibleLine(facts.workspace))}
      </p>
      {whole ? (
        <DeniedAction intent={intent} verdict={verdict} facts={facts} />
      ) : (
        <p className="mt-3 text-danger">{labels.tooLongToShow}</p>
      )}
      <Meaning preview={preview} duration={duration} />
      {durations.length < 2 ? null : (
        <div className="mt-3 flex items-center gap-3">
          <span className="label">{labels.howLong}</span>
          <Segmented
            label={labels.howLong}
            value={duration}
            segments={durations.map((each) => ({ value: each, label: durationWords[each] }))}
            onChange={setDuration}
          />
        </div>
      )}
      <label className="mt-3 block">
        <span className="label">{labels.reason}</span>
        <textarea
          rows={2}
          maxLength={1000}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="selectable mt-1 block w-full resize-y rounded-md border border-edge bg-raised px-2.5 py-1.5"
        />
      </label>
      {level === "CRITICAL" ? (
        <label className="mt-3 block">
          <span className="label">{labels.typeToConfirm(labels.confirmWord)}</span>
          <input
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
            className="selectable mt-1 block h-8 w-60 rounded-md border border-edge bg-raised px-2.5"
          />
        </label>
      ) : null}
      {override.error === null ? null : (
        <p role="alert" className="mt-3 text-danger">
          {override.error.message}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <AlertDialog.Cancel asChild>
          <Button>{labels.keepDenial}</Button>
        </AlertDialog.Cancel>
        <Button look="stop" disabled={!armed} onClick={send}>
          {duration === "once" ? labels.allowOnce : labels.allowForSession}
        </Button>
      </div>
    </>
  );
}
