// Verdicts: every row decided as an agent's request would be, under the default policy, sessions in their order.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hookFilesOf, projectSettingsOf } from "../../src/main/connectors/hook-files.ts";
import { createGrantBook } from "../../src/main/engine/grants/grant-book.ts";
import { createDigests } from "../../src/main/engine/intents/digests.ts";
import { createRequesters, type Requesters } from "../../src/main/engine/intents/requesters.ts";
import { normalise } from "../../src/main/engine/normalise/index.ts";
import { createCaches } from "../../src/main/engine/pipeline/caches.ts";
import { evaluate } from "../../src/main/engine/pipeline/evaluate.ts";
import type { EvaluationPorts } from "../../src/main/engine/pipeline/evaluation.ts";
import type { HookPlaces } from "../../src/main/engine/policy/protection/hook-files.ts";
import { compilePolicy } from "../../src/main/engine/policy/document/compile.ts";
import type { RiskModel, World } from "../../src/main/engine/ports.ts";
import { builtInRiskRules } from "../../src/main/machine/packs/built-in.ts";
import type { Intent } from "../../src/shared/domain/intent.ts";
import { defaultSettings } from "../../src/shared/contract/settings.ts";
import type { Verdict } from "../../src/shared/domain/verdict.ts";
import type { MeasuredModel } from "./model.ts";
import type { Row } from "./rows.ts";
import { project, world as fixedWorld } from "./scorers.ts";

export interface Decided {
  readonly row: Row;
  readonly verdict: Verdict;
  /** A human was asked, it was denied, or text was cut out of it. */
  readonly stopped: boolean;
  readonly denied: boolean;
}

const resources = join(import.meta.dirname, "../../resources");
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const minute = 60_000;

interface Machine {
  readonly ports: EvaluationPorts;
  /** What agents did there before: a new one for each session, so that no row is judged by what another wrote. */
  readonly newRequesters: () => Requesters;
}

/** What a model measures is never late: the clock only moves from row to row. */
function machineOf(world: World, now: () => number, measured: MeasuredModel | undefined): Machine {
  const rules = builtInRiskRules(resources, world);
  const compiled = compilePolicy(
    { text: readFileSync(join(resources, "policies/balanced.yaml"), "utf8"), name: "balanced.yaml" },
    { sha256, world, factsOf: (call) => normalise(call, world), hooks: hookPlacesBelow(world.home) },
  );
  if (!compiled.ok) throw new Error(`The default policy does not compile: ${JSON.stringify(compiled.error[0])}`);
  const clock = { now, after: () => () => {} };
  const caches = createCaches(world, { current: () => rules });
  return {
    ports: {
      clock,
      world,
      caches,
      digests: createDigests(sha256, caches.argumentsText),
      policies: { current: () => compiled.value },
      settings: { current: () => defaultSettings },
      grants: createGrantBook(),
      microseconds: () => 0,
      ...(measured === undefined ? {} : { model: riskModelOf(measured) }),
    },
    newRequesters: () =>
      createRequesters({
        clock,
        agents: { view: (did) => ({ did, name: "measured", requested: undefined }), standing: () => undefined },
      }),
  };
}

/** Every agent that Gatehouse knows is connected there. */
function hookPlacesBelow(home: string): HookPlaces {
  const place = { home, environment: {}, httpUrl: "", hookSocket: "", launcher: "" };
  const files = hookFilesOf(place, join(home, ".config/Gatehouse"));
  return { files: () => files, projectSettings: projectSettingsOf(place) };
}

function riskModelOf({ name, score }: MeasuredModel): RiskModel {
  return {
    origin: () => name,
    async score(question) {
      const [answer = 0] = await score([question]);
      return { score: answer, threats: [], origin: name };
    },
  };
}

/** Rows say where they were run; their user's home is where that lies. */
function homeOf({ cwd, workspace }: Row): string {
  return /^\/(?:home|Users)\/[^/]+/.exec(workspace ?? cwd ?? "")?.[0] ?? fixedWorld.home;
}

/** Where the console's data may be on the machines of the rows. */
function consoleFolders(home: string): readonly string[] {
  return [`${home}/.gatehouse`, `${home}/.config/Gatehouse`, `${home}/Library/Application Support/Gatehouse`];
}

/** A row without a session is an agent's first action; what a human was asked about in a session is taken as allowed. */
export async function decideRows(
  rows: readonly Row[],
  model: MeasuredModel | undefined,
  progress: (done: number) => void,
): Promise<readonly Decided[]> {
  let now = Date.UTC(2026, 0, 5, 9);
  const machines = new Map<string, Machine>();
  const sessions = new Map<string, Requesters>();
  const decided: Decided[] = [];
  for (const [index, row] of rows.entries()) {
    now += minute;
    const home = homeOf(row);
    let machine = machines.get(home);
    if (machine === undefined) {
      const world = { ...fixedWorld, home, gatehouse: consoleFolders(home) };
      machine = machineOf(world, () => now, model);
      machines.set(home, machine);
    }
    const before = row.session === undefined ? undefined : sessions.get(row.session);
    const requesters = before ?? machine.newRequesters();
    if (row.session !== undefined) sessions.set(row.session, requesters);
    decided.push(await decideRow(machine, requesters, row, index));
    progress(decided.length);
  }
  return decided;
}

async function decideRow({ ports }: Machine, requesters: Requesters, row: Row, index: number): Promise<Decided> {
  const intent = intentOf(row, index);
  const evaluation = await evaluate(ports, intent, { requesterOf: requesters.counted });
  requesters.decided(intent, evaluation);
  const { verdict } = evaluation;
  const denied = verdict.outcome === "DENIED";
  const asked = verdict.outcome === "ESCALATE";
  if ((asked || denied) && row.kind !== "text") requesters.released(intent, evaluation);
  return { row, verdict, denied, stopped: denied || asked || verdict.reason === "content_cut" };
}

function intentOf(row: Row, index: number): Intent {
  const folder = row.cwd ?? project;
  const agent = row.session === undefined ? `row-${index}` : sha256(row.session).slice(0, 16);
  const shared = {
    intentId: `measured-${index}`,
    agentDid: `did:aeon:measured:1.0:${agent}`,
    context: {
      workingDirectory: folder,
      workspace: row.workspace ?? folder,
      ...(row.session === undefined ? {} : { sessionId: row.session }),
    },
    protocol: "hook",
  } as const;
  if (row.kind !== "text") return { ...shared, tool: row.tool, arguments: row.arguments };
  return {
    ...shared,
    tool: "text",
    arguments: { text: row.text ?? "" },
    text: { title: "a text that is measured", origin: "foreign", changeable: true },
  };
}
