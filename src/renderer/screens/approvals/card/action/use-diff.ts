// The lines a change adds and takes away: at once for a short text, in small steps for a long one.
import { useEffect, useMemo, useState } from "react";
import { type DiffLine, diffLines, diffSteps } from "../../../../lib/diff.ts";
import { isLargeText } from "../../../../lib/large.ts";
import { useReadingDesk } from "./reading.tsx";

/** Longer work would be felt. */
const workMs = 12;

export function isLarge(before: string, after: string): boolean {
  return isLargeText(before) || isLargeText(after);
}

/** Undefined until a long comparison is made; nothing can be allowed before. */
export function useDiff(before: string, after: string): readonly DiffLine[] | undefined {
  const large = isLarge(before, after);
  // Where one of them is empty there is nothing to compare.
  const simple = !large || before === "" || after === "";
  const short = useMemo(() => (simple ? diffLines(before, after) : undefined), [simple, before, after]);
  const [made, setMade] = useState<{
    readonly before: string;
    readonly after: string;
    readonly lines: readonly DiffLine[];
  }>();
  const desk = useReadingDesk();
  const known = short ?? (made?.before === before && made.after === after ? made.lines : undefined);
  const pending = known === undefined;
  useEffect(() => {
    if (!pending) return undefined;
    const arrived = desk?.expect();
    const steps = diffSteps(before, after);
    let timer: ReturnType<typeof setTimeout>;
    const work = (): void => {
      const end = performance.now() + workMs;
      while (performance.now() < end) {
        const step = steps.next();
        if (step.done !== true) continue;
        setMade({ before, after, lines: step.value });
        return;
      }
      timer = setTimeout(work);
    };
    timer = setTimeout(work);
    return () => {
      clearTimeout(timer);
      arrived?.();
    };
  }, [pending, before, after, desk]);
  return known;
}
