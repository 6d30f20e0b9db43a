// Pins: the definitions a human or a clean first sight has accepted. A tool whose definition differs is asked about before it is used.
import { severity } from "../../engine/risk/bands.ts";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import type { Clock } from "../../engine/ports.ts";
import type { Answer, RepeatedCalls } from "../common/repeated-calls.ts";
import { type PinnedTool, pinnedTool } from "./definition.ts";
import type { McpTool } from "./messages.ts";

/** A server as the inventory knows it: what it is called, and the tools it brings. */
export interface DeclaredServer {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly provider: { readonly [member: string]: unknown; readonly name: string; readonly url: string };
  readonly tools: PinnedTool[];
  readonly mcpServers: { readonly [member: string]: unknown; readonly name: string; readonly version: string }[];
}

/** What was not known: new definitions, and changed ones with a line for each difference. */
export interface PinNews<Changed extends ChangedPin = ChangedPin> {
  readonly added: readonly { readonly id: string }[];
  readonly changed: readonly Changed[];
}

interface ChangedPin {
  readonly after: { readonly id: string };
  readonly diff: readonly string[];
}

/** The inventory of what agents are made of, as far as it is needed here. */
export interface PinBook {
  readonly compare: (pinDid: string, server: DeclaredServer) => PinNews | undefined;
  readonly accept: (pinDid: string, server: DeclaredServer, sessionId: string, now: number) => void;
  /** Kept for a human who looks at it later, in the window or with the command. */
  readonly propose: (pinDid: string, server: DeclaredServer, sessionId: string, now: number) => void;
  /** A human has refused exactly this definition. */
  readonly refuses: (pinDid: string, tool: PinnedTool) => boolean;
  /** The accepted definitions that the server still lists. */
  readonly accepted: (pinDid: string) => readonly PinnedTool[];
}

/** On whose behalf definitions are looked at. */
export interface PinOwner {
  /** What the pins belong to, whoever of several clients asks. */
  readonly pinDid: string;
  readonly server: Pick<DeclaredServer, "id" | "name" | "version" | "instructions" | "provider" | "mcpServers">;
  readonly sessionId: string;
  /** What a question about them is asked under. */
  readonly asks: Pick<Intent, "agentDid" | "context" | "protocol" | "peerKey">;
}

export interface Pins {
  /** The tools that may not be used as they are, by name, and why. Waits for a human up to `holdMs`. */
  readonly check: (
    owner: PinOwner,
    tools: readonly McpTool[],
    holdMs: number,
    gone: Cancellation,
  ) => Promise<ReadonlyMap<string, string>>;
}

export interface PinPorts {
  readonly clock: Clock;
  readonly book: PinBook;
  readonly calls: RepeatedCalls;
  readonly digestOf: (value: unknown) => string;
}

const nothing: ReadonlyMap<string, string> = new Map();
const mostRefusals = 1000;
/** The name under which questions about what an agent is made of wait in the queue. */
const question = "agent/inventory";

