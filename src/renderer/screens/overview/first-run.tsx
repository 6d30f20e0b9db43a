// The first start: the agents on this laptop, and the way from connecting one to the first answer.
import { Plug, Send } from "lucide-react";
import type { ReactNode } from "react";
import type { ConsoleStatus } from "../../../shared/contract/contract.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { StepMark } from "../../connect/checklist.tsx";
import { FoundAgents } from "../../connect/found-agents.tsx";
import { ObserveWeek } from "../../connect/observe-week.tsx";
import { useChecklistStore } from "../../state/checklist.ts";
import { useChange } from "../../state/queries.ts";
import { firstIntentCommand } from "./first-intent-command.ts";
import { show } from "../../state/ui-store.ts";
import { firstRun as labels } from "../../labels/overview.ts";

export function FirstRun({ status }: { status: ConsoleStatus }) {
  const { done } = useChecklistStore();
  return (
    <div className="h-full overflow-y-auto">
      <ObserveWeek />
      <div className="mx-auto max-w-3xl px-6 py-[6vh]">
        <h2 className="text-lg font-semibold tracking-tight">{labels.title}</h2>
        <p className="mt-1 text-quiet">{labels.howItWorks}</p>
        <ol className="mt-7 space-y-7">
          <Step number={1} title={labels.connectTitle} isDone={done.connected}>
            <p className="mb-3 text-quiet">{labels.connectExplained}</p>
            <FoundAgents />
            <OtherWays status={status} />
          </Step>
          <Step number={2} title={labels.requestTitle} isDone={done.asked}>
            <p className="text-quiet">{labels.requestExplained}</p>
          </Step>
          <Step number={3} title={labels.tryTitle} isDone={done.answered}>
            <TryApproval />
          </Step>
        </ol>
      </div>
    </div>
  );
}

function TryApproval() {
  const send = useChange("sendTestIntent");
  return (
    <>
      <p className="text-quiet">{labels.tryExplained}</p>
      <Button
        className="mt-3"
        disabled={send.isPending}
        onClick={() => send.mutate({}, { onSuccess: () => show("approvals") })}
      >
        <Send size={13} aria-hidden />
        {labels.sendTestIntent}
      </Button>
    </>
  );
}

/** For programs of one's own. */
function OtherWays({ status }: { status: ConsoleStatus }) {
  const command = firstIntentCommand(status.http);
  return (
    <details className="mt-3 text-xs">
      <summary className="w-fit text-quiet hover:text-ink">{labels.otherWays}</summary>
      <div className="mt-2 space-y-2">
        <p className="text-quiet">
          {labels.listensOn} <span className="selectable font-mono">{status.http}</span>
          {labels.terminalExplained}
        </p>
        <div className="flex items-start gap-2 rounded-md border border-line bg-surface p-3">
          <pre className="selectable min-w-0 flex-1 font-mono text-xs break-words whitespace-pre-wrap">{command}</pre>
          <CopyButton text={command} label={labels.copy} />
        </div>
        <Button onClick={() => show("integrations")}>
          <Plug size={13} aria-hidden />
          {labels.seeHowToConnect}
        </Button>
      </div>
    </details>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)]">
      <StepMark number={number} isDone={isDone} />
      <div>
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  );
}
