// The path of an intent, as ARCHITECTURE.md lists it, is the path it takes: function by function, through the real listeners.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

/** The stacks in which each function was called, outermost first, our own functions only. */
const { stacks, observed } = vi.hoisted(() => {
  const seen = new Map<string, string[][]>();

  function stackOf(): string[] {
    const before = {
      prepareStackTrace: Reflect.get(Error, "prepareStackTrace"),
      stackTraceLimit: Error.stackTraceLimit,
    };
    try {
      Error.stackTraceLimit = 200;
      Error.prepareStackTrace = (_error, sites) => sites;
      const holder: { stack?: NodeJS.CallSite[] } = {};
      Error.captureStackTrace(holder);
      return (holder.stack ?? [])
        .map((site) => `${(site.getFileName() ?? "").replace(/^.*\/src\//, "src/")} ${site.getFunctionName() ?? ""}`)
        .filter((line) => line.startsWith("src/"))
        .map((line) => line.replace("src/", ""))
        .toReversed();
    } finally {
      Object.assign(Error, before);
    }
  }

  /** The module with one of its functions observed, under its own name or as the hop that calls it first. */
  async function observe(
    original: () => Promise<unknown>,
    name: string,
    hop: string = name,
  ): Promise<Record<string, unknown>> {
    const module = { ...((await original()) as Record<string, unknown>) };
    const run = module[name];
    if (typeof run !== "function") throw new Error(`There is no ${name} where it should be.`);
    module[name] = (...given: unknown[]): unknown => {
      seen.set(hop, [...(seen.get(hop) ?? []), stackOf()]);
      return Reflect.apply(run, undefined, given);
    };
    return module;
  }
  return { stacks: seen, observed: observe };
});

vi.mock("../../../src/main/engine/pipeline/extract-facts.ts", (original) => observed(original, "extractFacts"));
vi.mock("../../../src/main/engine/pipeline/apply-policy.ts", (original) => observed(original, "applyPolicy"));
vi.mock("../../../src/main/engine/pipeline/assess-risk.ts", (original) => observed(original, "assessRisk"));
vi.mock("../../../src/main/engine/pipeline/manifest.ts", (original) => observed(original, "buildManifest"));
vi.mock("../../../src/main/engine/pipeline/decide.ts", (original) => observed(original, "decide"));
vi.mock("../../../src/main/engine/intents/entries.ts", (original) => observed(original, "intentEntry", "record"));

// Other test files in this process have loaded the modules already, without the observers.
vi.resetModules();
const { call, connectAgent, startGatehouse } = await import("../../support/engine/gatehouse.ts");

interface Hop {
  readonly number: number;
  readonly file: string;
  readonly name: string;
  readonly caller: string;
}

const root = join(import.meta.dirname, "../../..");
const section =
  /^## From socket to verdict\n([\s\S]*?)^## /m.exec(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"))?.[1] ?? "";

