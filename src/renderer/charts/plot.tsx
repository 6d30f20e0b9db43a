// The area of a chart. Charts are rendered one after the other when the rest of the screen is done, because they cost the most.
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PlotProps {
  /** Charts of one screen take turns. */
  readonly turn?: number;
  /** The name of a chart whose marks can be pressed; the others are hidden from those who do not see them. */
  readonly label?: string;
  /** Said in the place of the chart where it would show nothing. */
  readonly nothing?: string | undefined;
  readonly children: (size: Size) => ReactNode;
}

const turnMs = 30;

export function Plot({ turn = 0, label, nothing, children }: PlotProps) {
  const ground = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const element = ground.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let drawn = false;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          drawn = true;
          // What the human does meanwhile comes first.
          startTransition(() => setSize({ width, height }));
        },
        drawn ? 0 : turn * turnMs,
      );
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [turn]);
  return (
    <div
      ref={ground}
      className="relative h-full min-h-0 min-w-0 overflow-hidden contain-strict"
      {...(label === undefined ? { "aria-hidden": true } : { role: "group", "aria-label": label })}
    >
      {nothing === undefined ? null : (
        <p className="absolute inset-0 z-10 grid place-content-center pb-5 text-xs text-faint">
          <span className="bg-canvas px-2">{nothing}</span>
        </p>
      )}
      {size === undefined || size.width <= 0 || size.height <= 0 ? null : (
        <div className="absolute inset-0">{children(size)}</div>
      )}
    </div>
  );
}
