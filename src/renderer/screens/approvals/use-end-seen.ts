// Whether the end of what would run has been in sight: it is where things hide, so nothing is allowed before.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

interface EndSeen {
  readonly seen: boolean;
  /** An element after the last of what has to be read. */
  readonly end: RefObject<HTMLDivElement | null>;
  /** What covers the lower part of it: the end is in sight once it is above. */
  readonly cover: RefObject<HTMLDivElement | null>;
  readonly reveal: () => void;
}

export function useEndSeen(): EndSeen {
  const end = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useLayoutEffect(() => {
    const last = end.current;
    const above = cover.current;
    const card = above?.closest("article");
    if (seen || last === null || above === null || card === null || card === undefined) return undefined;
    const look = (): void => {
      const edge = Math.min(above.getBoundingClientRect().top, card.getBoundingClientRect().bottom);
      if (last.getBoundingClientRect().bottom <= edge + 1) setSeen(true);
    };
    look();
    const sizes = new ResizeObserver(look);
    for (const element of [card, above, last.parentElement]) if (element !== null) sizes.observe(element);
    // Which part of the card scrolls is its own business.
    card.addEventListener("scroll", look, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      card.removeEventListener("scroll", look, { capture: true });
    };
  }, [seen]);
  const reveal = useCallback((): void => {
    const last = end.current;
    const above = cover.current;
    if (last === null || above === null) return;
    // The cover would hide what is only brought into view.
    last.style.scrollMarginBottom = `${above.clientHeight + 12}px`;
    last.scrollIntoView({ block: "end" });
  }, []);
  return { seen, end, cover, reveal };
}
