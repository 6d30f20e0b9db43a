// The file changed while it was being edited here: nothing is overwritten before a person has looked.
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { compare, discard, rebase } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";

export function OutdatedBanner({ draft: { text, original, currentId } }: { draft: PolicyDraft }) {
  return (
    <Banner
      tone="warning"
      title="The file was changed elsewhere while you were editing."
      action={
        <span className="flex shrink-0 gap-1.5">
          <Button
            onClick={() => compare({ title: "The file as it is now, and your draft", before: original, after: text })}
          >
            Compare
          </Button>
          <Button onClick={discard}>Take the file</Button>
          <Button onClick={() => rebase(currentId)}>Keep my draft</Button>
        </span>
      }
    >
      Saving would undo that change.
    </Banner>
  );
}
