// The dialog in which an agent is connected, repaired or disconnected: the exact change first, then what came of it.
import { Dialog } from "radix-ui";
import { useState } from "react";
import type { ConnectorScope } from "../../shared/contract/connector.ts";
import { Button } from "../components/button.tsx";
import { Segmented } from "../components/segmented.tsx";
import { useConnectors } from "../state/connectors.ts";
import { type Connecting, openConnecting, useUi } from "../state/ui-store.ts";
import { connectDialog as labels } from "../labels/connect.ts";
import { FileChangeView } from "./file-change.tsx";
import { Outcome } from "./outcome.tsx";
import { type ConnectingState, useConnecting } from "./use-connecting.ts";

export function ConnectDialog() {
  const connecting = useUi((state) => state.connecting);
  if (connecting === undefined) return null;
  return <Opened key={`${connecting.id} ${connecting.action}`} connecting={connecting} />;
}

const close = (): void => openConnecting(undefined);

/** Radix's own overlay locks scrolling with an inline style, which the content security policy forbids; ours is plain. */
function Opened({ connecting }: { connecting: Connecting }) {
  const { action, name } = connecting;
  const [scope, setScope] = useState<ConnectorScope | undefined>(connecting.scope);
  const state = useConnecting(connecting, scope);
  const { progress } = state;
  const isOver = progress.step === "done" || progress.step === "failed";
  const busy = progress.step === "writing" || progress.step === "testing";
  return (
    <Dialog.Root open onOpenChange={(open) => (open || busy ? undefined : close())}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content className="fixed top-1/2 left-1/2 z-50 flex max-h-[88vh] w-[46rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-edge bg-raised shadow-2xl">
          <div className="px-5 pt-5">
            <Dialog.Title className="text-base font-semibold">{labels.titles[action](name)}</Dialog.Title>
            <Dialog.Description className="mt-0.5 text-quiet">{labels.about[action](name)}</Dialog.Description>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
            {isOver || busy ? (
              <Outcome connecting={connecting} plan={state.plan} progress={progress} />
            ) : (
              <Plan connecting={connecting} state={state} scope={scope} onScope={setScope} />
            )}
          </div>
          <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
            <Buttons action={action} name={name} state={state} busy={busy} isOver={isOver} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ButtonsProps extends Pick<Connecting, "action" | "name"> {
  readonly state: ConnectingState;
  readonly busy: boolean;
  readonly isOver: boolean;
}

function Buttons({ action, name, state, busy, isOver }: ButtonsProps) {
  const { progress, plan, confirm, again } = state;
  const failed = progress.step === "failed" || (progress.step === "done" && progress.test?.passed === false);
  if (isOver) {
    return (
      <>
        {failed ? <Button onClick={again}>{labels.tryAgain}</Button> : null}
        <Button look="primary" onClick={close}>
          {labels.done}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={close} disabled={busy}>
        {labels.cancel}
      </Button>
      <Button
        look={action === "disconnect" ? "stop" : "primary"}
        disabled={busy || plan === undefined}
        onClick={confirm}
      >
        {labels.titles[action](name)}
      </Button>
    </>
  );
}

interface PlanProps {
  readonly connecting: Connecting;
  readonly state: ConnectingState;
  readonly scope: ConnectorScope | undefined;
  readonly onScope: (scope: ConnectorScope | undefined) => void;
}

function Plan({ connecting, state, scope, onScope }: PlanProps) {
  const { plan, problem } = state;
  return (
    <div className="space-y-4">
      {connecting.action === "connect" ? <ScopePicker id={connecting.id} onScope={onScope} /> : null}
      {problem === undefined ? null : (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {problem}
        </p>
      )}
      {plan === undefined ? (
        problem === undefined && scope !== undefined ? (
          <p aria-live="polite" className="text-xs text-faint">
            {labels.reading}
          </p>
        ) : null
      ) : (
        <>
          <section aria-label={labels.whatChanges}>
            <h3 className="label mb-1.5">{labels.whatChanges}</h3>
            {plan.changes.length === 0 ? <p className="text-quiet">{labels.nothingToChange}</p> : null}
            <div className="space-y-2">
              {plan.changes.map((change) => (
                <FileChangeView key={change.file} change={change} />
              ))}
            </div>
            {plan.changes.length === 0 ? null : <p className="mt-1.5 text-xs text-faint">{labels.backup}</p>}
          </section>
          <Notes notes={plan.notes} />
        </>
      )}
    </div>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section aria-label={labels.goodToKnow}>
      <h3 className="label mb-1">{labels.goodToKnow}</h3>
      <ul className="list-disc space-y-0.5 pl-4 text-xs text-quiet marker:text-faint">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

/** For all projects of the user, or for one folder. */
function ScopePicker({ id, onScope }: { id: string; onScope: PlanProps["onScope"] }) {
  const scopes = useConnectors()?.find((each) => each.id === id)?.scopes ?? ["user"];
  const [kind, setKind] = useState<ConnectorScope["kind"]>("user");
  const [folder, setFolder] = useState("");
  if (!scopes.includes("project")) return null;
  const choose = (next: ConnectorScope["kind"], path: string): void => {
    setKind(next);
    setFolder(path);
    const isWhole = /^(?:\/|[A-Za-z]:[\\/])/.test(path.trim());
    onScope(next === "user" ? { kind: "user" } : isWhole ? { kind: "project", folder: path.trim() } : undefined);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label={labels.scope}
        value={kind}
        segments={[
          { value: "user", label: labels.allProjects },
          { value: "project", label: labels.oneProject },
        ]}
        onChange={(next) => choose(next, folder)}
      />
      {kind === "user" ? null : (
        <>
          <input
            aria-label={labels.folder}
            value={folder}
            placeholder={labels.folderPlaceholder}
            spellCheck={false}
            onChange={(event) => choose("project", event.target.value)}
            className="h-7 min-w-64 flex-1 rounded-md border border-edge bg-canvas px-2 font-mono text-xs"
          />
          <p className="w-full text-xs text-faint">{labels.folderHint}</p>
        </>
      )}
    </div>
  );
}