function hopsIn(table: string): readonly Hop[] {
  return [...table.matchAll(/^\| *(\d+) *\| *`([^`]+)` *\| *`(\w+)` *\| *(?:`(\w+)`)?[^|]*\|/gm)].map(
    ([, number = "", file = "", name = "", caller = ""]) => ({ number: Number(number), file, name, caller }),
  );
}

const afterwards =
  /^## From verdict to ledger and window\n([\s\S]*?)^## /m.exec(
    readFileSync(join(root, "ARCHITECTURE.md"), "utf8"),
  )?.[1] ?? "";

const [webSocketTable = "", httpTable = ""] = section.split("Over HTTP");
const webSocket = hopsIn(webSocketTable);
const http = [...hopsIn(httpTable), ...webSocket.slice(2)];
/** The functions that call no further hop. */
const leaves = ["extractFacts", "applyPolicy", "assessRisk", "buildManifest", "decide", "record"];

/** The hops from the first to this one, by who calls whom. */
function chainTo(hops: readonly Hop[], name: string): readonly string[] {
  const at = hops.findIndex((hop) => hop.name === name && hops.indexOf(hop) > 1);
  const chain: Hop[] = [];
  for (let index = at; index >= 0;) {
    const hop = hops[index];
    if (hop === undefined) break;
    chain.unshift(hop);
    const { caller } = hop;
    index = caller === "" ? index - 1 : hops.findLastIndex((each, place) => place < at && each.name === caller);
  }
  return chain.map((hop) => `${hop.file} ${hop.name}`);
}

async function gatehouseWithoutModel() {
  const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-"));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
  writeFileSync(join(dataDirectory, "settings.json"), JSON.stringify({ risk_model: { scorer: "off" } }));
  return startGatehouse({ dataDirectory });
}

const params = (id: string) => ({
  agent_did: "did:aeon:walker:1.0:abc",
  intent_id: id,
  tool: "execute_command",
  arguments: { command: "git status" },
});

/** Called once, and by these. After a wait V8 knows only the callers that wait: those further out are on the stack of phase 1. */
function expectPath(chain: readonly string[], name: string): void {
  const [stack = [], ...others] = stacks.get(name) ?? [];
  expect(others).toEqual([]);
  const first = name === "extractFacts" ? 0 : chain.findIndex((hop) => hop.includes("main/protocols/"));
  // A function that is observed is called, but not yet on the stack.
  const known = name === "record" ? chain.slice(first) : chain.slice(first, -1);
  expect(first === 0 ? stack : stack.slice(-known.length), name).toEqual(known);
}

function expectDeclared({ file, name }: Hop): void {
  const source = readFileSync(join(root, "src", file), "utf8");
  const member = `^ {2,4}(?:async )?${name}\\(.*\\{$`;
  expect(source, `${file} has no ${name}`).toMatch(new RegExp(`(?:function|const) ${name}\\b|${member}`, "m"));
}

/** Messages that arrive together are read first, and nobody waits for the function that has read one: its source shows the call. */
function expectFirstCall([first, second]: readonly Hop[]): void {
  const source = readFileSync(join(root, "src", first?.file ?? ""), "utf8");
  const body = new RegExp(`function ${first?.name}\\b[\\s\\S]*?\\n  \\}\\n`).exec(source)?.[0];
  expect(body).toContain(`${second?.name}(`);
}

beforeEach(() => stacks.clear());

describe("ARCHITECTURE.md", () => {
  test("lists at most fifteen hops, numbered in their order, each function where it says", () => {
    for (const hops of [webSocket, http]) {
      expect(hops.map(({ number }) => number)).toEqual(hops.map((_, index) => index + 1));
      expect(hops.length).toBeGreaterThan(10);
      expect(hops.length).toBeLessThanOrEqual(15);
      for (const hop of hops) expectDeclared(hop);
    }
    expect(leaves.filter((name) => !webSocket.some((hop) => hop.name === name))).toEqual([]);
  });

  test("names the steps from the verdict to the ledger and to the window where they are", () => {
    const steps = hopsIn(afterwards);
    expect(steps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8]);
    for (const step of steps) expectDeclared(step);
  });
});

describe("an intent", () => {
  test("takes exactly this path over a WebSocket", async () => {
    const agent = await connectAgent(await gatehouseWithoutModel());
    expect((await agent.call("a2g/intent", params("i-1"))).result).toMatchObject({ verdict: "APPROVED" });
    expect([...stacks.keys()]).toEqual(leaves);
    for (const name of leaves) expectPath(chainTo(webSocket, name).slice(1), name);
    expectFirstCall(webSocket);
  });

  test("takes the same path over HTTP from the third hop on", async () => {
    const gatehouse = await gatehouseWithoutModel();
    expect((await call(gatehouse, "a2g/intent", params("i-2"))).result).toMatchObject({ verdict: "APPROVED" });
    for (const name of leaves) expectPath(chainTo(http, name).slice(1), name);
    expectFirstCall(http);
  });
});
