// What an agent says it is made of, and what has changed in it since a human last agreed: as a difference, with an answer.
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import type { InventoryChange, InventoryView } from "../../../shared/contract/inventory.ts";
import { Button } from "../../components/button.tsx";
import { Ago } from "../../components/time.tsx";
import { VisibleText } from "../../components/visible-text.tsx";
import { useChange, useLive } from "../../state/queries.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { tell } from "../../state/ui-store.ts";
import { inventory as labels } from "../../labels/agents.ts";

export function Inventory({ agentDid }: { agentDid: string }) {
  const view = (useLive("listInventory").data ?? []).find((each) => each.agentDid === agentDid);
  if (view === undefined) return null;
  return (
    <section aria-label={labels.inventory} className="mt-7 px-6">
      <h3 className="label mb-1.5">{labels.inventory}</h3>
      {view.change === undefined ? null : <Change view={view} change={view.change} />}
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1.5 text-xs">
        <Part term={labels.model}>{view.models.map(({ name, provider }) => `${name} (${provider})`).join(", ")}</Part>
        <Part term={labels.mcpServers}>
          {view.mcpServers.map(({ name, version }) => `${name} ${version}`).join(", ")}
        </Part>
        <Part term={labels.sources}>{view.sources.map(({ name }) => name).join(", ")}</Part>
        <dt className="text-faint">{labels.tools}</dt>
        <dd className="min-w-0">{view.tools.length === 0 ? labels.none : <Tools view={view} />}</dd>
      </dl>
    </section>
  );
}

function Part({ term, children }: { term: string; children: string }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd className="min-w-0 break-words">{children === "" ? labels.none : visibleLine(children)}</dd>
    </>
  );
}

function Tools({ view }: { view: InventoryView }) {
  return (
    <ul className="space-y-0.5">
      {view.tools.map(({ id, name, description, arguments: names, declared, digest }) => (
        // The same id twice is one of the things that are looked for.
        <li key={`${id} ${digest}`} className="flex min-w-0 gap-2" title={labels.sha256(digest)}>
          <span className="shrink-0 font-mono">
            {visibleLine(name)}({names.map(visibleLine).join(", ")})
          </span>
          <span className="truncate text-faint">
            {declared ? visibleLine(description ?? "") : labels.noLongerDeclared}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Change({ view, change }: { view: InventoryView; change: InventoryChange }) {
  const decide = useChange("decideInventory");
  const { agentDid, name } = view;
  const answer = (accept: boolean): void => {
    const done = (): void => tell(accept ? labels.accepted(name) : labels.refused(name));
    decide.mutate({ agentDid, digest: change.digest, accept }, { onSuccess: done });
  };
  return (
    <section aria-label={labels.changedDefinitions} className="mb-4 rounded-md border border-line bg-surface">
      <div className="flex items-center gap-3 border-b border-line px-3.5 py-2">
        <p className="min-w-0 flex-1 text-xs">
          <strong className="font-semibold text-warning">{headline(view, change)}</strong>{" "}
          <span className="text-quiet">
            {labels.changedInSession(visibleLine(change.sessionId))} <Ago at={change.at} />
            {labels.deniedUntilAccepted}
          </span>
        </p>
        {change.refused ? null : (
          <Button look="danger" onClick={() => answer(false)} disabled={decide.isPending}>
            <X size={13} aria-hidden />
            {labels.refuse}
          </Button>
        )}
        <Button look={change.refused ? "plain" : "primary"} onClick={() => answer(true)} disabled={decide.isPending}>
          <Check size={13} aria-hidden />
          {labels.accept}
        </Button>
      </div>
      <div className="selectable space-y-2 px-3.5 py-2 font-mono text-xs">
        {change.changed.map((tool) => (
          <Lines key={`${tool.id} ${tool.diff.join()}`} title={tool.name} lines={tool.diff} />
        ))}
        {change.added.map((tool) => (
          <Lines
            key={`${tool.id} ${tool.definition}`}
            title={labels.newTool(tool.name)}
            lines={tool.definition.split("\n").map((line) => `+ ${line}`)}
          />
        ))}
        {change.notes.length === 0 ? null : (
          <Lines title={labels.besides} lines={change.notes.map((note) => `~ ${note}`)} />
        )}
      </div>
    </section>
  );
}

function headline({ acceptedAt }: InventoryView, { refused }: InventoryChange): string {
  if (refused) return labels.youRefused;
  return acceptedAt === undefined ? labels.neverAccepted : labels.changed;
}

const signs: Readonly<Record<string, string>> = { "+": "bg-risk-low-soft", "-": "bg-danger-soft" };

/** Nothing is cut off: the end of a description is where things hide. */
function Lines({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  return (
    <div>
      <p className="font-semibold">{visibleLine(title)}</p>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a difference have no other identity and never move
        <p key={index} className={`px-1 break-words whitespace-pre-wrap ${signs[line.charAt(0)] ?? ""}`}>
          <VisibleText text={line} />
        </p>
      ))}
    </div>
  );
}
