// Notifications on Electron. Buttons where the platform has them; a click leads to the card everywhere.
import { Notification } from "electron";
import type { Notice, NoticeAction } from "./notices.ts";

export interface NoticeHandlers {
  /** A button that decides. */
  readonly decide: (notice: Notice, action: NoticeAction) => void;
  readonly open: (notice: Notice) => void;
}

/** Shows one notice; returns how to take it away. Where the desktop has no notifications, nothing is shown. */
export function showNotice(notice: Notice, handlers: NoticeHandlers): () => void {
  if (!Notification.isSupported()) return () => undefined;
  const notification = new Notification({
    title: notice.title,
    body: notice.body,
    urgency: notice.level === "HIGH" || notice.level === "CRITICAL" ? "critical" : "normal",
    // It goes when it is answered, not before: the window may be hidden.
    timeoutType: notice.approval === undefined ? "default" : "never",
    actions: notice.actions.map(({ label }) => ({ type: "button", text: label })),
  });
  notification.on("action", ({ actionIndex }) => {
    const action = notice.actions[actionIndex];
    if (action !== undefined) handlers.decide(notice, action.does);
  });
  notification.on("click", () => handlers.open(notice));
  notification.on("failed", (_event, error) => console.error(`A notification could not be shown: ${error}`));
  notification.show();
  return () => notification.close();
}
