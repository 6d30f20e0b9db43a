// What came of a change: written, tried with a test call, and what is left to do.
import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, ShieldQuestionMark, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ConnectorPlan, ConnectorTest } from "../../shared/contract/connector.ts";
import type { Connecting } from "../state/ui-store.ts";
import { connectDialog as labels, foundAgents } from "../labels/connect.ts";
import type { Progress } from "./use-connecting.ts";

interface OutcomeProps {
  readonly connecting: Connecting;
  readonly plan: ConnectorPlan | undefined;
  readonly progress: Progress;
}

export function Outcome({ connecting: { action, name }, plan, progress }: OutcomeProps) {
  switch (progress.step) {
    case "plan":
    case "writing":
      return <Waiting words={labels.writing} />;
    case "testing":
      return <Waiting words={labels.testing} />;
    case "failed":
      return (
        <Result icon={CircleX} ink="text-danger" title={labels.nothingWasChanged}>
          <p>{progress.message}</p>
        </Result>
      );
    case "done":
      break;
  }
  const { view, test } = progress;
  if (action === "disconnect") {
    return (
      <Result icon={CircleCheck} ink="text-risk-low" title={labels.isDisconnected(name)}>
        <p>{labels.restored}</p>
      </Result>
    );
  }
  const failed = test?.passed === false;
  if (view.state === "connected" && !failed) {
    return (
      <Result icon={CircleCheck} ink="text-risk-low" title={labels.isConnected(name)}>
        <TestResult test={test} />
        <Remarks notes={plan?.notes ?? []} />
      </Result>
    );
  }
  const trust = view.state === "needs_trust" && !failed;
  return (
    <Result
      icon={trust ? ShieldQuestionMark : TriangleAlert}
      ink="text-warning"
      title={trust ? labels.almostConnected(name) : labels.needsAttention(name)}
    >
      <p className="text-ink">{view.detail}</p>
      {trust ? <p>{foundAgents.trust(name)}</p> : null}
      <TestResult test={test} />
    </Result>
  );
}

function Waiting({ words }: { words: string }) {
  return (
    <p aria-live="polite" className="flex items-center gap-2.5 py-8 text-quiet">
      <LoaderCircle size={16} aria-hidden className="animate-spin" />
      {words}
    </p>
  );
}

interface ResultProps {
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Result({ icon: Icon, ink, title, children }: ResultProps) {
  return (
    <div aria-live="polite" className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2 py-2">
      <Icon size={22} aria-hidden className={ink} />
      <div>
        <h3 className={`text-base font-semibold ${ink}`}>{title}</h3>
        <div className="mt-1.5 space-y-2 text-quiet">{children}</div>
      </div>
    </div>
  );
}

function TestResult({ test }: { test: ConnectorTest | undefined }) {
  if (test === undefined) return null;
  return (
    <div>
      <p className={`font-medium ${test.passed ? "text-ink" : "text-danger"}`}>
        {test.passed ? labels.testPassed : labels.testFailed}
      </p>
      <p className="selectable break-words">{test.detail}</p>
      {test.passed ? null : <p>{labels.testFailedHelp}</p>}
    </div>
  );
}

function Remarks({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="list-disc space-y-0.5 pl-4 text-xs marker:text-faint">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
