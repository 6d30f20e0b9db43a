// The screen for an engine that could not start: what happened, what it means for safety, what to do.
import { OctagonAlert, RotateCw } from "lucide-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { startAgain } from "../state/bridge.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { adviceFor } from "./startup-failure.ts";
import { engineDown as labels } from "../labels/window.ts";

export function EngineDown({ message }: { message: string }) {
  const client = useQueryClient();
  const advice = adviceFor(message);
  const retry = useMutation({ mutationFn: startAgain, onSettled: () => client.invalidateQueries() });
  return (
    <main aria-label={labels.title} className="flex h-full items-center justify-center p-10">
      <div className="w-full max-w-xl">
        <OctagonAlert size={28} aria-hidden className="text-danger" />
        <h1 className="mt-4 text-lg font-semibold">{labels.title}</h1>
        <dl className="mt-6 space-y-5">
          <Part term={labels.whatHappened}>
            <span className="block font-medium">{advice.what}.</span>
            <span className="selectable block break-words whitespace-pre-line">{message}</span>
          </Part>
          <Part term={labels.safety}>{labels.safetyExplained}</Part>
          <Part term={labels.whatToDo}>{advice.todo}</Part>
        </dl>
        <div className="mt-7 flex gap-2">
          <Button look="primary" onClick={() => retry.mutate()} disabled={retry.isPending}>
            <RotateCw size={13} aria-hidden />
            {retry.isPending ? labels.trying : labels.tryAgain}
          </Button>
          <CopyButton text={message} label={labels.copyMessage} />
        </div>
      </div>
    </main>
  );
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
