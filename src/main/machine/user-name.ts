// Who runs Gatehouse, for what the command line decides.
import { userInfo } from "node:os";

/** Containers run as users without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
