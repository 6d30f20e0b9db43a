// A card reacts only after it has been visible for a moment, so that a key or click for the previous card does not decide this one.
import { useEffect, useState } from "react";

const armedAfterMs = 400;

/** False until the card has been visible for 400 ms, and `seen` has been true for as long. */
export function useArmed(seen = true): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (): void => {
      clearTimeout(timer);
      if (seen && document.visibilityState === "visible") timer = setTimeout(() => setArmed(true), armedAfterMs);
      else setArmed(false);
    };
    start();
    document.addEventListener("visibilitychange", start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", start);
    };
  }, [seen]);
  return armed;
}
