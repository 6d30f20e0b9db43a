// A2E over the real listener: every fixture is understood, and every mutation of one is answered with the right code and path.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import { a2eFixture, a2eFixtureNames, type A2eMessage, openA2e, openSession } from "../../support/protocols/a2e.ts";
import { changed, type Path, sharedGatehouse } from "../../support/protocols/aos.ts";

/** Members that may be left out, by fixture; every other one is required. */
const optional: Readonly<Record<string, readonly string[]>> = {
  handshake: ["auth_token"],
  "handshake-response": ["accepted_caps.0.metadata"],
  pong: ["req_id"],
  shutdown: ["timeout", "reason"],
  error: ["req_id", "detail", "retryable", "capability_name"],
  event: ["kind", "data"],
  "tool-list": ["filter_kind", "filter_tags"],
  "tool-call": ["correlation_id", "streaming", "timeout"],
};
/** Anything may be below these, or in them. */
const free = /^(?:detail|data|metadata|arguments|accepted_caps\.\d+\.metadata)\./;
const ignored: Readonly<Record<string, readonly string[]>> = { "tool-event": ["kind", "data"] };

interface Mutation {
  readonly name: string;
  readonly message: JsonObject;
  readonly code: string;
  readonly path: string;
}

function membersOf(value: Json, path: Path = []): readonly Path[] {
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item: Json, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, child]) => [[...path, key], ...membersOf(child, [...path, key])]);
}

function mutationsOf(name: string): readonly Mutation[] {
  const message = a2eFixture(name);
  return membersOf(message).flatMap((path) => {
    const place = path.join(".");
    const left = optional[name]?.includes(place) === true;
    if (free.test(place) || ignored[name]?.includes(place) === true) return [];
    const version = place === "a2e" || place === "version";
    const element = typeof path.at(-1) === "number";
    const removed: Mutation = {
      name: `without ${place}`,
      message: changed(message, path, undefined) as JsonObject,
      code: "schema_violation",
      path: version ? "a2e" : place,
    };
    const wrong = [true, "text", 7, {}].filter((value) => typeof value !== typeof valueAt(message, path));
    const retyped = wrong.map((value) => ({
      name: `${place} is ${JSON.stringify(value)}`,
      message: changed(message, path, value) as JsonObject,
      code: version ? "version_mismatch" : "schema_violation",
      path: place,
    }));
    return [...(left || element ? [] : [removed]), ...retyped];
  });
}

function valueAt(value: Json, path: Path): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return valueAt((value as Record<string | number, Json>)[first] ?? null, rest);
}

function faultIn({ code, path }: Mutation, answer: A2eMessage | undefined): string | undefined {
  if (answer?.type !== "error") return `was taken: ${JSON.stringify(answer)}`;
  if (answer["code"] !== code) return `has the code ${String(answer["code"])}, not ${code}`;
  const detail = answer["detail"] as { readonly path?: string };
  return code === "schema_violation" && detail.path !== path ? `names ${String(detail.path)}, not ${path}` : undefined;
}

describe("mutations", () => {
  const gatehouse = sharedGatehouse();

  test.each(a2eFixtureNames)("%s: each required member removed, each type changed", async (name) => {
    const mutations = mutationsOf(name);
    expect(mutations.length).toBeGreaterThan(4);
    const line = name === "handshake" ? openA2e(gatehouse()) : await openSession(gatehouse());
    const wrong: string[] = [];
    for (const mutation of mutations) {
      line.write(JSON.stringify(mutation.message));
      const fault = faultIn(mutation, await line.next());
      if (fault !== undefined) wrong.push(`${mutation.name} ${fault}`);
    }
    expect(wrong).toEqual([]);
  });

  test("the fixtures themselves are understood", async () => {
    const session = await openSession(gatehouse());
    for (const name of a2eFixtureNames.filter((each) => each !== "handshake" && each !== "shutdown")) {
      session.write(JSON.stringify(a2eFixture(name)));
    }
    const answers = new Set<string | undefined>();
    for (let count = 0; count < 3; count += 1) answers.add((await session.next())?.type);
    expect(answers).toEqual(new Set(["pong", "tool/call/resp", "tool/list/resp"]));
    const line = openA2e(gatehouse());
    line.write(JSON.stringify(a2eFixture("handshake")));
    expect(await line.next()).toMatchObject({ type: "handshake/resp", ok: true });
    line.write(JSON.stringify(a2eFixture("shutdown")));
    expect(await line.next()).toBeUndefined();
  });
});

/** Complete messages written by others, where somebody has some. */
const examples = process.env["GATEHOUSE_EXAMPLES"];
const exampleFolders = examples === undefined ? [] : [join(examples, "a2e")].filter((folder) => existsSync(folder));

describe.each(exampleFolders)("the examples in %s", (folder) => {
  const gatehouse = sharedGatehouse();

  test("are understood", async () => {
    for (const name of readdirSync(folder)) {
      const message = JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonObject;
      const line = message["type"] === "handshake/req" ? openA2e(gatehouse()) : await openSession(gatehouse());
      line.write(JSON.stringify("session_id" in message ? { ...message, session_id: "" } : message));
      line.send("ping");
      const first = await line.next();
      const generic = first?.["code"] === "invalid_message" && JSON.stringify(first).includes("unknown_type");
      expect(first?.type !== "error" || generic, `${name}: ${JSON.stringify(first)}`).toBe(true);
    }
  });
});
