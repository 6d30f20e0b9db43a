// The first of many, and more of them on demand: hundreds of elements at once would take long to draw.
import { useState } from "react";

export interface Some<Item> {
  readonly shown: readonly Item[];
  readonly hidden: number;
  readonly showMore: () => void;
}

export function useSome<Item>(items: readonly Item[], first: number): Some<Item> {
  const [count, setCount] = useState(first);
  return {
    shown: items.length <= count ? items : items.slice(0, count),
    hidden: Math.max(0, items.length - count),
    showMore: () => setCount(count + 4 * first),
  };
}
