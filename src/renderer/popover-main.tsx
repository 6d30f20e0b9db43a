// Starts the page of the small window: draws what it is given and says when it has.
import "./theme.css";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { PopoverBridge } from "../shared/contract/window/popover.ts";
import { applyAppearance } from "./state/appearance.ts";
import { Popover } from "./popover/popover.tsx";

declare global {
  interface Window {
    readonly gatehousePopover: PopoverBridge;
  }
}

applyAppearance(document.documentElement);
const element = document.getElementById("root");
if (element === null) throw new Error("The page has no element to draw into.");
const root = createRoot(element);
const { onState, act } = window.gatehousePopover;

const tellHeight = (): void => {
  const height = Math.ceil(element.firstElementChild?.getBoundingClientRect().height ?? 0);
  if (height > 0) act({ does: "drawn", height });
};

onState((state) => {
  // At once, so that the window is shown with this and not with what it showed before.
  flushSync(() => root.render(<Popover state={state} act={act} onResize={tellHeight} />));
  tellHeight();
});
