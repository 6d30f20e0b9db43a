// Versions that were in force, to compare and to go back to; and the templates to start from.
import { useState } from "react";
import type { PolicyTemplate, PolicyVersion } from "../../../shared/contract/policy-api.ts";
import { useAnswer, useCommand } from "../../state/answers.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { Empty } from "../../components/empty.tsx";
import { Ago } from "../../components/time.tsx";
import { fullTime } from "../../labels/format.ts";
import { authorOf } from "../../labels/policy-rules.ts";
import { compare, load } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { historyPane as labels } from "../../labels/policy.ts";

export function HistoryPane({ draft }: { draft: PolicyDraft }) {
  const versions = useAnswer("listPolicyVersions", {}, { staleMs: 0 });
  const fetchVersion = useCommand("getPolicyVersion");
  const inForce = draft.policy?.text ?? "";
  const look = ({ id, at }: PolicyVersion): void => {
    if (id === undefined) return;
    fetchVersion.mutate(
      { id },
      {
        onSuccess: ({ text }) =>
          compare({
            title: labels.comparison(fullTime(at)),
            before: inForce,
            after: text,
            restores: id,
          }),
      },
    );
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <section aria-label={labels.versions} className="min-h-0 flex-1 overflow-y-auto py-1">
        {versions.error === null ? null : <Empty title={labels.cannotBeShown}>{versions.error.message}</Empty>}
        <ul>
          {versions.data?.map((version) => (
            <Version key={version.sequence} version={version} onLook={() => look(version)} />
          ))}
        </ul>
      </section>
      <Templates draft={draft} />
    </div>
  );
}

function Version({ version, onLook }: { version: PolicyVersion; onLook: () => void }) {
  const body = (
    <>
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{authorOf(version)}</span>
        {version.current ? <span className="shrink-0 text-2xs font-medium text-accent">{labels.inForce}</span> : null}
        <span className="shrink-0 text-xs text-faint">
          <Ago at={version.at} />
        </span>
      </span>
      <span className="flex gap-2 text-xs text-faint">
        <span className="truncate font-mono">{version.version}</span>
        {version.kept ? null : <span>{labels.textNotKept}</span>}
      </span>
    </>
  );
  return (
    <li>
      {version.kept && !version.current ? (
        <button type="button" onClick={onLook} className="block w-full px-4 py-2 text-left hover:bg-hover">
          {body}
        </button>
      ) : (
        <div className="px-4 py-2">{body}</div>
      )}
    </li>
  );
}

function Templates({ draft }: { draft: PolicyDraft }) {
  const templates = useAnswer("listPolicyTemplates", {});
  const [asking, setAsking] = useState<PolicyTemplate>();
  const { currentId, original, changed } = draft;
  const take = (template: PolicyTemplate): void => load(template.text, currentId, original);
  return (
    <section aria-label={labels.templates} className="shrink-0 border-t border-line px-4 py-3">
      <h2 className="label mb-1">{labels.startFromTemplate}</h2>
      <ul className="space-y-2">
        {templates.data?.map((template) => (
          <li key={template.name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
            <p className="text-xs">
              <span className="font-medium capitalize">{template.name}.</span>{" "}
              <span className="text-quiet">{template.about}</span>
            </p>
            <Button
              aria-label={labels.loadTemplate(template.name)}
              onClick={() => (changed ? setAsking(template) : take(template))}
            >
              {labels.load}
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        open={asking !== undefined}
        title={labels.replaceQuestion}
        action={labels.replace}
        cancel={labels.keepEditing}
        onClose={() => setAsking(undefined)}
        onConfirm={() => (asking === undefined ? undefined : take(asking))}
      >
        <p>{labels.replaceExplained}</p>
      </Confirm>
    </section>
  );
}
