// What the guardian remembers of sessions in progress: the sources an agent has retrieved, its turns and its tool calls.

/** Enough for hundreds of agents at once; the longest unused go first. */
const capacity = 10_000;
const sourcesOfSession = 10_000;

export interface StepMemory {
  /** What the agent has retrieved in this session; undefined when it has retrieved nothing yet. */
  readonly sources: (session: string) => ReadonlySet<string> | undefined;
  readonly retrieved: (session: string, sources: readonly string[]) => void;
  /** The intent a turn began with. The first one asked for becomes it. */
  readonly turn: (turn: string, intentId: string) => string;
  /** The intent behind an execution id or the id of an MCP request. */
  readonly call: (call: string) => string | undefined;
  readonly called: (call: string, intentId: string) => void;
}

export function createStepMemory(): StepMemory {
  const sources = new Map<string, Set<string>>();
  const turns = new Map<string, string>();
  const calls = new Map<string, string>();
  return {
    sources: (session) => sources.get(session),
    retrieved(session, found) {
      const known = sources.get(session) ?? new Set();
      for (const source of found) if (known.size < sourcesOfSession) known.add(source);
      keep(sources, session, known);
    },
    turn(turn, intentId) {
      const first = turns.get(turn) ?? intentId;
      keep(turns, turn, first);
      return first;
    },
    call: (call) => calls.get(call),
    called: (call, intentId) => keep(calls, call, intentId),
  };
}

/** Deleted first, so that the map's order is the order of last use. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= capacity) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
