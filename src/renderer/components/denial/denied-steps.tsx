// What can be done about a denial: allow exactly that once, be asked next time, or say that it was wrong.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCommand } from "../answers.ts";
import { call } from "../bridge.ts";
import { useChange, useLive } from "../queries.ts";
import { tell } from "../ui-store.ts";
import { Button } from "./button.tsx";
import { LiftDialog } from "./lift-dialog.tsx";
import { Until } from "./time.tsx";

export interface DeniedStepsProps {
  readonly agentDid: string;
  readonly intentId: string;
  /** The risk score alone denied it: only then can it be lifted. */
  readonly byScore: boolean;
}

export function DeniedSteps({ agentDid, intentId, byScore }: DeniedStepsProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const grants = useLive("listGrants").data;
  const revoke = useChange("revokeGrant");
  const dispute = useCommand("disputeVerdict");
  const live = grants?.find(
    (grant) => grant.lift !== undefined && grant.fromIntent === intentId && grant.agentDid === agentDid,
  );
  const storyIsOld = (): void => void client.invalidateQueries({ queryKey: ["story"] });

  /** The card shows everything then, so that nothing has to be confirmed now. */
  const askNextTime = useMutation({
    mutationFn: async () => {
      const { digest } = await call("previewLift", { agentDid, intentId });
      return call("liftDenial", { agentDid, intentId, digest, effect: "ask", reason: "Ask me next time" });
    },
    onSuccess: () => {
      tell("You are asked when the agent asks for exactly this again.");
      storyIsOld();
    },
    onError: (error) => tell(error.message, "problem"),
  });

  const sayWrong = (): void =>
    dispute.mutate(
      { agentDid, intentId },
      {
        onSuccess: () => {
          tell("Recorded as wrong. Decisions stay as they are.");
          storyIsOld();
        },
      },
    );

  return (
    <fieldset className="mt-3">
      <legend className="sr-only">What you can do about this denial</legend>
      {live === undefined ? null : (
        <p className="mb-2 flex items-center gap-2 text-xs">
          <span className="min-w-0 flex-1">
            {live.lift?.effect === "ask" ? "You are asked" : "Lifted"} when the agent asks again
            {live.expiresAt === undefined ? null : (
              <>
                ; ends <Until at={live.expiresAt} />
              </>
            )}
          </span>
          <Button
            look="quiet"
            disabled={revoke.isPending}
            onClick={() =>
              revoke.mutate({ grantId: live.grantId }, { onSuccess: () => tell("The denial stands again.") })
            }
          >
            Revoke
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {byScore && live === undefined ? (
          <>
            <Button onClick={() => setAsking(true)}>Allow exactly this once…</Button>
            <Button look="quiet" disabled={askNextTime.isPending} onClick={() => askNextTime.mutate()}>
              Ask me next time
            </Button>
          </>
        ) : null}
        <Button look="quiet" disabled={dispute.isPending || dispute.isSuccess} onClick={sayWrong}>
          {dispute.isSuccess ? "Recorded as wrong" : "This was wrong"}
        </Button>
      </div>
      {asking ? (
        <LiftDialog agentDid={agentDid} intentId={intentId} onClose={() => setAsking(false)} onLifted={storyIsOld} />
      ) : null}
    </fieldset>
  );
}
