// The frame around every screen: navigation, header, banners; or the screen for an engine that is not running.
import { memo, Suspense, useDeferredValue, useEffect } from "react";
import { OperationFailure } from "../state/bridge.ts";
import { Notices } from "../components/notices.tsx";
import { useLive } from "../state/queries.ts";
import { type Screen, show, useUi } from "../state/ui-store.ts";
import { useChecklistProgress } from "../state/checklist.ts";
import { DriftBanner } from "./drift-banner.tsx";
import { EngineDown } from "./engine-down.tsx";
import { Header } from "./header.tsx";
import { HealthBanners } from "./health-banners.tsx";
import { Overlays } from "./overlays.tsx";
import { otherScreens, screens } from "./screens.ts";
import { Sidebar } from "./sidebar.tsx";
import { TerminalBanners } from "./terminal-banners.tsx";
import { TerminalConfirm } from "./terminal-confirm.tsx";
import { useOverlayKeys } from "./use-overlay-keys.ts";
import { views } from "./views.ts";
import { app as labels } from "../labels/window.ts";

export function App() {
  const status = useLive("getStatus");
  // The navigation changes at once; the new screen is rendered in the background and replaces the old one when it is ready.
  const screen = useDeferredValue(useUi((state) => state.screen));
  useScreenShortcuts();
  useOverlayKeys();

  if (status.data === undefined) {
    return status.error === null ? (
      <main aria-busy className="h-full" />
    ) : (
      <EngineDown message={messageOf(status.error)} />
    );
  }
  const title = titleOf(screen);
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] max-[639px]:grid-cols-[minmax(0,1fr)] max-[639px]:grid-rows-[minmax(0,1fr)_auto]">
      <Sidebar status={status.data} />
      <div className="flex min-h-0 min-w-0 flex-col">
        <Header status={status.data} title={title} />
        <HealthBanners status={status.data} unreachable={status.error?.message} />
        <DriftBanner />
        <TerminalBanners />
        <main className="min-h-0 flex-1" aria-label={title}>
          <Shown screen={screen} />
        </main>
      </div>
      <WindowTitle title={title} />
      <Notices />
      <TerminalConfirm />
      <Overlays />
      <ChecklistProgress />
    </div>
  );
}

/** Apart from the frame, which need not be drawn again for it. */
function ChecklistProgress() {
  useChecklistProgress();
  return null;
}

/** Not rendered again whenever the frame is. */
const Shown = memo(function Shown({ screen }: { screen: Screen }) {
  const View = views[screen];
  return (
    <Suspense fallback={null}>
      <View />
    </Suspense>
  );
});

function titleOf(screen: Screen): string {
  return [...screens, ...otherScreens].find((each) => each.id === screen)?.title ?? "";
}

/** The number of waiting requests, visible in the task bar too. */
function WindowTitle({ title }: { title: string }) {
  const waiting = useLive("listApprovals").data?.length ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${title} · Gatehouse`;
  }, [title, waiting]);
  return null;
}

function messageOf(error: Error): string {
  return error instanceof OperationFailure ? error.message : labels.windowCannotReachEngine(error.message);
}

/** Control or Command with a number goes to a screen; plain numbers belong to the approval card. */
function useScreenShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const wanted = screens[Number(event.key) - 1];
      if (wanted === undefined) return;
      event.preventDefault();
      show(wanted.id);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
