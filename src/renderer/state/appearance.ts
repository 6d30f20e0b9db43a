// Theme and contrast, saved in the window's storage and applied before the first frame.
import { create } from "zustand";
import { persist } from "zustand/middleware";

export interface Appearance {
  readonly theme: "system" | "light" | "dark";
  readonly contrast: "system" | "more";
}

export const useAppearance = create<Appearance>()(
  persist((): Appearance => ({ theme: "system", contrast: "system" }), { name: "gatehouse.appearance" }),
);

export function changeAppearance(changes: Partial<Appearance>): void {
  useAppearance.setState(changes);
}

/** Marks the page, now and whenever it changes; the tokens follow the marks. */
export function applyAppearance(page: HTMLElement): void {
  const mark = (name: string, value: string): void => {
    if (value === "system") page.removeAttribute(name);
    else page.setAttribute(name, value);
  };
  const apply = ({ theme, contrast }: Appearance): void => {
    mark("data-theme", theme);
    mark("data-contrast", contrast);
  };
  apply(useAppearance.getState());
  useAppearance.subscribe(apply);
}
