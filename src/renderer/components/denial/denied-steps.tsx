// What can be done about a denial: allow exactly that once, be asked next time, or say that it was wrong.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCommand } from "../../state/answers.ts";
import { call } from "../../state/bridge.ts";
import { useChange, useLive } from "../../state/queries.ts";
import { tell } from "../../state/ui-store.ts";
import { Button } from "../button.tsx";
import { OverrideDialog } from "./override-dialog.tsx";
import { Until } from "../time.tsx";
import { deniedSteps as labels } from "../../labels/components.ts";

export interface DeniedStepsProps {
  readonly agentDid: string;
  readonly intentId: string;
  /** The risk score alone denied it: only then can it be overridden. */
  readonly byScore: boolean;
}

export function DeniedSteps({ agentDid, intentId, byScore }: DeniedStepsProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const grants = useLive("listGrants").data;
  const revoke = useChange("revokeGrant");
  const dispute = useCommand("disputeVerdict");
  const live = grants?.find(
    (grant) => grant.override !== undefined && grant.fromIntent === intentId && grant.agentDid === agentDid,
  );
  const storyIsOld = (): void => void client.invalidateQueries({ queryKey: ["story"] });

  /** The card shows everything then, so that nothing has to be confirmed now. */
  const askNextTime = useMutation({
    mutationFn: async () => {
      const { digest } = await call("previewOverride", { agentDid, intentId });
      return call("overrideDenial", { agentDid, intentId, digest, effect: "ask", reason: labels.askMeNextTime });
    },
    onSuccess: () => {
      tell(labels.willBeAsked);
      storyIsOld();
    },
    onError: (error) => tell(error.message, "problem"),
  });

  const sayWrong = (): void =>
    dispute.mutate(
      { agentDid, intentId },
      {
        onSuccess: () => {
          tell(labels.recordedAsWrongNotice);
          storyIsOld();
        },
      },
    );

  return (
    <fieldset className="mt-3">
      <legend className="sr-only">{labels.legend}</legend>
      {live === undefined ? null : (
        <p className="mb-2 flex items-center gap-2 text-xs">
          <span className="min-w-0 flex-1">
            {live.override?.effect === "ask" ? labels.youAreAsked : labels.overridden} {labels.whenAskedAgain}
            {live.expiresAt === undefined ? null : (
              <>
                {labels.ends} <Until at={live.expiresAt} />
              </>
            )}
          </span>
          <Button
            look="quiet"
            disabled={revoke.isPending}
            onClick={() =>
              revoke.mutate({ grantId: live.grantId }, { onSuccess: () => tell(labels.denialStandsAgain) })
            }
          >
            {labels.revoke}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {byScore && live === undefined ? (
          <>
            <Button onClick={() => setAsking(true)}>{labels.allowExactlyThisOnce}</Button>
            <Button look="quiet" disabled={askNextTime.isPending} onClick={() => askNextTime.mutate()}>
              {labels.askMeNextTime}
            </Button>
          </>
        ) : null}
        <Button look="quiet" disabled={dispute.isPending || dispute.isSuccess} onClick={sayWrong}>
          {dispute.isSuccess ? labels.recordedAsWrong : labels.thisWasWrong}
        </Button>
      </div>
      {asking ? (
        <OverrideDialog
          agentDid={agentDid}
          intentId={intentId}
          onClose={() => setAsking(false)}
          onOverridden={storyIsOld}
        />
      ) : null}
    </fieldset>
  );
}
