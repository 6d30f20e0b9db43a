// The state of an edit: its text, the arguments that come of it, and the engine's view of them.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import type { Facts } from "../../../../shared/domain/facts.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import { ok } from "../../../../shared/lib/result.ts";
import type { Verdict } from "../../../../shared/domain/verdict.ts";
import { call, wireArguments } from "../../../state/bridge.ts";
import { editableOf, editedArguments } from "../../../lib/edit.ts";

export interface Edit {
  /** The argument that is edited; undefined when all of them are. */
  readonly member: string | undefined;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly changed: boolean;
  readonly problem: string | undefined;
  readonly arguments: JsonObject;
  readonly verdict: Verdict | undefined;
  /** What the edited call would do. */
  readonly facts: Facts | undefined;
  /** Whether it may be sent: changed, readable, scored, and not denied. */
  readonly allowed: boolean;
}

const pauseMs = 350;

export function useEdit(approval: HeldApproval, open: boolean): Edit {
  const [editable] = useState(() => editableOf(approval));
  const [text, setText] = useState(editable.text);
  const settled = useSettled(text, pauseMs);
  const edited = open ? editedArguments(approval, editable, text) : ok(approval.intent.arguments);
  const changed = text !== editable.text;
  const { intent } = approval;
  const explained = useQuery({
    // The text is the key of what the engine said about it; where nothing is edited it may be long.
    queryKey: ["explain", approval.approvalId, open ? settled : ""],
    enabled: open && changed && edited.ok && settled === text,
    queryFn: () =>
      call("explain", {
        tool: intent.tool,
        arguments: edited.ok ? wireArguments(edited.value) : {},
        approvalId: approval.approvalId,
      }),
  });
  const explanation = settled === text ? explained.data : undefined;
  const verdict = explanation?.verdict;
  return {
    member: editable.member,
    text,
    setText,
    changed,
    problem: edited.ok ? explained.error?.message : edited.error,
    arguments: edited.ok ? edited.value : intent.arguments,
    verdict,
    facts: explanation?.facts,
    allowed: changed && edited.ok && verdict !== undefined && verdict.outcome !== "DENIED",
  };
}

/** The value once it has not changed for a while. */
function useSettled(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
