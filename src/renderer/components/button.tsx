// Buttons, and the keyboard keys shown on them.
import type { ComponentProps, ReactNode } from "react";

const looks = {
  plain: "border-edge bg-raised text-ink hover:bg-hover",
  quiet: "border-transparent text-quiet hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink",
  primary: "border-transparent bg-accent text-on-accent hover:opacity-90",
  danger: "border-edge bg-raised text-danger hover:bg-danger-soft",
  stop: "border-transparent bg-danger-fill text-white hover:opacity-90",
} as const;

const sizes = {
  normal: "h-7 px-2.5",
  tall: "h-8 px-3",
  icon: "size-6",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: keyof typeof looks;
  readonly size?: keyof typeof sizes;
}

export function Button({ look = "plain", size = "normal", className = "", type = "button", ...rest }: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={`inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors duration-100 disabled:opacity-45 data-dim:opacity-45 ${looks[look]} ${sizes[size]} ${className}`}
      {...rest}
    />
  );
}

/** The key that does the same. Decoration for the eye: the button's name carries the meaning. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd
      aria-hidden
      className="inline-flex h-4 min-w-4 items-center justify-center rounded-sm border border-current/25 px-1 font-sans text-2xs leading-none font-medium opacity-90"
    >
      {children}
    </kbd>
  );
}
