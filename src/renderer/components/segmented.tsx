// A row of options of which one is selected, with the keys of radio buttons.
import { RadioGroup } from "radix-ui";

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The label in full, where it is short. */
  readonly spoken?: string;
  /** Why it cannot be chosen; shown as its title. */
  readonly problem?: string | undefined;
  /** The key that chooses it. */
  readonly shortcut?: string;
}

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly segments: readonly Segment<Value>[];
  readonly dimmed?: boolean;
  readonly onChange: (value: Value) => void;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const choose = (value: string): void => {
    const chosen = props.segments.find((segment) => segment.value === value);
    if (chosen !== undefined) props.onChange(chosen.value);
  };
  return (
    <RadioGroup.Root
      aria-label={props.label}
      orientation="horizontal"
      value={props.value}
      onValueChange={choose}
      className={`flex flex-wrap gap-px rounded-md bg-hover p-0.5 ${props.dimmed === true ? "text-faint" : "text-quiet"}`}
    >
      {props.segments.map(({ value, label, spoken, problem, shortcut }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          disabled={problem !== undefined}
          title={problem ?? spoken}
          aria-label={spoken}
          className="flex h-6 items-center gap-1.5 rounded-sm px-2 text-xs font-medium whitespace-nowrap not-disabled:hover:text-ink disabled:text-faint disabled:opacity-50 data-[state=checked]:bg-raised not-disabled:data-[state=checked]:text-ink data-[state=checked]:shadow-[0_0_0_1px_var(--color-edge)]"
        >
          {label}
          {shortcut === undefined ? null : (
            <span aria-hidden className="text-2xs font-normal text-faint">
              {shortcut}
            </span>
          )}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
