// A moment: relative for the eye, exact on demand.
import { fullTime, relativeTime } from "../text/format.ts";
import { useNow } from "./use-now.ts";

export function Ago({ at }: { at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {relativeTime(at, Math.max(now, at))}
    </time>
  );
}

export function Until({ at }: { at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {relativeTime(at, Math.min(now, at))}
    </time>
  );
}
