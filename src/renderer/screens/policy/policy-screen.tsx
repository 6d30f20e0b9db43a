// The policy: its text on the left, and on the right what helps to change it well.
import { Tabs } from "radix-ui";
import { useEffect, useRef } from "react";
import { DiffView } from "../../editor/diff-view.tsx";
import { PolicyEditor } from "../../editor/policy-editor.tsx";
import { useCommand } from "../../state/answers.ts";
import { tell } from "../../state/ui-store.ts";
import { ComparisonBar } from "./comparison-bar.tsx";
import { arrived, discard, edit, type Pane, showPane, useDraft } from "./draft.ts";
import { EditorBar } from "./editor-bar.tsx";
import { ExplainPane } from "./explain-pane.tsx";
import { HistoryPane } from "./history-pane.tsx";
import { OutdatedBanner } from "./outdated-banner.tsx";
import { PacksPane } from "./packs-pane.tsx";
import { Problems } from "./problems.tsx";
import { RulesPane } from "./rules-pane.tsx";
import { usePolicyDraft } from "./use-policy-draft.ts";
import { WhatIfPane } from "./what-if-pane.tsx";
import { policyScreen as labels } from "../../labels/policy.ts";

const panes: readonly { readonly id: Pane; readonly title: string }[] = [
  { id: "rules", title: labels.rules },
  { id: "packs", title: labels.packs },
  { id: "whatif", title: labels.whatIf },
  { id: "explain", title: labels.explain },
  { id: "history", title: labels.history },
];

export function PolicyScreen() {
  const draft = usePolicyDraft();
  const comparison = useDraft((state) => state.comparison);
  const goTo = useDraft((state) => state.goTo);
  const finding = useDraft((state) => state.finding);
  const pane = useDraft((state) => state.pane);
  const save = useCommand("savePolicy", ["getPolicy", "listPolicyVersions", "listRuleUse", "getStatus"]);
  const { text, base, original, currentId, policy } = draft;
  const saveNow = (): void => {
    if (!draft.savable || save.isPending) return;
    save.mutate(
      { text, base },
      {
        onSuccess: (saved) => {
          discard();
          tell(labels.policyIsInForce(saved.version));
        },
      },
    );
  };
  useSaveKey(saveNow);
  if (policy === undefined) return null;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)_23rem] max-[639px]:grid-cols-[minmax(0,1fr)] max-[639px]:grid-rows-2 min-[1280px]:grid-cols-[minmax(0,1fr)_28rem] min-[1900px]:grid-cols-[minmax(0,1fr)_38rem]">
      <section aria-label={labels.policyFile} className="flex min-h-0 min-w-0 flex-col">
        {comparison === undefined ? (
          <>
            <EditorBar draft={draft} onSave={saveNow} saving={save.isPending} />
            {draft.outdated ? <OutdatedBanner draft={draft} /> : null}
            <div className="min-h-0 flex-1">
              <PolicyEditor
                text={text}
                problems={draft.problems}
                goTo={goTo}
                finding={finding}
                onArrived={arrived}
                onChange={(next) => edit(next, currentId, original)}
              />
            </div>
            <Problems draft={draft} />
          </>
        ) : (
          <>
            <ComparisonBar comparison={comparison} dirty={draft.changed} />
            <div className="min-h-0 flex-1">
              <DiffView before={comparison.before} after={comparison.after} label={comparison.title} />
            </div>
          </>
        )}
      </section>
      <Tabs.Root
        value={pane}
        onValueChange={(value) => showPane(panes.find((each) => each.id === value)?.id ?? "rules")}
        className="flex min-h-0 min-w-0 flex-col border-line max-[639px]:border-t min-[640px]:border-l"
      >
        <Tabs.List
          aria-label={labels.aboutThePolicy}
          className="flex h-11 shrink-0 items-end gap-5 overflow-x-auto overflow-y-hidden border-b border-line px-4"
        >
          {panes.map(({ id, title }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              className="-mb-px h-10 border-b-2 border-transparent font-medium text-quiet hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="rules" tabIndex={-1} className="min-h-0 flex-1">
          <RulesPane draft={draft} />
        </Tabs.Content>
        <Tabs.Content value="packs" tabIndex={-1} className="min-h-0 flex-1">
          <PacksPane />
        </Tabs.Content>
        <Tabs.Content value="whatif" tabIndex={-1} className="min-h-0 flex-1">
          <WhatIfPane draft={draft} />
        </Tabs.Content>
        <Tabs.Content value="explain" tabIndex={-1} className="min-h-0 flex-1">
          <ExplainPane draft={draft} />
        </Tabs.Content>
        <Tabs.Content value="history" tabIndex={-1} className="min-h-0 flex-1">
          <HistoryPane draft={draft} />
        </Tabs.Content>
      </Tabs.Root>
    </div>
  );
}

/** Control or Command with S saves, wherever the focus is. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
