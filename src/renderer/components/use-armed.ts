// A card answers only after it has been seen: a key or click meant for the one before must not decide this one.
import { useEffect, useState } from "react";

const armedAfterMs = 400;

/** False until the card, and on it what has to be seen, has been visible for 400 ms. */
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
