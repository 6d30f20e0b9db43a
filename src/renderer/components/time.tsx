// A time: relative, with the exact one as a tooltip.
import { fullTime, relativeTime } from "../labels/format.ts";
import { useNow } from "./use-now.ts";

export function Ago({ at }: { at: number }) {
  return <RelativeTime at={at} seenFrom={Math.max(useNow(), at)} />;
}

export function Until({ at }: { at: number }) {
  return <RelativeTime at={at} seenFrom={Math.min(useNow(), at)} />;
}

function RelativeTime({ at, seenFrom }: { at: number; seenFrom: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {relativeTime(at, seenFrom)}
    </time>
  );
}
