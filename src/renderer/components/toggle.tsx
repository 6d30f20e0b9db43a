// A switch that is on or off, with a name for those who do not see it.
import { Switch } from "radix-ui";

export interface ToggleProps {
  readonly label: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Toggle({ label, on, disabled = false, onChange }: ToggleProps) {
  return (
    <Switch.Root
      aria-label={label}
      checked={on}
      disabled={disabled}
      onCheckedChange={onChange}
      className="inline-flex h-4 w-7 shrink-0 items-center rounded-full border border-edge bg-surface p-px transition-colors duration-100 disabled:opacity-45 data-[state=checked]:bg-accent"
    >
      <Switch.Thumb className="block size-3 rounded-full bg-quiet transition-transform duration-100 data-[state=checked]:translate-x-3 data-[state=checked]:bg-on-accent" />
    </Switch.Root>
  );
}
