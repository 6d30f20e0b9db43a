// What opens above the screens. The code of most is loaded when they are first opened.
import { lazy, Suspense, useState } from "react";
import { useUi } from "../state/ui-store.ts";
// Not loaded later: whoever opens it types on at once, and no letter may be lost or meant for the screen below.
import { Palette } from "./palette.tsx";

const Shortcuts = lazy(async () => ({ default: (await import("./shortcuts.tsx")).Shortcuts }));
const ConnectDialog = lazy(async () => ({ default: (await import("../connect/connect-dialog.tsx")).ConnectDialog }));

export function Overlays() {
  const overlay = useUi((state) => state.overlay);
  const connecting = useUi((state) => state.connecting) !== undefined;
  const shortcuts = useOnce(overlay === "shortcuts");
  return (
    <Suspense fallback={null}>
      <Palette />
      {shortcuts ? <Shortcuts /> : null}
      {connecting ? <ConnectDialog /> : null}
    </Suspense>
  );
}

/** Whether it was ever true. */
function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once || now;
}
