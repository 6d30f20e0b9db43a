// Holding down a key or a button: what is risky is not allowed by a single press, which a program could send as well.
import { useCallback, useEffect, useRef, useState } from "react";

export interface Hold {
  readonly holding: boolean;
  /** It was released too early: the operator needs to know how it works. */
  readonly hint: boolean;
  readonly begin: () => void;
  readonly end: () => void;
}

/** Calls `done` when it has been held for this long without a break. */
export function useHold(milliseconds: number, done: () => void): Hold {
  const [holding, setHolding] = useState(false);
  const [hint, setHint] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(done);
  useEffect(() => {
    latest.current = done;
  });
  const end = useCallback((): void => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setHolding(false);
    setHint(true);
  }, []);
  const begin = useCallback((): void => {
    if (timer.current !== undefined) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setHolding(false);
      setHint(false);
      latest.current();
    }, milliseconds);
  }, [milliseconds]);
  useEffect(() => {
    // Nobody holds a button in a window that is not in front, or a key whose release goes elsewhere.
    const away = (): void => {
      if (document.visibilityState === "hidden") end();
    };
    window.addEventListener("blur", end);
    document.addEventListener("visibilitychange", away);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      window.removeEventListener("blur", end);
      document.removeEventListener("visibilitychange", away);
    };
  }, [end]);
  return { holding, hint, begin, end };
}
