// The draft together with the policy it is a change of: what is shown, what the compiler says, whether it may be saved.
import { useEffect, useState } from "react";
import { useAnswer } from "../../state/answers.ts";
import { useDraft } from "./draft.ts";

const settleMs = 250;

export function usePolicyDraft() {
  const policy = useAnswer("getPolicy", {}, { staleMs: 0 }).data;
  const draft = useDraft((state) => state.text);
  const base = useDraft((state) => state.base);
  const original = policy?.file?.text ?? policy?.text ?? "";
  const currentId = policy?.file?.id ?? policy?.id ?? "";
  const text = draft ?? original;
  const settled = useSettled(text);
  const check = useAnswer(
    "checkPolicy",
    { text: settled },
    { enabled: policy !== undefined && settled !== "", keepPrevious: true },
  );
  const checked = check.data !== undefined && !check.isPlaceholderData && settled === text;
  const problems = check.data?.problems ?? policy?.file?.problems ?? [];
  const changed = draft !== undefined && draft !== original;
  return {
    policy,
    text,
    original,
    currentId,
    changed,
    /** The file is another one than the draft was begun from. */
    outdated: changed && base !== undefined && base !== currentId,
    base: base ?? currentId,
    problems,
    loaded: check.data?.loaded,
    savable: changed && checked && problems.length === 0,
    checking: changed && !checked,
  };
}

export type PolicyDraft = ReturnType<typeof usePolicyDraft>;

/** The value once it has rested. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  // The first text needs no rest.
  return settled === "" ? value : settled;
}
