// The first start: nothing has happened yet, so the console teaches how to make something happen.
import { Plug, Send } from "lucide-react";
import type { ReactNode } from "react";
import type { ConsoleStatus } from "../../../shared/contract.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { useChange } from "../../queries.ts";
import { firstIntentCommand } from "../../text/connect.ts";
import { show } from "../../ui-store.ts";

export function FirstRun({ status }: { status: ConsoleStatus }) {
  const send = useChange("sendTestIntent");
  const command = firstIntentCommand(status.http);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-2xl px-6 py-[7vh]">
        <h2 className="text-lg font-semibold tracking-tight">No agent has asked for anything yet</h2>
        <p className="mt-1 text-quiet">
          Gatehouse listens on <span className="selectable font-mono text-xs">{status.http}</span>. Agents ask here
          before they act; low risk passes, high risk is denied, and what lies between waits for you.
        </p>
        <ol className="mt-8 space-y-8">
          <Step number={1} title="See a request that asks you">
            <p className="text-quiet">
              A harmless intent goes the whole way, as if an agent had sent it. You decide about it.
            </p>
            <Button
              look="primary"
              className="mt-3"
              disabled={send.isPending}
              onClick={() => send.mutate({}, { onSuccess: () => show("approvals") })}
            >
              <Send size={13} aria-hidden />
              Send a test intent
            </Button>
          </Step>
          <Step number={2} title="Or send one from a terminal">
            <p className="text-quiet">Any program that can post JSON can ask. Paste this:</p>
            <div className="mt-3 flex items-start gap-2 rounded-md border border-line bg-surface p-3">
              <pre className="selectable min-w-0 flex-1 font-mono text-xs break-words whitespace-pre-wrap">
                {command}
              </pre>
              <CopyButton text={command} label="Copy" />
            </div>
          </Step>
          <Step number={3} title="Connect an agent">
            <p className="text-quiet">
              Agents that speak A2G use <span className="selectable font-mono text-xs">{status.http}/rpc</span>, or the
              WebSocket <span className="selectable font-mono text-xs">{status.ws}</span>, where they also receive your
              answers at once. Working programs for every protocol are one screen away.
            </p>
            <Button className="mt-3" onClick={() => show("integrations")}>
              <Plug size={13} aria-hidden />
              See how to connect
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
