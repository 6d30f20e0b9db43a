// The address of the gateway's events: POST /mcp.
import type { PlainRoute } from "../../../shared/lib/rpc.ts";
import { eventSchema } from "./messages.ts";
import { createMcpService, type McpPorts } from "./service.ts";

export function mcpRoutes(ports: McpPorts): ReadonlyMap<string, PlainRoute> {
  const serve = createMcpService(ports);
  const route: PlainRoute = {
    method: "POST",
    handle: async (body, caller) => {
      const event = eventSchema.safeParse(body);
      if (event.success) return { status: 200, body: await serve(event.data, caller) };
      const [issue] = event.error.issues;
      const where = issue?.path.join(".") ?? "";
      return { status: 400, body: `Invalid event: ${where === "" ? "it" : where}: ${issue?.message ?? "not valid"}\n` };
    },
  };
  return new Map([["/mcp", route]]);
}
