// Denying with words: the agent gets them as they are written here.
import { useEffect, useRef } from "react";
import { commandKey } from "../../../lib/command-key.ts";
import { guidancePanel as labels } from "../../../labels/answer.ts";

export interface GuidancePanelProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
}

export function GuidancePanel({ text, onChange, onSend }: GuidancePanelProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label className="mb-3 block">
      <span className="label">{labels.label(commandKey)}</span>
      <textarea
        ref={field}
        rows={2}
        maxLength={4000}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend();
        }}
        placeholder={labels.placeholder}
        className="selectable mt-1 block w-full resize-y rounded-md border border-edge bg-raised px-2.5 py-1.5 placeholder:text-faint"
      />
    </label>
  );
}
