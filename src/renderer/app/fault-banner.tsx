// The last fault the ledger has recorded, told until a human has seen it: a ledger that began anew must not go unnoticed.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActivityRow } from "../../shared/activity.ts";
import { second } from "../../shared/clock.ts";
import { call } from "../bridge.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { dayTime } from "../text/format.ts";
import { openActivity } from "../ui-store.ts";

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
      title={
        alarming
          ? `A fault was recorded, ${dayTime(fault.at)}: the ledger may not be the one that was written last.`
          : `A fault was recorded, ${dayTime(fault.at)}.`
      }
      action={
        <span className="flex gap-2">
          <Button
            onClick={() => {
              see();
              openActivity(filter, { sequence: fault.sequence });
            }}
          >
            Look at it
          </Button>
          <Button look="quiet" onClick={see}>
            I have seen it
          </Button>
        </span>
      }
    >
      {fault.summary}
    </Banner>
  );
}
