// The first start: nothing has happened yet, so the console teaches how to make something happen.
import { Plug, Send } from "lucide-react";
import type { ReactNode } from "react";
import type { ConsoleStatus } from "../../../shared/contract/contract.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { useChange } from "../../state/queries.ts";
import { firstIntentCommand } from "./first-intent-command.ts";
import { show } from "../../state/ui-store.ts";
import { firstRun as labels } from "../../labels/overview.ts";

export function FirstRun({ status }: { status: ConsoleStatus }) {
  const send = useChange("sendTestIntent");
  const command = firstIntentCommand(status.http);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-2xl px-6 py-[7vh]">
        <h2 className="text-lg font-semibold tracking-tight">{labels.title}</h2>
        <p className="mt-1 text-quiet">
          {labels.listensOn} <span className="selectable font-mono text-xs">{status.http}</span>
          {labels.howItWorks}
        </p>
        <ol className="mt-8 space-y-8">
          <Step number={1} title={labels.tryTitle}>
            <p className="text-quiet">{labels.tryExplained}</p>
            <Button
              look="primary"
              className="mt-3"
              disabled={send.isPending}
              onClick={() => send.mutate({}, { onSuccess: () => show("approvals") })}
            >
              <Send size={13} aria-hidden />
              {labels.sendTestIntent}
            </Button>
          </Step>
          <Step number={2} title={labels.terminalTitle}>
            <p className="text-quiet">{labels.terminalExplained}</p>
            <div className="mt-3 flex items-start gap-2 rounded-md border border-line bg-surface p-3">
              <pre className="selectable min-w-0 flex-1 font-mono text-xs break-words whitespace-pre-wrap">
                {command}
              </pre>
              <CopyButton text={command} label={labels.copy} />
            </div>
          </Step>
          <Step number={3} title={labels.connectAgent}>
            <p className="text-quiet">
              {labels.agentsUse} <span className="selectable font-mono text-xs">{labels.rpcAddress(status.http)}</span>
              {labels.orWebSocket} <span className="selectable font-mono text-xs">{status.ws}</span>
              {labels.answersAtOnce}
            </p>
            <Button className="mt-3" onClick={() => show("integrations")}>
              <Plug size={13} aria-hidden />
              {labels.seeHowToConnect}
            </Button>
          </Step>
        </ol>
      </div>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
      <span
        aria-hidden
        className="flex size-5 items-center justify-center rounded-full border border-edge text-2xs font-semibold text-quiet"
      >
        {number}
      </span>
      <div>
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  );
}
