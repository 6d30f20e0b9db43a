// A small search field that filters a list while typing.
import { Search } from "lucide-react";

export interface FindFieldProps {
  readonly label: string;
  readonly words: string;
  readonly onChange: (words: string) => void;
  readonly className?: string;
}

export function FindField({ label, words, onChange, className = "" }: FindFieldProps) {
  return (
    <span className={`relative flex h-7 min-w-0 items-center ${className}`}>
      <Search size={13} aria-hidden className="pointer-events-none absolute left-2 text-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={(event) => onChange(event.target.value)}
        className="h-full w-full min-w-0 cursor-text rounded-md border border-edge bg-raised pr-2 pl-7 placeholder:text-faint"
      />
    </span>
  );
}
