// An Electron entry for the bench: the real console and the real engine over a large ledger, and a flood of events on top.
//
// The engine's own events go to the window as always; the flood is published on the same bus at a rate no agent reaches.
import { join } from "node:path";
import { startGatehouse } from "../../src/main/app/start.ts";
import { runConsole } from "../../src/main/app/console/console.ts";
import type { HeldApproval } from "../../src/shared/domain/approval.ts";
import { ok } from "../../src/shared/lib/result.ts";
import { lifelikeApprovals, nextFeedItem } from "../../test/support/engine/lifelike.ts";

const rate = Number(process.env["GATEHOUSE_FLOOD_RATE"] ?? 2000);
const pending = Number(process.env["GATEHOUSE_FLOOD_PENDING"] ?? 500);
const tickMs = 10;

runConsole(async (options) => {
  const started = await startGatehouse({
    ...options,
    resourcesDirectory: join(import.meta.dirname, "../../resources"),
  });
  if (!started.ok) return started;
  const { operations, events } = started.value;
  const approvals = manyApprovals(Date.now());
  let sent = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < (rate * tickMs) / 1000; count += 1) {
      sent += 1;
      const item = nextFeedItem(Date.now(), sent);
      events.publish({ type: "feed_changed", at: item.at, item: { ...item, intentId: `flood-${sent}` } });
      // Now and then one that waits is asked for once more.
      const again = sent % 50 === 0 ? approvals[(sent / 50) % approvals.length] : undefined;
      if (again === undefined) continue;
      events.publish({ type: "approval_changed", at: item.at, approval: { ...again, count: 2 + (sent % 9) } });
    }
    Object.assign(globalThis, { floodSent: sent });
  }, tickMs);
  return ok({
    ...started.value,
    operations: { ...operations, listApprovals: () => Promise.resolve(ok(approvals)) },
    stop: () => {
      clearInterval(timer);
      return started.value.stop();
    },
  });
});

function manyApprovals(now: number): readonly HeldApproval[] {
  const kinds = lifelikeApprovals(now);
  return Array.from({ length: pending }, (_, index) => {
    const kind = kinds[index % kinds.length];
    if (kind === undefined) throw new Error("There are no requests to repeat.");
    return {
      ...kind,
      approvalId: `pending-${index}`,
      intent: { ...kind.intent, intentId: `pending-${index}` },
      heldAt: now - index,
      deadline: now + 3_600_000 + index * 1000,
    };
  });
}
