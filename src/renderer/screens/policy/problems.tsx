// What the compiler says, as a list below the editor; each leads to its place.
import { CircleX } from "lucide-react";
import { goTo } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { problems as labels } from "../../labels/policy.ts";

export function Problems({ draft }: { draft: PolicyDraft }) {
  const { problems } = draft;
  if (problems.length === 0) return null;
  return (
    <section
      aria-label={labels.problems}
      className="max-h-40 shrink-0 overflow-y-auto border-t border-line bg-surface py-1.5"
    >
      <ul>
        {problems.map(({ line, column, path, message }) => (
          <li key={`${line}:${column}:${message}`}>
            <button
              type="button"
              onClick={() => goTo(line, column)}
              className="grid w-full grid-cols-[1rem_4.5rem_minmax(0,1fr)] items-baseline gap-2 px-4 py-0.5 text-left text-xs hover:bg-hover"
            >
              <CircleX size={12} aria-hidden className="translate-y-0.5 text-danger" />
              <span className="text-faint tabular-nums">
                {line}:{column}
              </span>
              <span>
                {path === "" ? null : <span className="font-mono text-quiet">{path} </span>}
                {message}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
