// Full-text search: words, "phrases" and word beginnings*. The slash key leads here.
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { longestText } from "../../../shared/contract/ledger-search.ts";
import { Key } from "../../components/button.tsx";
import { searchBox as labels } from "../../labels/activity.ts";

const waitMs = 180;

export function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ text, given: text });
  // Another view was chosen, or a chart led here: what was typed before is gone.
  const shown = typed.given === text ? typed.text : text;
  useEffect(() => {
    if (shown === text) return undefined;
    const timer = setTimeout(() => onChange(shown), waitMs);
    return () => clearTimeout(timer);
  }, [shown, text, onChange]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement && target.closest("input, textarea, [contenteditable=true]") !== null;
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.select();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const clear = (): void => {
    setTyped({ text: "", given: "" });
    onChange("");
  };
  return (
    <div className="relative flex min-w-0 max-w-md flex-1 items-center">
      <Search size={13} aria-hidden className="pointer-events-none absolute left-2.5 text-faint" />
      <input
        ref={input}
        type="text"
        maxLength={longestText}
        aria-label={labels.label}
        placeholder={labels.placeholder}
        value={shown}
        onChange={(event) => setTyped({ text: event.target.value, given: text })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (shown === "") input.current?.blur();
          else clear();
        }}
        className="h-7 w-full min-w-0 cursor-text rounded-md border border-edge bg-raised pr-8 pl-8 placeholder:text-faint select-text"
      />
      <span className="absolute right-2 flex text-faint">
        {shown === "" ? (
          <Key>/</Key>
        ) : (
          <button type="button" aria-label={labels.clear} onClick={clear} className="rounded-sm p-0.5 hover:text-ink">
            <X size={13} aria-hidden />
          </button>
        )}
      </span>
    </div>
  );
}
