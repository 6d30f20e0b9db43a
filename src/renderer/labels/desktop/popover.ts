// What the small window beside the tray says.
import { wholeNumber } from "../format.ts";

export const popover = {
  label: "Request",
  asks: (agent: string) => `${agent} asks`,
  inProject: (project: string) => `in ${project}`,
  identical: (count: string) => `×${count}`,
  risk: (level: string, score: string) => `${level} risk ${score}`,
  more: (waiting: number) => (waiting <= 1 ? "" : `1 of ${wholeNumber(waiting)}`),
  allow: "Allow once",
  deny: "Deny",
  feedback: "Deny with feedback",
  feedbackFor: (agent: string) => `What should ${agent} do instead?`,
  send: "Send and deny",
  cancel: "Cancel",
  open: "Open",
  snooze: "Remind me in 5 minutes",
  pause: "Pause for 15 minutes",
  close: "Close",
  menu: "Later",
  allowed: (headline: string) => `Allowed: ${headline}`,
  denied: (headline: string) => `Denied: ${headline}`,
  undo: "Undo",
  onlyOnCard: {
    critical: "Critical requests are only allowed on the full card.",
    uninspected: "Part of it could not be inspected. Open the full card to allow it.",
    "not-whole": "There is more to read than fits here. Open the full card to allow it.",
  },
  review: "Open to allow",
  deniedIn: "Denied in",
  shortcut: (keys: string) => `${keys} from anywhere`,
  shortcutTaken: (keys: string) => `${keys} is used by another program. Choose other keys in the settings.`,
} as const;