export function createPins({ clock, book, calls, digestOf }: PinPorts): Pins {
  /** Definitions a human said no to, so that the same question is not asked at every call. */
  const refusals = new BoundedMap<string, string>(mostRefusals);

  return {
    async check(owner, tools, holdMs, gone) {
      const offered = tools.map(pinnedTool);
      const news = book.compare(owner.pinDid, { ...owner.server, tools: offered });
      if (news === undefined) return nothing;
      const toolOf = ({ id }: { readonly id: string }) => offered.filter((tool) => tool.id === id);
      const refused = new Map<PinnedTool, string>();
      const passed: PinnedTool[] = [];
      const sort = (tool: PinnedTool, reason: string | undefined): void => {
        if (reason === undefined) passed.push(tool);
        else refused.set(tool, reason);
      };
      for (const { after, diff } of news.changed) {
        for (const tool of toolOf(after)) sort(tool, await changedReason(owner, tool, diff, holdMs, gone));
      }
      const added = news.added.flatMap(toolOf);
      const together = added.length < 2 || (await addedReason(owner, added, 0, gone)) === undefined;
      for (const tool of added) {
        // Only when something is wrong with them together is each looked at alone.
        const fine = together && added.length > 1;
        sort(tool, fine ? undefined : await addedReason(owner, [tool], holdMs, gone));
      }
      keep(owner, passed, [...refused.keys()]);
      return new Map([...refused].map(([{ name }, reason]) => [name, reason]));
    },
  };

  function keep(owner: PinOwner, passed: readonly PinnedTool[], refused: readonly PinnedTool[]): void {
    const { pinDid, server, sessionId } = owner;
    const now = clock.now();
    const withTools = (more: readonly PinnedTool[]): DeclaredServer => {
      const others = book.accepted(pinDid).filter(({ id }) => more.every((tool) => tool.id !== id));
      return { ...server, tools: [...others, ...more] };
    };
    if (refused.length === 0 || passed.length > 0) book.accept(pinDid, withTools(passed), sessionId, now);
    if (refused.length > 0) book.propose(pinDid, withTools(refused), sessionId, now);
  }

  async function changedReason(
    owner: PinOwner,
    tool: PinnedTool,
    diff: readonly string[],
    holdMs: number,
    gone: Cancellation,
  ): Promise<string | undefined> {
    const { name } = owner.server;
    const lines = diff.join("\n");
    const change = `The definition of ${tool.name} is not the one that was accepted for ${name}:\n${lines}`;
    return ask(owner, [tool], holdMs, gone, change, {
      tool: question,
      arguments: { [`${tool.name} (changed)`]: lines, [`${tool.name} (new definition)`]: wordsOf(tool) },
      text: { title: `Changed definition of ${tool.name}, a tool of ${name}`, origin: "foreign", changeable: false },
      findings: [changedDefinition(tool, diff)],
    });
  }

  async function addedReason(
    owner: PinOwner,
    tools: readonly PinnedTool[],
    holdMs: number,
    gone: Cancellation,
  ): Promise<string | undefined> {
    const { name } = owner.server;
    const names = tools.map((tool) => tool.name).join(", ");
    return ask(owner, tools, holdMs, gone, `The definition of ${names} holds text that gives orders.`, {
      tool: question,
      arguments: Object.fromEntries(tools.map((tool) => [tool.name, wordsOf(tool)])),
      text: { title: `New tools of ${name}: ${names}`.slice(0, 300), origin: "foreign", changeable: false },
    });
  }

  async function ask(
    { pinDid, asks }: PinOwner,
    tools: readonly PinnedTool[],
    holdMs: number,
    gone: Cancellation,
    what: string,
    asked: Pick<Intent, "tool" | "arguments" | "text" | "findings">,
  ): Promise<string | undefined> {
    const key = digestOf(["definition", pinDid, tools]);
    const refused = tools.find((tool) => book.refuses(pinDid, tool));
    if (refused !== undefined) return `A human has refused the definition of ${refused.name}.`;
    const before = refusals.get(key);
    if (before !== undefined) return before;
    const reason = reasonAgainst(await calls.ask({ ...asks, ...asked }, key, holdMs, gone), what);
    if (reason?.byHuman === true) refusals.set(key, reason.text);
    return reason?.text;
  }
}

function reasonAgainst(answer: Answer, what: string): { readonly text: string; readonly byHuman: boolean } | undefined {
  if (answer.kind === "refused") return { text: answer.reason, byHuman: false };
  if (answer.kind === "waiting") {
    return { text: `${what}\nA human has not accepted it yet. Repeat the call once they have.`, byHuman: false };
  }
  const { outcome, reasoning, decider } = answer.verdict;
  if (outcome === "APPROVED" || outcome === "CONDITIONAL") return undefined;
  return { text: `${what}\n${reasoning}`, byHuman: decider === "human" };
}

function changedDefinition(tool: PinnedTool, diff: readonly string[]): Finding {
  return {
    id: "changed-definition",
    score: severity.ask,
    threat: "Changed tool definition",
    reason: `The definition of the tool ${tool.name} has changed: ${diff.join("; ").slice(0, 1500)}`,
    evidence: diff.join("\n").slice(0, 4000),
  };
}

/** Every text of a definition, as a model would read it. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .map(wordsOf)
    .filter((text) => text !== "")
    .join("\n");
}
