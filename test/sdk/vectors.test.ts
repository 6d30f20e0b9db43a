// The TypeScript client against the vectors that every SDK must reproduce.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import type { answerVectors, notificationVectors } from "../../scripts/sdk/vectors/answers.ts";
import type { canonicalVectors } from "../../scripts/sdk/vectors/canonical.ts";
import type { discoveryVectors } from "../../scripts/sdk/vectors/discovery.ts";
import type { errorVectors } from "../../scripts/sdk/vectors/errors.ts";
import type { reconnectVectors } from "../../scripts/sdk/vectors/reconnects.ts";
import type { requestVectors } from "../../scripts/sdk/vectors/requests.ts";
import type { signatureVectors } from "../../scripts/sdk/vectors/signatures.ts";
import { readAddress, tokenFor } from "../../sdk/typescript/src/discover.ts";
import {
  type ClientOptions,
  GovernanceClient,
  RefusedError,
  UnreachableError,
} from "../../sdk/typescript/src/index.ts";
import { createSigner } from "../../sdk/typescript/src/signing.ts";
import { dataDirectoryPath } from "../../src/shared/local/data-directory.ts";
import { canonical } from "../../src/shared/lib/canonical.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import { serveA2g } from "../support/protocols/a2g-server.ts";
import { type ScriptedSocket, scriptedSocket } from "../support/protocols/scripted-socket.ts";
import { callClient, inClientSpelling } from "./spelling.ts";

/** The files are what these functions make, which another test checks. */
interface Files {
  readonly "answers.json": ReturnType<typeof answerVectors>;
  readonly "canonical.json": ReturnType<typeof canonicalVectors>;
  readonly "discovery.json": ReturnType<typeof discoveryVectors>;
  readonly "errors.json": ReturnType<typeof errorVectors>;
  readonly "notifications.json": ReturnType<typeof notificationVectors>;
  readonly "reconnects.json": ReturnType<typeof reconnectVectors>;
  readonly "requests.json": ReturnType<typeof requestVectors>;
  readonly "signatures.json": ReturnType<typeof signatureVectors>;
}

function vectors<Name extends keyof Files>(name: Name): Files[Name] {
  return JSON.parse(readFileSync(join(projectRoot, "sdk/vectors", name), "utf8")) as Files[Name];
}

const quiet = { heartbeatMs: 0, timeoutMs: 5000, extensions: [] };

function open(url: string, options: ClientOptions = {}): GovernanceClient {
  const client = new GovernanceClient(url, { agentDid: "did:aeon:kimi:1.0:abc123", ...quiet, ...options });
  onTestFinished(() => client.close());
  return client;
}

describe("canonical JSON", () => {
  const { cases, refused } = vectors("canonical.json");
  test.each(cases)("$name", ({ json, canonical: text, sha256 }) => {
    expect(canonical(JSON.parse(json))).toBe(text);
    expect(createHash("sha256").update(text, "utf8").digest("hex")).toBe(sha256);
  });
  test.each(refused)("$name has none", ({ json }) => {
    expect(() => canonical(JSON.parse(json))).toThrow("no canonical form");
  });
});

describe("signatures", () => {
  const { keys, cases } = vectors("signatures.json");
  test.each(keys)("the public key of the $name", async ({ private_key: seed, public_key: key }) => {
    expect((await createSigner(seed)).publicKey).toBe(key);
  });
  test.each(cases)("$name", async ({ key, method, params, nonce, timestamp, signed_params: signed }) => {
    const seed = keys.find(({ name }) => name === key)?.private_key ?? "";
    expect(await (await createSigner(seed)).sign(method, params, { nonce, timestamp })).toEqual(signed);
  });
});

describe("requests", () => {
  const { agent_did: agentDid, cases } = vectors("requests.json");
  test.each(cases)("$name", async ({ call, options: { extensions = [], ...options }, canonical: text }) => {
    const server = await serveA2g(({ method }) => ({
      result: method === "a2g/intent" || method === "a2g/await" ? { verdict: "DENIED" } : {},
    }));
    await callClient(open(server.ws, { agentDid, extensions: extensions as string[] }), call, options);
    expect(canonical({ jsonrpc: "2.0", ...server.received[0], id: 1 })).toBe(text);
  });
});

describe.each(["ws", "http"] as const)("answers over %s", (kind) => {
  const { proposed, cases } = vectors("answers.json");
  const errors = vectors("errors.json").cases;

  async function ask(response: unknown): Promise<unknown> {
    const { jsonrpc: _jsonrpc, id: _id, ...members } = response as JsonObject;
    const server = await serveA2g(() => members);
    const request = { tool: "write_file", arguments: proposed, intentId: "i-1", waitMs: 0 };
    return open(server[kind])
      .requestIntent(request)
      .catch((error: unknown) => error);
  }

  test.each(cases)("$name", async (each) => {
    const { name: _name, response, ...wanted } = each;
    const verdict = "verdict" in wanted ? { verdict: inClientSpelling(wanted.verdict as unknown as JsonObject) } : {};
    expect(described(await ask(response))).toEqual({ ...wanted, ...verdict });
  });

  test.each(errors)("the error $name", async ({ response, code, message, ...more }) => {
    const error = await ask(response);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code, message });
    expect((error as RefusedError).reason).toBe("reason" in more ? more.reason : undefined);
  });
});

