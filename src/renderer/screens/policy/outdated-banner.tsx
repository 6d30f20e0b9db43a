// The file changed while it was being edited here: nothing is overwritten before a person has looked.
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { compare, discard, rebase } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { outdatedBanner as labels } from "../../labels/policy.ts";

export function OutdatedBanner({ draft: { text, original, currentId } }: { draft: PolicyDraft }) {
  return (
    <Banner
      tone="warning"
      title={labels.title}
      action={
        <span className="flex shrink-0 gap-1.5">
          <Button onClick={() => compare({ title: labels.comparison, before: original, after: text })}>
            {labels.compare}
          </Button>
          <Button onClick={discard}>{labels.takeFile}</Button>
          <Button onClick={() => rebase(currentId)}>{labels.keepDraft}</Button>
        </span>
      }
    >
      {labels.explained}
    </Banner>
  );
}
