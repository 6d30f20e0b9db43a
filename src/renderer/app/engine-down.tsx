// The screen for an engine that could not start: what happened, what it means for safety, what to do.
import { OctagonAlert, RotateCw } from "lucide-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { startAgain } from "../bridge.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { adviceFor } from "../text/failure.ts";

export function EngineDown({ message }: { message: string }) {
  const client = useQueryClient();
  const advice = adviceFor(message);
  const retry = useMutation({ mutationFn: startAgain, onSettled: () => client.invalidateQueries() });
  return (
    <main aria-label="The engine is not running" className="flex h-full items-center justify-center p-10">
      <div className="w-full max-w-xl">
        <OctagonAlert size={28} aria-hidden className="text-danger" />
        <h1 className="mt-4 text-lg font-semibold">The engine is not running</h1>
        <dl className="mt-6 space-y-5">
          <Part term="What happened">
            <span className="block font-medium">{advice.what}.</span>
            <span className="selectable block break-words whitespace-pre-line">{message}</span>
          </Part>
          <Part term="What it means for safety">
            Gatehouse approves nothing while it is down. An agent that waits for its answer does not act; one that goes
            on without an answer is not watched. Stop it if you are not sure.
          </Part>
          <Part term="What to do">{advice.todo}</Part>
        </dl>
        <div className="mt-7 flex gap-2">
          <Button look="primary" onClick={() => retry.mutate()} disabled={retry.isPending}>
            <RotateCw size={13} aria-hidden />
            {retry.isPending ? "Trying" : "Try again"}
          </Button>
          <CopyButton text={message} label="Copy the message" />
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