/** In the words of the vectors. */
function described(answer: unknown): object {
  if (answer instanceof RefusedError) return { error: "refused", code: answer.code };
  return answer instanceof UnreachableError ? { error: "unreachable" } : { verdict: answer };
}

describe("notifications", () => {
  const { proposed, cases } = vectors("notifications.json");
  test.each(cases)("$name", async (each) => {
    const server = await scriptedSocket();
    const client = open(server.url);
    const heard: unknown[] = [];
    const hear = (event: string) => (notice: object) => void heard.push({ event, ...notice });
    client.onPolicy(hear("policy"));
    client.onDirective(hear("directive"));
    client.onRevoke(hear("revoke"));
    client.onQuota(hear("quota"));
    const verdict = client.requestIntent({ tool: "write_file", arguments: proposed, intentId: "i-1" });
    await server.accept();
    const { id } = await server.next();
    server.send({ jsonrpc: "2.0", result: { verdict: "ESCALATE", intent_id: "i-1" }, id });
    server.send(each.message);
    // Shows that the message has been read, also where it settles nothing.
    server.send({ jsonrpc: "2.0", method: "g2a/directive", params: { intent_id: "i-1", directive: "DENY" } });
    const denied = { intentId: "i-1", verdict: "DENIED", approved: false, reason: "The verdict is DENIED." };
    const last = { ...denied, arguments: proposed, conditions: [] };
    expect(await verdict).toEqual("verdict" in each ? inClientSpelling(each.verdict as unknown as JsonObject) : last);
    await expect.poll(() => heard.at(-1)).toMatchObject({ kind: "DENY", reason: "", intentId: "i-1" });
    const event = "event" in each ? [inClientSpelling(each.event)] : [];
    expect(heard.slice(0, -1)).toEqual(event);
  });
});

describe("reconnects", () => {
  const { agent_did: agentDid, scripts } = vectors("reconnects.json");
  test.each(scripts)("$name", async ({ steps }) => {
    const server = await scriptedSocket();
    const client = open(server.url, { agentDid });
    const calls = new Map<string, Promise<unknown>>();
    const ids = new Map<string, number>();
    const compared: Compared[] = [];
    for (const step of steps as unknown as readonly Step[]) {
      compared.push(...(await play(step, client, server, { calls, ids })));
    }
    expect(compared.map(({ seen }) => seen)).toEqual(compared.map(({ wanted }) => wanted));
  });
});

interface Played {
  readonly calls: Map<string, Promise<unknown>>;
  readonly ids: Map<string, number>;
}

interface Compared {
  readonly seen: unknown;
  readonly wanted: unknown;
}

async function play(
  step: Step,
  client: GovernanceClient,
  server: ScriptedSocket,
  { calls, ids }: Played,
): Promise<readonly Compared[]> {
  if (step.do === "call") {
    const { extensions: _, ...options } = step.options;
    calls.set(step.as, callClient(client, step.call, options));
  } else if (step.do === "accept") await server.accept();
  else if (step.do === "expect") {
    const { method, params, id } = await server.next();
    ids.set(step.as, id);
    const wanted = canonical({ method: step.method, params: step.params });
    return [{ seen: canonical({ method, params }), wanted }];
  } else if (step.do === "answer") {
    const { do: _do, to, ...members } = step;
    server.send({ jsonrpc: "2.0", ...members, id: ids.get(to) });
  } else if (step.do === "push") server.send(step.message);
  else if (step.do === "drop") server.drop();
  else {
    const { do: _do, as, ...members } = step;
    const value = (await calls.get(as)) as Record<string, unknown>;
    return Object.entries(inClientSpelling(members)).map(([name, wanted]) => ({ seen: value[name], wanted }));
  }
  return [];
}

type Step =
  | { readonly do: "call"; readonly as: string; readonly call: string; readonly options: JsonObject }
  | { readonly do: "accept" }
  | { readonly do: "drop" }
  | { readonly do: "expect"; readonly as: string; readonly method: string; readonly params: JsonObject }
  | { readonly do: "answer"; readonly to: string; readonly result?: JsonObject; readonly error?: JsonObject }
  | { readonly do: "push"; readonly message: JsonObject }
  | { readonly do: "return"; readonly as: string };

describe("finding the engine", () => {
  const found = vectors("discovery.json");
  test.each(found.directories)("the data directory: $name", ({ directory, ...place }) => {
    expect(dataDirectoryPath(undefined, place)).toBe(directory);
  });
  test.each(found.addresses)("the address file: $name", ({ text, engine }) => {
    const { pid: _, ...read } = readAddress(text) ?? { pid: 0 };
    expect(read).toEqual(engine === null ? {} : inClientSpelling(engine));
  });
  test.each(found.sends_token)("the token of the file for $url: $sends", ({ url, sends }) => {
    const engine = { http: "http://127.0.0.1:3000", ws: "ws://127.0.0.1:3000", token: "secret" };
    expect(tokenFor(new URL(url), engine)).toBe(sends ? "secret" : undefined);
  });
});
