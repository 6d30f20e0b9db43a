// AOS over the real listener: every fixture is understood, and every mutation of one is answered with the right code and path.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import {
  type AosAnswer,
  ask,
  changed,
  changedFixture,
  fixture,
  fixtureNames,
  type Path,
  post,
  sharedGatehouse,
} from "../../support/protocols/aos.ts";
import { startGatehouse } from "../../support/engine/gatehouse.ts";

async function impatientGatehouse(): Promise<Gatehouse> {
  const gatehouse = await startGatehouse();
  await gatehouse.operations.saveSettings({ aosWaitMs: 0 }, "test");
  return gatehouse;
}

const shared = sharedGatehouse();

describe("fixtures", () => {
  test("honest ones are allowed", async () => {
    const gatehouse = shared();
    for (const name of fixtureNames.filter((each) => each !== "ping")) {
      const { id, result, error } = await ask(gatehouse, fixture(name));
      expect(error, name).toBeUndefined();
      expect(id).toBe(fixture(name)["id"]);
      expect(result, name).toMatchObject({ decision: "allow", message: expect.stringMatching(/./) });
      expect(result).not.toHaveProperty("modifiedRequest");
    }
  });

  test("ping says that the guardian is there", async () => {
    const { result } = await ask(shared(), fixture("ping"));
    expect(result).toEqual({
      status: "connected",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  test("/rpc takes them too, by method", async () => {
    const gatehouse = shared();
    expect((await ask(gatehouse, fixture("message-user"), "/rpc")).result?.decision).toBe("allow");
    expect((await ask(gatehouse, fixture("ping"), "/rpc")).error).toBeUndefined();
  });
});

/** Members the documents do not require, by the end of their path. */
const optional =
  /(?:^|\.)(?:description|metadata|model|tools|mcpServers|resources|maxTokens|contextWindow|stopSequences|defaultParams|mimeType|email|user|reasoning|query|keywords|timeout)$|agent\.organization$|organization\.name$|user\.name$|file\.(?:name|mimeType)$|(?:arguments|outputs)\.\d+\.(?:id|type)$|inputs\.\d+\.id$|citations\.0\.url$/;
/** Their contents are anybody's: only what they are is checked. */
const free = /(?:^|\.)(?:metadata|defaultParams|data|payload)$|^message$/;
const anything = /\.value$/;

interface Mutation {
  readonly path: Path;
  readonly name: string;
  readonly request: JsonObject;
  readonly valid: boolean;
}

function membersOf(value: Json, path: Path, isFree: (name: string) => boolean): readonly (readonly [Path, Json])[] {
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item: Json, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([name, member]) => {
    const at = [...path, name];
    return [[at, member] as const, ...(isFree(at.join(".")) ? [] : membersOf(member, at, isFree))];
  });
}

function otherType(value: Json): Json {
  if (typeof value === "string" || value === null) return 7;
  return "another type";
}

function mutationsOf(name: string): readonly Mutation[] {
  const original = fixture(name);
  const params = original["params"] ?? {};
  const { method } = original;
  const raw = typeof method === "string" && method.startsWith("protocols/");
  const isFree = (path: string) => free.test(path) && (path !== "message" || raw);
  // A raw MCP message as params is free in itself.
  const members = name === "mcp-call-raw" || name === "mcp-error-raw" ? [] : membersOf(params, [], isFree);
  return members.flatMap(([path, value]) => {
    const full = ["params", ...path];
    const member = path.join(".");
    const removed = {
      path,
      name: `${member} removed`,
      request: changed(original, full, undefined) as JsonObject,
      valid: optional.test(member),
    };
    const retyped = {
      path,
      name: `${member} of another type`,
      request: changed(original, full, otherType(value)) as JsonObject,
      valid: anything.test(member),
    };
    return [...(typeof path.at(-1) === "number" ? [] : [removed]), retyped];
  });
}

async function answersTo(gatehouse: Gatehouse, mutations: readonly Mutation[]): Promise<readonly AosAnswer[]> {
  const answers: AosAnswer[] = [];
  for (let start = 0; start < mutations.length; start += 100) {
    const batch = mutations.slice(start, start + 100).map(({ request }, index) => ({ ...request, id: start + index }));
    answers.push(...((await (await post(gatehouse, batch)).json()) as AosAnswer[]));
  }
  return answers;
}

describe("mutations", () => {
  test("each required member removed, each type changed", { timeout: 60_000 }, async () => {
    const gatehouse = await impatientGatehouse();
    const wrong: string[] = [];
    for (const name of fixtureNames) {
      const mutations = mutationsOf(name);
      const answers = await answersTo(gatehouse, mutations);
      expect(answers).toHaveLength(mutations.length);
      for (const [index, mutation] of mutations.entries()) {
        const fault = faultIn(mutation, answers[index]?.error);
        if (fault !== undefined) wrong.push(`${name}: ${mutation.name}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  /** Where one member stands for another (citation for citations, the flat form for the wrapped one), that one is named. */
  function faultIn({ path, valid }: Mutation, error: AosAnswer["error"]): string | undefined {
    if (valid) return error?.message;
    const named = path.join(".");
    const told = error?.data?.path ?? "nothing";
    const other = { citations: "citation", toolCallResult: "executionId" }[named];
    const fits = told === named || named.startsWith(`${told}.`) || told === other;
    return error?.code === -32602 && fits ? undefined : JSON.stringify(error ?? "no error");
  }

  test("there are enough of them", () => {
    const counts = fixtureNames.map((name) => mutationsOf(name).filter(({ valid }) => !valid).length);
    expect(counts.reduce((total, count) => total + count, 0)).toBeGreaterThan(1000);
  });

  test.each([
    ["a role nobody has", "message-user", "params.message.role", "robot"],
    ["a message without parts", "message-user", "params.message.content", []],
    ["a part of an unknown kind", "message-user", "params.message.content.0.kind", "video"],
    ["a file with neither bytes nor uri", "agent-trigger", "params.trigger.content.2.file.bytes", undefined],
    ["a trigger that is not autonomous", "agent-trigger", "params.trigger.type", "manual"],
    ["a time that is none", "message-user", "params.context.timestamp", "yesterday"],
    ["a citation of an unknown kind", "message-agent", "params.citations.0.kind", "book"],
    ["a type no argument has", "tool-call-request", "params.context.agent.tools.0.arguments.0.type", "date"],
    ["a fraction of a millisecond", "ping", "params.timeout", 1.5],
  ])("%s is -32602", async (_name, name, path, replacement) => {
    const { error } = await ask(shared(), changedFixture(name, [path, replacement]));
    expect(error?.code).toBe(-32602);
    expect(error?.message).toContain(error?.data?.path);
    expect(path).toContain(error?.data?.path);
  });
});

describe("the envelope", () => {
  test.each([
    ["no jsonrpc", "jsonrpc", undefined, -32600],
    ["another version", "jsonrpc", "1.0", -32600],
    ["no method", "method", undefined, -32600],
    ["a method that is no string", "method", 7, -32600],
    ["an unknown method", "method", "steps/unheard", -32601],
    ["no params", "params", undefined, -32602],
    ["params that are a list", "params", [], -32602],
    ["params that are a text", "params", "context", -32600],
    ["an id that is an object", "id", {}, -32600],
  ])("%s is %s", async (_name, member, replacement, code) => {
    const { error, result } = await ask(shared(), changedFixture("message-user", [member, replacement]));
    expect(result).toBeUndefined();
    expect(error?.code).toBe(code);
  });

  test("null as id is answered with null", async () => {
    expect(await ask(shared(), changedFixture("message-user", ["id", null]))).toMatchObject({
      id: null,
      result: { decision: "allow" },
    });
  });

  test("without an id it is recorded and not answered", async () => {
    const gatehouse = shared();
    const response = await post(gatehouse, changedFixture("message-user", ["id", undefined]));
    expect([response.status, await response.text()]).toEqual([204, ""]);
    const feed = await gatehouse.operations.listFeed({ limit: 10 }, "test");
    expect(feed.ok && feed.value.map(({ tool }) => tool)).toContain("steps/message");
  });

  test("where strictness is set, an id is demanded", async () => {
    const gatehouse = await startGatehouse();
    await gatehouse.operations.saveSettings({ aosStrict: true }, "test");
    for (const id of [undefined, null, 1.5]) {
      const { error } = await ask(gatehouse, changedFixture("tool-call-request", ["id", id]));
      expect(error?.code).toBe(-32600);
    }
    expect((await ask(gatehouse, fixture("tool-call-request"))).result?.decision).toBe("allow");
  });

  test("where strictness is set, every message has a citation", async () => {
    const gatehouse = await startGatehouse();
    await gatehouse.operations.saveSettings({ aosStrict: true }, "test");
    const { error } = await ask(gatehouse, fixture("message-user"));
    expect(error).toMatchObject({ code: -32602, data: { path: "citation" } });
    expect((await ask(gatehouse, fixture("message-agent"))).error?.data?.path).toBe("citation");
    expect((await ask(gatehouse, fixture("message-agent-citation"))).result?.decision).toBe("allow");
    expect((await ask(gatehouse, changedFixture("message-user", ["params.citation", []]))).error).toBeUndefined();
  });

  test("a batch is answered one by one", async () => {
    const batch = [fixture("ping"), changedFixture("message-user", ["params.message", undefined]), 3];
    const answers = (await (await post(shared(), batch)).json()) as AosAnswer[];
    expect(answers.map(({ error }) => error?.code)).toEqual([undefined, -32602, -32600]);
  });

  test("AOS is spoken over HTTP POST alone", async () => {
    const gatehouse = shared();
    const response = await fetch(`${gatehouse.address.http}/aos`);
    expect(response.status).toBe(405);
  });

  test("members of later versions are kept and ignored", async () => {
    const request = changedFixture("message-user", ["params.context.agent.url", 12], ["params.later", { x: 1 }]);
    expect((await ask(shared(), request)).result?.decision).toBe("allow");
  });
});

/** A folder of complete messages that others have written, where there is one. */
const examples = process.env["GATEHOUSE_EXAMPLES"];
const exampleFolders = examples === undefined ? [] : [join(examples, "aos")].filter((folder) => existsSync(folder));

test.each(exampleFolders)("every request among the examples in %s is understood", async (exampleFolder) => {
  const gatehouse = await impatientGatehouse();
  const known = /^(?:steps\/|ping$|protocols\/|message\/|tasks\/)/;
  let seen = 0;
  for (const file of readdirSync(exampleFolder)) {
    const request = JSON.parse(readFileSync(join(exampleFolder, file), "utf8")) as JsonObject;
    const method = request["method"];
    const params = request["params"];
    if (typeof method !== "string" || !known.test(method)) continue;
    // Some are the messages of other protocols as they are before AOS wraps them.
    const isWrapped = method.startsWith("steps/") || method.startsWith("protocols/") || method === "ping";
    if (!isWrapped && !(isJsonObject(params) && params["payload"] !== undefined)) continue;
    expect(await ask(gatehouse, request), file).toMatchObject({ id: request["id"], result: { decision: "allow" } });
    seen += 1;
  }
  expect(seen).toBeGreaterThan(0);
});
