// Follows the feed over the operator's socket: the last lines at once, then each as it changes.
import { z } from "zod";
import { feedNotice } from "../../../shared/contract/terminal.ts";
import type { FeedItem } from "../../../shared/domain/feed.ts";
import type { SequencedEvent } from "../../../shared/domain/telemetry.ts";
import { fail, ok } from "../../../shared/lib/result.ts";
import { rpcCodes, type RpcMethod } from "../../../shared/lib/rpc.ts";

export interface FollowPorts {
  /** Newest first. */
  readonly recent: (limit: number) => readonly FeedItem[];
  readonly subscribe: (listener: (event: SequencedEvent) => void) => () => void;
}

const input = z.strictObject({ last: z.number().int().min(0).max(1000).default(0) });

export function followFeed({ recent, subscribe }: FollowPorts): RpcMethod {
  return async (params, caller) => {
    const asked = input.safeParse(params ?? {});
    const { push } = caller;
    if (!asked.success || push === undefined)
      return fail({ code: rpcCodes.invalidParams, message: "last is a number from 0 to 1000, on a socket." });
    const end = subscribe(({ event }) => {
      // A reader that does not keep up is dropped by its connection.
      if (event.type === "feed_changed") push({ jsonrpc: "2.0", method: feedNotice, params: { ...event.item } });
    });
    if (caller.gone.aborted) end();
    else caller.gone.addEventListener("abort", end);
    const { last } = asked.data;
    return ok(last === 0 ? [] : recent(last).toReversed());
  };
}
