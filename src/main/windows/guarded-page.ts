// What a page of ours may do, in every window: it is sandboxed, isolated, and reaches nothing but the bridge.
import type { WebPreferences } from "electron";

export function guardedPage(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    navigateOnDragDrop: false,
    // Would fetch dictionaries from the network.
    spellcheck: false,
    // The queue has to count down while its window is covered, and the small window draws before it is shown.
    backgroundThrottling: false,
  };
}
