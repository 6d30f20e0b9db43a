// Observe mode: what a human would have been asked about, alike ones together, each one click away from a rule.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Check, Eye } from "lucide-react";
import { useState } from "react";
import { second } from "../../../shared/clock.ts";
import type { Observed } from "../../../shared/reach.ts";
import { call } from "../../bridge.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { Empty } from "../../components/empty.tsx";
import { RiskMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { useChange } from "../../queries.ts";
import { wholeNumber } from "../../text/format.ts";
import { visibleLine } from "../../text/visible.ts";
import { tell } from "../../ui-store.ts";
import { ReachFacts } from "./reach-preview.tsx";

const readEveryMs = 5 * second;

export function ObservedList() {
  const { data } = useQuery({
    queryKey: ["listObserved"],
    queryFn: () => call("listObserved", {}),
    refetchInterval: readEveryMs,
  });
  if (data === undefined) return null;
  return (
    <section aria-label="Observed" className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-6 py-3">
        <Eye size={16} aria-hidden className="shrink-0 text-warning" />
        <p className="min-w-0 flex-1">
          <strong className="font-semibold">Nothing is held while Gatehouse observes.</strong>{" "}
          <span className="text-quiet">
            What is critical or forbidden is denied even now. Below is what you would have been asked about.
          </span>
        </p>
        <StartEnforcing />
      </div>
      {data.length === 0 ? (
        <Empty title="You would not have been asked about anything yet">
          As agents work, what a rule or the risk score would have put before you appears here.
        </Empty>
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto">
          {data.map((item) => (
            <Row key={`${item.agentDid} ${item.intentId}`} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ item }: { item: Observed }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const decide = useChange("decidePast");
  const save = (decision: "approve" | "deny"): void => {
    const { agentDid, intentId, scope } = item;
    decide.mutate(
      { agentDid, intentId, decision, scope, duration: "always" },
      {
        onSuccess: (grant) => {
          tell(`A rule now ${grant.effect === "allow" ? "allows" : "denies"} it: ${grant.title}`);
          void client.invalidateQueries({ queryKey: ["listObserved"] });
        },
      },
    );
  };
  return (
    <li className="border-b border-line px-6 py-2.5">
      <div className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-center gap-x-3">
        <RiskMark level={item.level} />
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="min-w-0 text-left">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-mono text-xs">{visibleLine(item.summary)}</span>
            {item.count > 1 ? (
              <span className="shrink-0 text-xs font-medium text-quiet">×{wholeNumber(item.count)}</span>
            ) : null}
          </span>
          <span className="block truncate text-xs text-faint">
            {item.agentName}, <Ago at={item.lastAt} />
            {item.rule === undefined ? "" : `, rule ${item.rule}`}
          </span>
        </button>
        <span className="flex gap-2">
          <Button look="danger" disabled={decide.isPending} onClick={() => save("deny")}>
            <Ban size={13} aria-hidden />
            Always deny
          </Button>
          <Button disabled={decide.isPending} onClick={() => save("approve")}>
            <Check size={13} aria-hidden />
            Always allow
          </Button>
        </span>
      </div>
      {open ? <Details item={item} /> : null}
    </li>
  );
}

function Details({ item }: { item: Observed }) {
  const { agentDid, intentId, scope } = item;
  const { data, error } = useQuery({
    queryKey: ["previewReach", agentDid, intentId],
    queryFn: () =>
      call("previewReach", { subject: { agentDid, intentId }, decision: "approve", scope, duration: "always" }),
  });
  return (
    <div className="mt-2 ml-6 text-xs">
      <p className="text-quiet">{item.why}</p>
      {error === null ? null : <p className="mt-1 text-danger">{error.message}</p>}
      {data === undefined ? null : (
        <div className="mt-1.5">
          <ReachFacts value={data} />
        </div>
      )}
    </div>
  );
}

function StartEnforcing() {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const enforce = useMutation({
    mutationFn: () => call("setMode", { mode: "enforce" }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["getStatus"] }),
    onError: (error) => tell(error.message, "problem"),
  });
  return (
    <>
      <Button look="primary" disabled={enforce.isPending} onClick={() => setAsking(true)}>
        Start enforcing
      </Button>
      <Confirm
        open={asking}
        title="Start enforcing?"
        action="Start enforcing"
        onConfirm={() => enforce.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>From now on what a rule or the risk score asks about waits for you. The rules you made stay.</p>
      </Confirm>
    </>
  );
}
