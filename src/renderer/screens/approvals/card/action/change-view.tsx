// A change to a file, compared with the current file, and a warning if that changes meanwhile.
import { FilePen } from "lucide-react";
import type { HeldApproval } from "../../../../../shared/domain/approval.ts";
import type { PresentText } from "../../../../../shared/contract/reach.ts";
import { visibleLine } from "../../../../../shared/lib/visible.ts";
import { Button } from "../../../../components/button.tsx";
import { replacementIn } from "../../../../lib/edit.ts";
import { byteSize } from "../../../../labels/format.ts";
import { DiffView } from "./diff-view.tsx";
import type { Target } from "./use-target.ts";
import { changeView as labels } from "../../../../labels/card.ts";

export function ChangeView({ approval, target }: { approval: HeldApproval; target: Target | undefined }) {
  const { facts, intent, verdict } = approval;
  const present = target?.present;
  const replacement = replacementIn(intent.arguments);
  const before = replacement?.before ?? present?.text ?? "";
  const after = replacement?.after ?? facts.content ?? "";
  const path = facts.paths.find((each) => each.access === "write")?.path ?? intent.tool;
  const size = replacement !== undefined || facts.contentBytes === undefined ? "" : `, ${byteSize(facts.contentBytes)}`;
  return (
    <>
      {target?.changed === true ? (
        <p role="alert" className="mb-2 flex items-center gap-2 text-xs text-risk-high">
          <FilePen size={13} aria-hidden className="shrink-0" />
          <span>
            <strong className="font-semibold">{labels.fileChanged}</strong> {labels.comparedWithNow}
          </span>
          <Button className="ml-auto" onClick={target.lookAgain}>
            {labels.iHaveSeenIt}
          </Button>
        </p>
      ) : null}
      <DiffView
        title={`${visibleLine(path)}${size}`}
        before={before}
        after={after}
        findings={verdict.risk.findings}
        note={noteOf(present, replacement?.before)}
      />
    </>
  );
}

function noteOf(present: PresentText | undefined, replaced: string | undefined): string | undefined {
  if (present === undefined) return undefined;
  if (!present.exists) return replaced === undefined ? labels.newFile : labels.noFile;
  if (present.note !== undefined) return present.note;
  if (replaced === undefined) return labels.againstFile;
  return present.text?.includes(replaced) === true ? labels.foundInFile : labels.notFoundInFile;
}
