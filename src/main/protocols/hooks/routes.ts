// The addresses of hooks: one path for each agent that can be connected.
import { isJsonObject } from "../../../shared/lib/json.ts";
import type { PlainRoute } from "../../../shared/lib/rpc.ts";
import { dialects } from "./dialects/index.ts";
import type { HookDialect } from "./events.ts";
import { createHookService, type HookPorts } from "./service.ts";

export function hookRoutes(ports: HookPorts): ReadonlyMap<string, PlainRoute> {
  const serve = createHookService(ports);
  const routeOf = (dialect: HookDialect): PlainRoute => ({
    method: "POST",
    handle: async (body, caller, query) => {
      if (!isJsonObject(body)) return { status: 400, body: "A hook event is a JSON object.\n" };
      const event = dialect.read(body, query.get("event"));
      // An agent takes a failure as a no before a tool runs; an event that nobody knows must not look like a yes.
      if (event === undefined) return { status: 422, body: `${dialect.name} sent an event Gatehouse does not know.\n` };
      const answer = await serve(dialect, event, caller);
      return answer.ok ? { status: 200, body: answer.value } : { status: 403, body: `${answer.error}\n` };
    },
  });
  return new Map(dialects.map((dialect) => [`/hooks/${dialect.id}`, routeOf(dialect)]));
}
