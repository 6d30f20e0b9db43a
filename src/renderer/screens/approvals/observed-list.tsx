// Observe mode: what a human would have been asked about, one click away from a rule, and what was denied even so.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Check, Eye } from "lucide-react";
import { useState } from "react";
import { second } from "../../../shared/clock.ts";
import type { Observed } from "../../../shared/reach.ts";
import { call } from "../../bridge.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { Empty } from "../../components/empty.tsx";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { useChange } from "../../queries.ts";
import { wholeNumber } from "../../text/format.ts";
import { visibleLine } from "../../../shared/visible.ts";
import { deciderWords } from "../../text/words.ts";
import { openActivity, tell } from "../../ui-store.ts";
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
            What is critical or forbidden is denied even now. Below is what you would have been asked about, and what
            was denied.
          </span>
        </p>
        <StartEnforcing />
      </div>
      {data.length === 0 ? (
        <Empty title="You would not have been asked about anything yet">
          As agents work, what a rule or the risk score would have put before you appears here, and what they deny.
        </Empty>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Part title="You would have been asked" items={data.filter((item) => item.outcome === "let_pass")} />
          <Part title="Denied even so" items={data.filter((item) => item.outcome === "denied")} />
        </div>
      )}
    </section>
  );
}

function Part({ title, items }: { title: string; items: readonly Observed[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="px-6 pt-4 pb-1 text-xs font-medium text-quiet">{title}</h2>
      <ul>
        {items.map((item) => (
          <Row key={`${item.agentDid} ${item.intentId}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Row({ item }: { item: Observed }) {
  const [open, setOpen] = useState(false);
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
            {item.agentName}, <Ago at={item.lastAt} />, {deciderOf(item)}
          </span>
        </button>
        {item.outcome === "denied" ? <Denied item={item} /> : <Decide item={item} />}
      </div>
      {open ? <Details item={item} /> : null}
    </li>
  );
}

function deciderOf({ decider, rule }: Observed): string {
  return rule === undefined || decider === "grant" ? deciderWords[decider] : `rule ${rule}`;
}

/** No rule lifts a denial, so none is offered; its story says what would have to change. */
function Denied({ item: { agentDid, intentId } }: { item: Observed }) {
  return (
    <span className="flex items-center gap-3">
      <OutcomeMark outcome="DENIED" />
      <Button onClick={() => openActivity({ kinds: ["verdict"] }, { intentId, agentDid })}>Story</Button>
    </span>
  );
}

function Decide({ item: { agentDid, intentId, scope, decided } }: { item: Observed }) {
  const client = useQueryClient();
  const decide = useChange("decidePast");
  const save = (decision: "approve" | "deny"): void => {
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
  if (decided !== undefined)
    return <span className="text-xs text-quiet">A rule now {decided === "allow" ? "allows" : "denies"} it</span>;
  return (
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
  );
}

function Details({ item }: { item: Observed }) {
  return (
    <div className="mt-2 ml-6 text-xs">
      <p className="text-quiet">{item.why}</p>
      {item.outcome === "let_pass" && item.decided === undefined ? <Reach item={item} /> : null}
    </div>
  );
}

function Reach({ item: { agentDid, intentId, scope } }: { item: Observed }) {
  const { data, error } = useQuery({
    queryKey: ["previewReach", agentDid, intentId],
    queryFn: () =>
      call("previewReach", { subject: { agentDid, intentId }, decision: "approve", scope, duration: "always" }),
  });
  if (error !== null) return <p className="mt-1 text-danger">{error.message}</p>;
  if (data === undefined) return null;
  return (
    <div className="mt-1.5">
      <ReachFacts value={data} />
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
