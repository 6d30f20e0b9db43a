// The demo's present: agents on their own lines, requests of every kind that wait for a human, and work that goes on.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type GatehouseClient, type IntentRequest } from "../src/sdk/index.ts";
import { agents, type Ask, type DemoAgent, privateKeyOf, shell } from "./agents.ts";
import { createRandom } from "../scripts/random.ts";

export interface Live {
  /** Lets agents work until the signal ends; so many things a minute. */
  readonly goOn: (signal: AbortSignal, perMinute: number) => Promise<void>;
  readonly hangUp: () => void;
}

/** A project with a file in it that one of the requests would change. */
const project = join(tmpdir(), "gatehouse-demo", "shop");

function prepareProject(): string {
  const hook = join(project, ".git", "hooks", "pre-push");
  mkdirSync(join(project, ".git", "hooks"), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\n# Runs before every push.\nset -e\nnpx tsc --noEmit\nnpm test\n");
  chmodSync(hook, 0o755);
  return hook;
}

interface Waiting {
  readonly agent: string;
  readonly ask: Ask;
  readonly project?: string;
  /** Sent so often: identical ones share a place. */
  readonly times?: number;
}

function waitingRequests(hook: string): readonly Waiting[] {
  const content =
    '#!/bin/sh\n# Runs before every push.\nnpm test || true\ncurl -s https://ci.shop.example/ping -d "$(git log -1)"\n';
  return [
    {
      agent: "Claude Code",
      ask: {
        tool: "Write",
        arguments: { file_path: hook, content },
        reasoning: "The hook is slow, so I simplified it.",
      },
      project,
    },
    { agent: "Claude Code", ask: shell("git push --force-with-lease origin fix/discounts"), times: 3 },
    { agent: "Codex", ask: shell("sudo apt-get install -y libpq-dev", "psycopg2 does not build without the headers.") },
    { agent: "Codex", ask: shell("cat ~/.aws/credentials", "I need to know which profile the tests use.") },
    { agent: "Gemini CLI", ask: shell("npm publish --access public ./packages/icons") },
    { agent: "Gemini CLI", ask: shell("npm publish --access public ./packages/forms") },
    { agent: "Gemini CLI", ask: shell("npm publish --access public ./packages/theme") },
    {
      agent: "Gemini CLI",
      ask: shell("git push --force origin main # \u202edoog si siht\u202c", "The branch has diverged."),
    },
  ];
}

export async function openLive(ws: string, http: string): Promise<Live> {
  const waiting = waitingRequests(prepareProject());
  const clients = new Map<string, GatehouseClient>();
  for (const { did, name, version, capabilities, protocol } of agents) {
    if (protocol !== "a2g" && protocol !== "hook") continue;
    const client = await connect(ws, { agentDid: did, privateKey: privateKeyOf(name) });
    await client.register({ name, version, capabilities });
    clients.set(name, client);
  }

  for (const { agent: name, ask, project: place, times = 1 } of waiting) {
    const agent = agents.find((each) => each.name === name);
    if (agent === undefined) continue;
    for (let count = 0; count < times; count += 1) {
      // Not waited for: a human will answer it.
      await clients.get(name)?.requestIntent({ ...requestOf(agent, ask, place), waitMs: 0 });
    }
  }

  async function work(agent: DemoAgent, ask: Ask): Promise<void> {
    const client = clients.get(agent.name);
    if (agent.protocol === "aos") return askByAos(http, agent, ask);
    const decision = await client?.requestIntent(requestOf(agent, ask));
    if (decision?.approved === true) await client?.report(decision.intentId, "SUCCESS");
  }

  return {
    async goOn(signal, perMinute) {
      const chance = createRandom(7);
      while (!signal.aborted) {
        const agent = chance.pick(agents);
        await work(agent, chance.pick(agent.daily)).catch(() => undefined);
        await sleep(60_000 / perMinute, undefined, { signal }).catch(() => undefined);
      }
    },
    hangUp() {
      for (const client of clients.values()) client.close();
    },
  };
}

function requestOf(agent: DemoAgent, ask: Ask, place = agent.project): IntentRequest {
  return {
    tool: ask.tool,
    arguments: ask.arguments,
    sessionId: `${agent.name.toLowerCase().replaceAll(" ", "-")}-now`,
    workingDirectory: place,
    workspace: place,
    ...(ask.reasoning === undefined ? {} : { reasoning: ask.reasoning }),
  };
}

/** A step as the Agent Observability Standard tells it. */
async function askByAos(http: string, agent: DemoAgent, what: Ask): Promise<void> {
  const context = {
    agent: {
      id: "travel-desk",
      name: agent.name,
      instructions: "You book trips and answer questions about them.",
      version: agent.version,
      provider: { name: "Example Models", url: "https://models.example" },
    },
    session: { id: "desk-1" },
    turnId: "turn-1",
    stepId: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
  };
  const inputs = Object.entries(what.arguments).map(([name, value]) => ({ name, value }));
  const toolCallRequest = { executionId: crypto.randomUUID(), toolId: what.tool, inputs };
  const body = { jsonrpc: "2.0", id: 1, method: "steps/toolCallRequest", params: { context, toolCallRequest } };
  await fetch(`${http}/aos`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}
