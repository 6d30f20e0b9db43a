// What opens above the screens. The code of each is loaded when it is first opened.
import { lazy, Suspense, useState } from "react";
import { useUi } from "../state/ui-store.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const Shortcuts = lazy(async () => ({ default: (await import("./shortcuts.tsx")).Shortcuts }));
const ConnectDialog = lazy(async () => ({ default: (await import("../connect/connect-dialog.tsx")).ConnectDialog }));

export function Overlays() {
  const overlay = useUi((state) => state.overlay);
  const connecting = useUi((state) => state.connecting) !== undefined;
  // They stay once they were opened: the palette asks a question after it has closed.
  const palette = useOnce(overlay === "palette");
  const shortcuts = useOnce(overlay === "shortcuts");
  return (
    <Suspense fallback={null}>
      {palette ? <Palette /> : null}
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
