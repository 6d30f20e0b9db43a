// The last fault in the ledger, shown until the operator acknowledges it: a ledger that was started again must not go unnoticed.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActivityRow } from "../../shared/contract/activity.ts";
import { second } from "../../shared/lib/clock.ts";
import { call } from "../state/bridge.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { dayTime } from "../labels/format.ts";
import { openActivity } from "../state/ui-store.ts";
import { faultBanner as labels } from "../labels/window.ts";

const filter = { kinds: ["fault" as const] };
const seenKey = "gatehouse.fault-seen";
const askEveryMs = 15 * second;

async function latestFault(): Promise<ActivityRow | null> {
  const { entries, head } = await call("measureActivity", { filter });
  if (entries === 0) return null;
  const [latest] = await call("listActivity", { filter, head, limit: 1 });
  return latest ?? null;
}

/** A new ledger counts from one again, so the time belongs to it. */
function nameOf({ sequence, at }: ActivityRow): string {
  return `${sequence} ${at}`;
}

/** `alarm` is what this start has found wrong with the ledger; it is recorded as a fault as well. */
export function FaultBanner({ alarm }: { alarm: string | undefined }) {
  const fault = useQuery({ queryKey: ["latestFault"], queryFn: latestFault, refetchInterval: askEveryMs }).data;
  const [seen, setSeen] = useState(() => localStorage.getItem(seenKey));
  if (fault === undefined || fault === null || nameOf(fault) === seen) return null;
  const see = (): void => {
    localStorage.setItem(seenKey, nameOf(fault));
    setSeen(nameOf(fault));
  };
  const alarming = fault.summary === alarm;
  return (
    <Banner
      tone={alarming ? "danger" : "warning"}
      title={alarming ? labels.ledgerFault(dayTime(fault.at)) : labels.fault(dayTime(fault.at))}
      action={
        <span className="flex gap-2">
          <Button
            onClick={() => {
              see();
              openActivity(filter, { sequence: fault.sequence });
            }}
          >
            {labels.lookAtIt}
          </Button>
          <Button look="quiet" onClick={see}>
            {labels.iHaveSeenIt}
          </Button>
        </span>
      }
    >
      {fault.summary}
    </Banner>
  );
}
