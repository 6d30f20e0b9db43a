// A text as it would be used, however long it is.
import { useRef } from "react";
import type { Finding } from "../../../../../shared/domain/verdict.ts";
import { VisibleText } from "../../../../components/visible-text.tsx";
import { isLargeText } from "../../../../lib/large.ts";
import type { Span } from "../../../../lib/seen-ranges.ts";
import { LargeText, type LargeTextProps } from "./large-text.tsx";
import { usePlainReading } from "./use-plain-reading.ts";

export function ExactText(props: LargeTextProps) {
  if (!isLargeText(props.text)) return <PlainText text={props.text} findings={props.findings} />;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <LargeText {...props} />
    </div>
  );
}

/** One element, counted by its rows. */
const whole: readonly Span[] = [{ from: 0, to: 1 }];

function PlainText({ text, findings }: { text: string; findings: readonly Finding[] }) {
  const container = useRef<HTMLPreElement>(null);
  usePlainReading(container, whole);
  return (
    <pre
      ref={container}
      data-line="0"
      className="selectable rounded-md border border-line bg-surface px-3.5 py-2.5 font-mono text-[13px] leading-6 break-words whitespace-pre-wrap"
    >
      <VisibleText text={text} findings={findings} />
    </pre>
  );
}
