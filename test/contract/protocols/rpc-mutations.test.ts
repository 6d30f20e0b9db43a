// A2G and AEON over the real listener: every fixture is understood, and every mutation of one has the right code.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import { changed, type Path, sharedGatehouse } from "../../support/protocols/aos.ts";
import type { Answer } from "../../support/engine/gatehouse.ts";

const folder = join(import.meta.dirname, "../../fixtures/rpc");
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

const own = mkdtempSync(join(tmpdir(), "gatehouse-mutant-"));

/** The file in it is written for real, so that each run has its own. */
function fixture(name: string): JsonObject {
  const text = readFileSync(join(folder, `${name}.json`), "utf8").replaceAll("/tmp/gatehouse-mutant", `${own}/mutant`);
  return JSON.parse(text) as JsonObject;
}

/** What may be left out; every other member of `params` is required. */
const optional =
  /^(?:capabilities_requested|metadata|context|metrics|timestamp|status|load|timeout_ms|agent_did|arguments\.cwd)(?:\.|$)/;
const required: Readonly<Record<string, readonly string[]>> = {
  "a2g-register": ["agent_did"],
  "a2g-intent": ["agent_did"],
  "a2g-report": ["agent_did", "status"],
  "a2g-heartbeat": ["agent_did"],
};
/** A name or a time that cannot be read is as good as none. */
const forgiven = /^(?:metadata\.|metrics\.)/;

interface Mutation {
  readonly name: string;
  readonly request: JsonObject;
  readonly code: number | undefined;
}

function pathsIn(value: Json, path: Path = []): readonly Path[] {
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item: Json, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, child]) => [[...path, key], ...pathsIn(child, [...path, key])]);
}

function mutationsOf(name: string): readonly Mutation[] {
  const original = fixture(name);
  const envelope: readonly Mutation[] = [
    { name: "no jsonrpc", request: changed(original, ["jsonrpc"], undefined) as JsonObject, code: -32600 },
    { name: "another jsonrpc", request: { ...original, jsonrpc: "1.0" }, code: -32600 },
    { name: "jsonrpc as a number", request: { ...original, jsonrpc: 2 }, code: -32600 },
    { name: "no method", request: changed(original, ["method"], undefined) as JsonObject, code: -32600 },
    { name: "method as a number", request: { ...original, method: 7 }, code: -32600 },
    { name: "another method", request: { ...original, method: "a2g/unheard_of" }, code: -32601 },
    { name: "id as an object", request: { ...original, id: {} }, code: -32600 },
    { name: "params as a text", request: { ...original, params: "x" }, code: -32600 },
    ...(name === "aeon-list" ? [] : [{ name: "params as a list", request: { ...original, params: [] }, code: -32602 }]),
  ];
  const params = original["params"] ?? {};
  // What a2g/intent asks about may have any arguments.
  const members = pathsIn(params).filter(
    (path) => name !== "a2g-intent" || path[0] !== "arguments" || path.length === 1,
  );
  return [
    ...envelope,
    ...members.flatMap((path) => {
      const place = path.join(".");
      const needed = required[name]?.includes(place) === true || !optional.test(place);
      const removed = { name: `no ${place}`, request: changed(original, ["params", ...path], undefined) as JsonObject };
      const wrong = typeof valueAt(params, path) === "boolean" ? "text" : true;
      const retyped = {
        name: `${place} is true`,
        request: changed(original, ["params", ...path], wrong) as JsonObject,
      };
      return [
        ...(typeof path.at(-1) === "number" ? [] : [{ ...removed, code: needed ? -32602 : undefined }]),
        { ...retyped, code: forgiven.test(place) ? undefined : -32602 },
      ];
    }),
  ];
}

function valueAt(value: Json, [first, ...rest]: Path): Json {
  return first === undefined ? value : valueAt((value as Record<string | number, Json>)[first] ?? null, rest);
}

async function ask(gatehouse: Gatehouse, request: JsonObject): Promise<Answer> {
  const response = await fetch(`${gatehouse.address.http}/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  return (await response.json()) as Answer;
}

let fresh = 0;

/** An id used before with other content is a fault of its own. */
function withFreshIntent(name: string, request: JsonObject): JsonObject {
  const { params } = request;
  if (name !== "a2g-intent" || !isJsonObject(params ?? null) || !isJsonObject(params)) return request;
  if (params["intent_id"] !== "fixture-1") return request;
  fresh += 1;
  return { ...request, params: { ...params, intent_id: `mutation-${fresh}` } };
}

describe("mutations", () => {
  const gatehouse = sharedGatehouse();
  afterAll(() => rmSync(own, { recursive: true, force: true }));

  test.each(names)("%s: each required member removed, each type changed", { timeout: 60_000 }, async (name) => {
    await ask(gatehouse(), fixture("a2g-intent"));
    expect((await ask(gatehouse(), fixture(name))).error).toBeUndefined();
    const wrong: string[] = [];
    for (const mutation of mutationsOf(name)) {
      const { error } = await ask(gatehouse(), withFreshIntent(name, mutation.request));
      if (error?.code !== mutation.code) {
        wrong.push(`${mutation.name}: ${JSON.stringify(error ?? "no error")}, not ${mutation.code ?? "a result"}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Complete messages written by others, where somebody has some. */
const examples = process.env["GATEHOUSE_EXAMPLES"];
const exampleFolders = examples === undefined ? [] : [join(examples, "seeds")].filter((place) => existsSync(place));

describe.each(exampleFolders)("the examples in %s", (place) => {
  const gatehouse = sharedGatehouse();

  test("requests among them are understood", { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    for (const file of readdirSync(place)) {
      const message = JSON.parse(readFileSync(join(place, file), "utf8")) as Json;
      if (!isJsonObject(message) || message["jsonrpc"] !== "2.0" || typeof message["method"] !== "string") continue;
      if (message["id"] === undefined || message["method"].startsWith("g2a/")) continue;
      const { error } = await ask(gatehouse(), message);
      // What is about an intent nobody has sent cannot be found; everything else must be understood.
      if (
        error !== undefined &&
        error.code !== -32000 &&
        error.code !== -32001 &&
        error.data?.["reason"] !== "unknown_intent"
      ) {
        wrong.push(`${file}: ${JSON.stringify(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
