// What the buttons of notifications and the items of the tray's menu do to the engine.
import { app } from "electron";
import { notificationActor, type Operations } from "../../../shared/contract/contract.ts";
import type { Notice, NoticeAction } from "../../windows/notices.ts";
import type { TrayAction } from "../../windows/tray-menu.ts";

/** Who acts, as the ledger names it: the same human at the same machine. */
export const consoleActor = "console";

interface Failed {
  readonly ok: boolean;
  readonly error?: { readonly message: string };
}

function complain(result: Failed): void {
  if (!result.ok) console.error(result.error?.message);
}

export async function answerNotice(
  operations: Operations,
  { approval, batch }: Notice,
  action: NoticeAction,
  open: (approvalId?: string) => void,
): Promise<void> {
  if (action === "deny-all" && batch !== undefined) {
    // One by one: a batch is of one risk level, and denying is always possible.
    for (const { approvalId, digest } of batch) {
      const denial = { approvalId, digest, decision: "deny", scope: "exact", duration: "once" } as const;
      complain(await operations.resolveApproval(denial, notificationActor));
    }
    return;
  }
  if (approval === undefined || action === "review") return open(approval?.approvalId);
  const { approvalId, digest } = approval;
  const decision = action === "allow" ? "approve" : "deny";
  const answer = { approvalId, digest, decision, scope: "exact", duration: "once" } as const;
  const resolved = await operations.resolveApproval(answer, notificationActor);
  // What has changed meanwhile, or must be read first, is looked at again, not lost.
  if (!resolved.ok && (resolved.error.code === "stale" || resolved.error.code === "refused")) return open(approvalId);
  return complain(resolved);
}

export interface TrayHandlers {
  readonly open: () => void;
  readonly review: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

export function actOnTray(operations: Operations, action: TrayAction, handlers: TrayHandlers): void {
  if (action.does === "quit") return app.quit();
  if (action.does !== "halt") return handlers[action.does]();
  const { halted, agentDid } = action;
  const reason = `${halted ? "Stopped" : "Resumed"} from the tray`;
  const whom = agentDid === undefined ? {} : { agentDid };
  void operations.setHalt({ halted, reason, ...whom }, consoleActor).then(complain);
  return undefined;
}
