// Notices about what just happened, also for screen readers.
import { X } from "lucide-react";
import { visibleLine } from "../../shared/lib/visible.ts";
import { dismiss, useUi } from "../state/ui-store.ts";
import { notices as labels } from "../labels/components.ts";

export function Notices() {
  const notices = useUi((state) => state.notices);
  return (
    // On a wide window they are below the navigation, where they cover nothing.
    <output
      aria-live="polite"
      className="pointer-events-none fixed bottom-3 left-3 z-30 flex w-80 max-[639px]:bottom-14 flex-col gap-2 min-[1180px]:w-44"
    >
      {notices.map(({ id, text, tone, action }) => (
        <div
          key={id}
          className={`pointer-events-auto flex items-start gap-2 rounded-md border bg-raised px-3 py-2 shadow-lg ${tone === "problem" ? "border-danger text-danger" : "border-edge"}`}
        >
          <p className="min-w-0 flex-1 break-words">
            {visibleLine(text)}
            {action === undefined ? null : (
              <>
                <span aria-hidden> · </span>
                <button
                  type="button"
                  onClick={() => {
                    dismiss(id);
                    action.run();
                  }}
                  className="rounded-sm font-semibold text-accent underline underline-offset-2"
                >
                  {action.label}
                </button>
              </>
            )}
          </p>
          <button
            type="button"
            aria-label={labels.dismiss}
            onClick={() => dismiss(id)}
            className="rounded-sm p-0.5 text-faint hover:text-ink"
          >
            <X size={13} aria-hidden />
          </button>
        </div>
      ))}
    </output>
  );
}
