// The documentation, read without a network: the same pages that are in the repository.
import { lazy, Suspense, useState } from "react";
import { helpScreen as labels } from "../../labels/desktop/desktop.ts";
import { helpPages } from "./pages.ts";

const Document = lazy(async () => ({ default: (await import("./document.tsx")).Document }));

export function HelpScreen() {
  const [page, setPage] = useState(helpPages[0]?.id ?? "");
  return (
    <div className="grid h-full grid-cols-[13rem_minmax(0,1fr)] max-[639px]:grid-cols-[minmax(0,1fr)] max-[639px]:grid-rows-[auto_minmax(0,1fr)]">
      <nav
        aria-label={labels.pages}
        className="min-h-0 overflow-auto border-line p-3 max-[639px]:border-b min-[640px]:border-r"
      >
        <ul className="max-[639px]:flex max-[639px]:gap-1">
          {helpPages.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === page ? "page" : undefined}
                onClick={() => setPage(id)}
                className={`h-7 w-full rounded-md px-2 text-left whitespace-nowrap ${id === page ? "bg-hover text-ink" : "text-quiet hover:bg-hover hover:text-ink"}`}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {/* A new page begins at its top. */}
      <article
        key={page}
        aria-label={labels.page}
        className="document min-h-0 overflow-y-auto px-8 pt-5 pb-16 max-[639px]:px-4"
      >
        <Suspense fallback={null}>
          <Document page={page} onOpen={setPage} />
        </Suspense>
      </article>
    </div>
  );
}
