// A change to a file, against the file as it is now; and a word when that changes under the reader's eyes.
import { FilePen } from "lucide-react";
import type { HeldApproval } from "../../../shared/approval.ts";
import type { PresentText } from "../../../shared/reach.ts";
import { visibleLine } from "../../../shared/visible.ts";
import { Button } from "../../components/button.tsx";
import { replacementIn } from "../../text/edit.ts";
import { byteSize } from "../../text/format.ts";
import { DiffView } from "./diff-view.tsx";
import type { Target } from "./use-target.ts";

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
            <strong className="font-semibold">The file has changed since you opened this.</strong> Below it is compared
            with what is there now.
          </span>
          <Button className="ml-auto" onClick={target.lookAgain}>
            I have seen it
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
  if (!present.exists) return replaced === undefined ? "a new file" : "the file does not exist";
  if (present.note !== undefined) return present.note;
  if (replaced === undefined) return "against the file as it is now";
  return present.text?.includes(replaced) === true
    ? "found in the file as it is now"
    : "not found in the file as it is";
}
