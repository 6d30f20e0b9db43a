// The demo's present: agents on their own lines, requests of every kind that wait for a human, and work that goes on.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GovernanceClient, type IntentRequest } from "../sdk/typescript/src/index.ts";
import { agents, type Ask, type DemoAgent, shell } from "./agents.ts";
import { askByAeon, askByAos, openA2e } from "./ask-by.ts";
import { privateKeyOf } from "./keys.ts";
import { createRandom } from "../scripts/random.ts";

export interface Live {
  /** Lets agents work until the signal ends; so many things a minute. */
  readonly goOn: (signal: AbortSignal, perMinute: number) => Promise<void>;
  readonly hangUp: () => void;
}

interface Project {
  readonly folder: string;
  /** A file in it that one of the requests would change. */
  readonly hook: string;
  readonly remove: () => void;
}

/** In a folder of its own: another user's demo may be running beside this one. */
function prepareProject(): Project {
  const parent = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
  const project = join(parent, "shop");
  const hook = join(project, ".git", "hooks", "pre-push");
  mkdirSync(join(project, ".git", "hooks"), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\n# Runs before every push.\nset -e\nnpx tsc --noEmit\nnpm test\n");
  chmodSync(hook, 0o755);
  writeFileSync(join(project, "CHANGELOG.md"), "# Changelog\n\n- Discounts apply before tax.\n");
  return { folder: project, hook, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

interface Waiting {
  readonly agent: string;
  readonly ask: Ask;
  readonly project?: string;
  /** Sent so often: identical ones share a place. */
  readonly times?: number;
}

function waitingRequests({ hook, folder: project }: Project): readonly Waiting[] {
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

/** Where the console listens, by protocol. */
export interface Doors {
  readonly http: string;
  readonly ws: string;
  readonly a2e: string;
}

export async function openLive({ http, ws, a2e }: Doors): Promise<Live> {
  const project = prepareProject();
  const waiting = waitingRequests(project);
  const clients = new Map<string, GovernanceClient>();
  for (const { did, name, version, capabilities, protocol } of agents) {
    if (protocol !== "a2g" && protocol !== "hook") continue;
    const client = await GovernanceClient.connect(ws, { agentDid: did, privateKey: privateKeyOf(name) });
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

  const notebook = await openA2e(a2e, "notebook");

  async function work(agent: DemoAgent, ask: Ask): Promise<void> {
    if (agent.protocol === "aos") return askByAos(http, agent, ask);
    if (agent.protocol === "aeon") return askByAeon(http, agent, project.folder, ask);
    if (agent.protocol === "a2e") return notebook.ask(ask);
    const client = clients.get(agent.name);
    const decision = await client?.requestIntent(requestOf(agent, ask));
    if (decision?.approved === true) await client?.report(decision.intentId, "SUCCESS");
  }

  return {
    async goOn(signal, perMinute) {
      const chance = createRandom(7);
      for (let step = 0; !signal.aborted; step += 1) {
        // Everybody once, so that all are there; then as it comes.
        const agent = agents[step] ?? chance.pick(agents);
        await work(agent, chance.pick(agent.daily)).catch((error: unknown) => {
          // The console may have been closed meanwhile.
          if (!signal.aborted)
            console.error(`${agent.name}: ${error instanceof Error ? error.message : String(error)}`);
        });
        await sleep(60_000 / perMinute, undefined, { signal }).catch(() => undefined);
      }
    },
    hangUp() {
      for (const client of clients.values()) client.close();
      notebook.close();
      project.remove();
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
