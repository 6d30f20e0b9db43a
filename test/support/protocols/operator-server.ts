// A real operator socket in front of operations a test chooses, and what was asked of it.
import type { OperationName } from "../../../src/shared/contract/channels.ts";
import type { Operations } from "../../../src/shared/contract/contract.ts";
import { tmpdir } from "node:os";
import { endpointsOf } from "../../../src/shared/local/endpoints.ts";
import type { RpcMethods } from "../../../src/shared/lib/rpc.ts";
import { createPeers } from "../../../src/main/peer/index.ts";
import { createDrain } from "../../../src/main/server/drain.ts";
import { defaultLimits } from "../../../src/main/server/limits.ts";
import { startSocketListener } from "../../../src/main/server/lines/socket.ts";
import { sha256, systemClock, systemIdentifiers } from "../../../src/main/machine/clock.ts";
import { followMethod } from "../../../src/shared/contract/terminal.ts";
import { followFeed, type FollowPorts } from "../../../src/main/operations/terminal/follow.ts";
import { operatorMethods } from "../../../src/main/operations/terminal/rpc.ts";
import { createTerminalRequests } from "../../../src/main/operations/terminal/requests.ts";
import { defaultSettings } from "../../../src/shared/contract/settings.ts";

export interface OperatorServer {
  readonly asked: { readonly name: OperationName; readonly input: unknown }[];
  readonly close: () => Promise<void>;
}

export async function serveOperator(
  directory: string,
  operations: Operations,
  follow?: FollowPorts,
): Promise<OperatorServer> {
  const asked: { name: OperationName; input: unknown }[] = [];
  const noted = Object.fromEntries(
    Object.entries(operations).map(([name, run]) => [
      name,
      (input: never, actor: string) => {
        asked.push({ name: name as OperationName, input });
        return run(input, actor);
      },
    ]),
  ) as unknown as Operations;
  const methods = operatorMethods({
    operations: noted,
    actor: "cli:test",
    gains: {
      approvals: () => [],
      settings: () => defaultSettings,
      denied: () => undefined,
      denies: () => undefined,
      policyText: () => "",
      grantEffect: () => undefined,
    },
    requests: createTerminalRequests({
      clock: systemClock,
      identifiers: systemIdentifiers,
      events: { publish: () => undefined },
    }),
    prepareUndo: () => () => undefined,
    hasWindow: () => false,
  });
  const all = follow === undefined ? methods : new Map([...methods, [followMethod, followFeed(follow)] as const]);
  const close = await serveSocket(socketsIn(directory).operator, all);
  return { asked, close };
}

export async function serveSocket(path: string, methods: RpcMethods): Promise<() => Promise<void>> {
  const fault = (where: string, error: unknown): void => console.error(where, error);
  const started = await startSocketListener(path, {
    methods,
    limits: defaultLimits,
    drain: createDrain(),
    fault,
    peers: createPeers({ platform: process.platform, fault }),
    refuse: () => undefined,
  });
  if (!started.ok) throw new Error(started.error.message);
  return async () => {
    started.value.refuseNew();
    await started.value.close();
  };
}

export function socketsIn(directory: string): { readonly agent: string; readonly operator: string } {
  return endpointsOf(directory, {
    platform: process.platform,
    temporary: tmpdir(),
    user: process.getuid?.() ?? 0,
    sha256,
  });
}
