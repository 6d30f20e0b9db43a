// Connects the views of a card's texts with the record of what has been seen of them.
import { createContext, type RefObject, use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createReading, dwellMs, type Frame, type Progress, type Reading } from "../../../../lib/reading.ts";
import { isTyping } from "../../keys.ts";

export interface ReadingDesk extends Reading {
  /** The scroll position or the layout has changed. */
  readonly stir: () => void;
  /** Scrolls as little as is needed to have a part of the screen in the frame; its top, where it is too high. */
  readonly bringIntoFrame: (top: number, bottom: number) => void;
  /** The scrolling element and the element that covers its lower end. Returns how to stop. */
  readonly attach: (scroller: HTMLElement, cover: HTMLElement) => () => void;
}

export const ReadingContext = createContext<ReadingDesk | undefined>(undefined);

/** Undefined outside a card: there nothing has to be read. */
export function useReadingDesk(): ReadingDesk | undefined {
  return use(ReadingContext);
}

export function useReading(scroller: RefObject<HTMLElement | null>, cover: RefObject<HTMLElement | null>): ReadingDesk {
  const [desk] = useState(createDesk);
  useLayoutEffect(() => {
    if (scroller.current === null || cover.current === null) return undefined;
    return desk.attach(scroller.current, cover.current);
  }, [desk, scroller, cover]);
  useReadingKeys(desk);
  return desk;
}

export function useProgress(desk: ReadingDesk): Progress {
  return useSyncExternalStore(desk.subscribe, desk.progress);
}

function createDesk(): ReadingDesk {
  const reading = createReading();
  let scroller: HTMLElement | undefined;
  let cover: HTMLElement | undefined;
  let drawing = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const frame = (): Frame | undefined => {
    if (scroller === undefined || cover === undefined || document.visibilityState !== "visible") return undefined;
    const { top, bottom } = scroller.getBoundingClientRect();
    const covered = cover.getBoundingClientRect();
    return { top, bottom: covered.top > top ? Math.min(bottom, covered.top) : bottom };
  };
  const look = (): void => {
    drawing = 0;
    clearTimeout(timer);
    reading.look(frame(), performance.now());
    if (reading.waiting()) timer = setTimeout(look, dwellMs);
  };
  const stir = (): void => {
    drawing ||= requestAnimationFrame(look);
  };
  return {
    ...reading,
    stir,
    add(part) {
      const remove = reading.add(part);
      stir();
      return remove;
    },
    turnPage(step) {
      const seen = frame();
      if (seen === undefined || scroller === undefined) return false;
      // Two lines stay in view as orientation.
      if (!reading.turnPage(step)) scroller.scrollTop += step * Math.max(40, seen.bottom - seen.top - 48);
      return true;
    },
    bringIntoFrame(top, bottom) {
      const seen = frame();
      if (seen === undefined || scroller === undefined) return;
      if (top >= seen.top && bottom <= seen.bottom) return;
      const down = Math.min(top - seen.top, bottom - seen.bottom);
      scroller.scrollTop += top < seen.top ? top - seen.top : Math.max(0, down);
      stir();
    },
    attach(scrolled, above) {
      scroller = scrolled;
      cover = above;
      const fit = (): void => {
        const seen = frame();
        // A large text has a box of its own that leaves room for what follows it.
        if (seen !== undefined)
          scrolled.style.setProperty("--reading-height", `${Math.max(160, (seen.bottom - seen.top) * 0.75)}px`);
        stir();
      };
      fit();
      look();
      const sizes = new ResizeObserver(fit);
      for (const element of [scrolled, above, ...scrolled.children]) sizes.observe(element);
      scrolled.addEventListener("scroll", stir, { passive: true });
      document.addEventListener("visibilitychange", stir);
      return () => {
        sizes.disconnect();
        cancelAnimationFrame(drawing);
        clearTimeout(timer);
        scrolled.removeEventListener("scroll", stir);
        document.removeEventListener("visibilitychange", stir);
      };
    },
  };
}

/** PageDown and Space turn the page, PageUp and Shift with Space turn it back, wherever the focus is. */
function useReadingKeys(desk: ReadingDesk): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === 0 || isTyping(event)) return;
      event.preventDefault();
      desk.turnPage(step);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

function stepOf({ key, shiftKey, target }: KeyboardEvent): 1 | -1 | 0 {
  if (key === "PageDown") return 1;
  if (key === "PageUp") return -1;
  const presses = target instanceof HTMLElement && target.closest("button, a, input, summary, [role=radio]") !== null;
  if (key !== " " || presses) return 0;
  return shiftKey ? -1 : 1;
}
