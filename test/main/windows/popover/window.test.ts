// The page of the small window: there while it is needed and for a while after, so that nothing is spent on it otherwise.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { pages } = vi.hoisted(() => ({ pages: [] as { destroyed: boolean; visible: boolean }[] }));

vi.mock("electron", async () => {
  const { EventEmitter } = await import("node:events");
  class BrowserWindow extends EventEmitter {
    readonly webContents = Object.assign(new EventEmitter(), { id: pages.length + 1, send: () => undefined });
    readonly page = { destroyed: false, visible: false };
    constructor() {
      super();
      pages.push(this.page);
    }
    setVisibleOnAllWorkspaces = () => undefined;
    setBounds = () => undefined;
    isVisible = () => this.page.visible;
    isDestroyed = () => this.page.destroyed;
    hide = () => (this.page.visible = false);
    showInactive = () => (this.page.visible = true);
    destroy = () => {
      this.page.destroyed = true;
      this.emit("closed");
    };
    loadURL = async () => void this.webContents.emit("did-finish-load");
  }
  const display = { workArea: { x: 0, y: 0, width: 1600, height: 1000 } };
  const screen = { getCursorScreenPoint: () => ({ x: 0, y: 0 }), getDisplayNearestPoint: () => display };
  return { BrowserWindow, screen, nativeTheme: { shouldUseDarkColors: false } };
});
const { createPopoverWindow } = await import("../../../../src/main/windows/popover/window.ts");

beforeEach(() => {
  pages.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const small = () => createPopoverWindow({ url: "app://x/popover.html", preload: "p", trayBounds: () => undefined });

test("there is no page before the first request, and it is shown once it has been drawn", () => {
  const window = small();
  expect(pages).toHaveLength(0);
  window.show({ waiting: 1 });
  expect(pages).toEqual([{ destroyed: false, visible: false }]);
  window.drawn(240);
  expect(pages).toEqual([{ destroyed: false, visible: true }]);
  window.close();
});

test("a second request soon after finds the page; long after the last one it is gone, and comes again", () => {
  const window = small();
  window.show({ waiting: 1 });
  window.drawn(240);
  window.show(undefined);
  vi.advanceTimersByTime(60_000);
  window.show({ waiting: 1 });
  expect(pages).toHaveLength(1);
  window.show(undefined);
  vi.advanceTimersByTime(10 * 60_000);
  expect(pages).toEqual([{ destroyed: true, visible: false }]);
  window.show({ waiting: 1 });
  expect(pages).toHaveLength(2);
  window.close();
});

test("as long as a request is shown the page stays", () => {
  const window = small();
  window.show({ waiting: 1 });
  window.drawn(240);
  vi.advanceTimersByTime(60 * 60_000);
  expect(pages).toEqual([{ destroyed: false, visible: true }]);
  window.close();
  expect(pages).toEqual([{ destroyed: true, visible: true }]);
});
