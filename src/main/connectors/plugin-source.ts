// The text of the plugins for agents that load code: they ask over the hook socket and throw when the answer is no.
import type { ConnectorPlace } from "./types.ts";

/** Works in Node and in Bun alike. */
const ask = `import { request } from "node:http";

// A person may take a while to answer; whatever is only recorded does not have to wait.
const limitMs = LIMIT;
const recordMs = 10_000;

/** Rejects when Gatehouse cannot be asked: the call is then blocked. */
function ask(event) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(event);
    const headers = { host: "localhost", "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const call = request({ socketPath: SOCKET, path: "/hooks/AGENT", method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("error", refuse);
      response.on("end", () => {
        clearTimeout(timer);
        if (response.statusCode !== 200) return reject(new Error("Gatehouse refused this call: " + text.trim()));
        try {
          resolve(JSON.parse(text));
        } catch {
          reject(new Error("Gatehouse gave an answer that cannot be read, so this call is blocked."));
        }
      });
    });
    function refuse() {
      clearTimeout(timer);
      reject(new Error("Gatehouse could not be asked, so this call is blocked. Start it (open the app, or run: gatehouse serve) and try again."));
    }
    const timer = setTimeout(() => (refuse(), call.destroy()), event.event === "before" ? limitMs : recordMs);
    call.on("error", refuse);
    call.end(body);
  });
}

/** Asks, and says in the terminal that somebody is waited for once it takes longer than a decision without a person. */
async function askAloud(event, show, hide) {
  const safely = (act) => {
    try {
      Promise.resolve(act()).catch(() => {});
    } catch {
      // The answer matters, not the terminal.
    }
  };
  const first = setTimeout(() => safely(show), 1000);
  const again = setInterval(() => safely(show), 8000);
  try {
    return await ask(event);
  } finally {
    clearTimeout(first);
    clearInterval(again);
    safely(hide);
  }
}

/** What has happened is recorded if possible; the agent goes on either way. */
async function tell(event) {
  try {
    return await ask(event);
  } catch {
    return {};
  }
}
`;

function askText({ hookSocket }: ConnectorPlace, agent: string): string {
  return ask
    .replace("SOCKET", () => JSON.stringify(hookSocket))
    .replace("AGENT", agent)
    .replace("LIMIT", "270_000");
}

export function opencodePlugin(place: ConnectorPlace, agent: string): string {
  return `// Gatehouse: asks before every tool runs. Written by "gatehouse connect", removed by "gatehouse disconnect".
${askText(place, agent)}
const recorded = new Set(["session.created", "session.idle", "session.compacted", "session.error", "session.deleted"]);

const waiting = { title: "Gatehouse", message: "Waiting for Gatehouse: a person has to answer.", variant: "warning", duration: 7000 };

export const Gatehouse = async ({ directory, client }) => {
  /** Sessions of subagents. */
  const children = new Set();
  const origin = (session_id) => ({ session_id, cwd: directory, ...(children.has(session_id) ? { agent_id: session_id } : {}) });
  /** Names of MCP servers as they stand in front of their tools' names, the longest first, with the names in the settings. */
  let servers = [];
  const serverOf = (tool) => {
    const found = servers.find(([prefix]) => tool.startsWith(prefix));
    return found && { mcp_context: { server_name: found[1], tool_name: tool.slice(found[0].length) } };
  };
  const callOf = (input, args) => ({
    tool_name: input.tool,
    tool_input: args ?? {},
    tool_use_id: input.callID,
    ...serverOf(input.tool),
    ...origin(input.sessionID),
  });
  return {
    config: async (settings) => {
      servers = Object.keys(settings?.mcp ?? {})
        .map((name) => [name.replace(/[^a-zA-Z0-9_-]/g, "_") + "_", name])
        .sort(([one], [other]) => other.length - one.length);
    },
    "tool.execute.before": async (input, output) => {
      const show = () => client?.tui?.showToast?.({ body: waiting });
      const answer = await askAloud({ event: "before", ...callOf(input, output.args) }, show, () => {});
      if (answer.kind !== "allow") throw new Error(answer.reason ?? "Gatehouse denied this call.");
      if (answer.changed !== undefined) {
        for (const name of Object.keys(output.args)) delete output.args[name];
        Object.assign(output.args, answer.changed);
      }
    },
    "tool.execute.after": async (input, output) => {
      const exit = output.metadata?.exit;
      const succeeded = exit === undefined || exit === null || exit === 0;
      const remark = await tell({ event: "after", ...callOf(input, input.args), succeeded, result: output.output ?? "" });
      if (remark.text !== undefined) output.output = (output.output ?? "") + "\\n" + remark.text;
    },
    "chat.message": async (input, output) => {
      const texts = (output.parts ?? []).filter((part) => part.type === "text").map((part) => part.text);
      await tell({ event: "prompt", prompt: texts.join("\\n"), ...origin(input.sessionID) });
    },
    event: async ({ event }) => {
      if (!recorded.has(event.type)) return;
      const info = event.properties?.info;
      const id = info?.id ?? event.properties?.sessionID;
      if (info?.parentID !== undefined) children.add(id);
      await tell({ event: event.type, detail: { parent: info?.parentID, title: info?.title }, ...origin(id) });
    },
  };
};
`;
}

export function piExtension(place: ConnectorPlace): string {
  return `// Gatehouse: asks before every tool runs. Written by "gatehouse connect", removed by "gatehouse disconnect".
// @ts-nocheck
${askText(place, "pi")}
export default (pi) => {
  const origin = (context) => ({ cwd: context?.cwd ?? process.cwd(), session_id: context?.sessionManager?.getSessionId?.() });
  pi.on("tool_call", async (event, context) => {
    const call = { tool_name: event.toolName, tool_input: event.input, tool_use_id: event.toolCallId };
    const working = (text) => context?.ui?.setWorkingMessage?.(text);
    const asked = { event: "before", ...call, ...origin(context) };
    const answer = await askAloud(asked, () => working("Waiting for Gatehouse"), () => working());
    if (answer.kind !== "allow") return { block: true, reason: answer.reason ?? "Gatehouse denied this call." };
    if (answer.changed !== undefined) {
      for (const name of Object.keys(event.input)) delete event.input[name];
      Object.assign(event.input, answer.changed);
    }
  });
  pi.on("tool_result", async (event, context) => {
    const call = { tool_name: event.toolName, tool_input: event.input, tool_use_id: event.toolCallId };
    const result = (event.content ?? []).map((part) => part.text ?? "").join("\\n");
    const remark = await tell({ event: "after", ...call, ...origin(context), succeeded: event.isError !== true, result });
    if (remark.text !== undefined) return { content: [...(event.content ?? []), { type: "text", text: remark.text }] };
  });
  pi.on("input", async (event, context) => {
    await tell({ event: "prompt", prompt: event.text ?? "", ...origin(context) });
  });
  for (const name of ["session_start", "session_shutdown", "session_compact"]) {
    pi.on(name, async (_event, context) => {
      await tell({ event: name, ...origin(context) });
    });
  }
};
`;
}
