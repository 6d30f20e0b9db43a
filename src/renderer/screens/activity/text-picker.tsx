// A filter that is typed: a session, a path or a host.
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { type ActivityFilter, type Dimension, valuesOf, withValues } from "../../lib/activity-filter.ts";
import { textPicker as labels } from "../../labels/activity.ts";

const hints = {
  sessions: labels.sessionHint,
  project: labels.projectHint,
  path: labels.pathHint,
  host: labels.hostHint,
} as const;

export interface TextPickerProps {
  readonly dimension: Exclude<Dimension, { readonly facet: string }>;
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
  readonly onDone: () => void;
}

export function TextPicker({ dimension: { id, label }, filter, onChange, onDone }: TextPickerProps) {
  const [text, setText] = useState(valuesOf(filter, id).join(" "));
  return (
    <form
      className="p-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        onChange(withValues(filter, id, wanted === "" ? [] : [wanted]));
        onDone();
      }}
    >
      <label className="label block">
        {label}
        <input
          type="text"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mt-1 h-7 w-full cursor-text rounded-md border border-edge bg-canvas px-2 font-mono text-xs text-ink select-text"
        />
      </label>
      <p className="mt-1 text-xs text-faint">{hints[id]}</p>
      <div className="mt-2 flex justify-end">
        <Button type="submit">{labels.filter}</Button>
      </div>
    </form>
  );
}
