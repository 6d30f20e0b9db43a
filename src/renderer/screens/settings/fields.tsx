// The controls settings are changed with. What is typed is checked while it is typed, and saved when one leaves or presses Enter.
import { Switch } from "radix-ui";
import { useId, useState } from "react";

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  /** Why the text cannot be saved. */
  readonly problem: (text: string) => string | undefined;
  readonly onSave: (text: string) => void;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly width?: string;
  readonly busy?: boolean;
}

export function Field(props: FieldProps) {
  const [draft, setDraft] = useState<string>();
  const errorId = useId();
  const text = draft ?? props.value;
  const problem = draft === undefined ? undefined : props.problem(draft);
  const commit = (): void => {
    if (draft === undefined || problem !== undefined) return;
    setDraft(undefined);
    if (draft !== props.value) props.onSave(draft);
  };
  return (
    <span className="inline-flex flex-col items-end">
      <span className="inline-flex items-center gap-2">
        <input
          aria-label={props.label}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : errorId}
          value={text}
          disabled={props.busy === true}
          placeholder={props.placeholder}
          spellCheck={false}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => (problem === undefined ? commit() : undefined)}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit();
            if (event.key === "Escape") setDraft(undefined);
          }}
          className={`h-7 rounded-md border bg-raised px-2 placeholder:text-faint ${props.width ?? "w-24 text-right tabular-nums"} ${problem === undefined ? "border-edge" : "border-danger"}`}
        />
        {props.unit === undefined ? null : <span className="w-20 text-left text-xs text-quiet">{props.unit}</span>}
      </span>
      {problem === undefined ? null : (
        <span id={errorId} role="alert" className="mt-1 max-w-72 text-right text-xs text-danger">
          {problem}
        </span>
      )}
    </span>
  );
}

/** Whole numbers only; anything else is left for the schema to refuse. */
export function numberIn(text: string): unknown {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : text;
}

export function SwitchField(props: {
  readonly label: string;
  readonly value: boolean;
  readonly busy?: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <Switch.Root
      aria-label={props.label}
      checked={props.value}
      disabled={props.busy === true}
      onCheckedChange={props.onChange}
      className="relative h-5 w-9 rounded-full border border-edge bg-hover transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Switch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-quiet transition-transform data-[state=checked]:translate-x-[1.15rem] data-[state=checked]:bg-on-accent" />
    </Switch.Root>
  );
}
