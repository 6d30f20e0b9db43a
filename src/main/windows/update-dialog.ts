// What the human hears of updates: a question before the restart, or that a version exists.
import { dialog, Notification } from "electron";
import { updateWords as words } from "./words.ts";

/** True only for the button that restarts. */
export async function askToRestart(version: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "question",
    title: words.product,
    message: words.ready(version),
    detail: words.readyDetail,
    buttons: [words.later, words.restart],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

export function tellOfVersion(version: string, command: string): void {
  if (!Notification.isSupported()) return;
  new Notification({ title: words.available(version), body: words.availableDetail(command) }).show();
}
