// A time: relative, with the exact one as a tooltip.
import { fullTime, relativeTime } from "../labels/format.ts";
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
