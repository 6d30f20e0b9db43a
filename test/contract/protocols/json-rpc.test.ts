// Contract: JSON-RPC 2.0, rule by rule, the same over HTTP, WebSocket and the local socket.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  http,
  rawClient,
  rpc,
  startHouse,
  temporaryDirectory,
  webSocketClient,
  type House,
} from "../../main/server/support.ts";

interface Rule {
  readonly name: string;
  readonly send: string;
  /** The response, or nothing at all. Error messages are checked by code alone. */
  readonly expect?: unknown;
}

const error = (code: number, id: unknown = null): unknown => ({
  jsonrpc: "2.0",
  error: expect.objectContaining({ code, message: expect.any(String) as string }) as unknown,
  id,
});
const result = (value: unknown, id: unknown): unknown => ({ jsonrpc: "2.0", result: value, id });
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const proto = '{"__proto__":{"polluted":true}}';

const rules: readonly Rule[] = [
  // The examples of the specification.
  { name: "positional params", send: rpc("subtract", [42, 23]), expect: result(19, 1) },
  { name: "positional params, other order", send: rpc("subtract", [23, 42], 2), expect: result(-19, 2) },
  { name: "named params", send: rpc("subtract", { subtrahend: 23, minuend: 42 }, 3), expect: result(19, 3) },
  { name: "a notification", send: '{"jsonrpc":"2.0","method":"note","params":[1]}' },
  { name: "a notification of an unknown method", send: '{"jsonrpc":"2.0","method":"foobar"}' },
  { name: "an unknown method", send: rpc("foobar", undefined, "1"), expect: error(-32601, "1") },
  { name: "invalid JSON", send: '{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]', expect: error(-32700) },
  { name: "an invalid request", send: '{"jsonrpc":"2.0","method":1,"params":"bar"}', expect: error(-32600) },
  {
    name: "a batch of invalid JSON",
    send: '[{"jsonrpc":"2.0","method":"echo","id":1},{"jsonrpc":"2.0","method"]',
    expect: error(-32700),
  },
  { name: "an empty batch", send: "[]", expect: error(-32600) },
  { name: "a batch of one scalar", send: "[1]", expect: [error(-32600)] },
  { name: "a batch of scalars", send: "[1,2,3]", expect: [error(-32600), error(-32600), error(-32600)] },
  {
    name: "a mixed batch",
    send: `[${rpc("subtract", [42, 23], "1")},{"jsonrpc":"2.0","method":"note","params":[7]},{"foo":"boo"},${rpc("foo.get", {}, "5")},${rpc("echo", ["x"], "9")}]`,
    expect: [result(19, "1"), error(-32600), error(-32601, "5"), result(["x"], "9")],
  },
  {
    name: "a batch of notifications",
    send: '[{"jsonrpc":"2.0","method":"note","params":[1]},{"jsonrpc":"2.0","method":"none"}]',
  },
  { name: "a batch within a batch", send: `[[${rpc("echo")}]]`, expect: [error(-32600)] },

  // The id.
  { name: "an id that is a string", send: rpc("echo", [1], "a"), expect: result([1], "a") },
  { name: "an id that is an empty string", send: rpc("echo", [1], ""), expect: result([1], "") },
  { name: "an id that is 0", send: rpc("echo", [1], 0), expect: result([1], 0) },
  { name: "an id that is a fraction", send: rpc("echo", [1], 1.5), expect: result([1], 1.5) },
  { name: "an id that is null", send: rpc("echo", [1], null), expect: result([1], null) },
  { name: "an id that is an object", send: rpc("echo", [1], {}), expect: error(-32600) },
  { name: "an id that is an array", send: rpc("echo", [1], [1]), expect: error(-32600) },
  { name: "an id that is a boolean", send: rpc("echo", [1], true), expect: error(-32600) },
  {
    name: "an id is echoed with an error of the envelope",
    send: '{"jsonrpc":"1.0","method":"echo","id":"x"}',
    expect: error(-32600, "x"),
  },

  // The envelope.
  { name: "a number as jsonrpc", send: '{"jsonrpc":2.0,"method":"echo","id":1}', expect: error(-32600, 1) },
  { name: "no jsonrpc", send: '{"method":"echo","id":1}', expect: error(-32600, 1) },
  { name: "no method", send: '{"jsonrpc":"2.0","id":1}', expect: error(-32600, 1) },
  { name: "a response instead of a request", send: '{"jsonrpc":"2.0","result":1,"id":1}', expect: error(-32600, 1) },
  { name: "params that are a string", send: rpc("echo", "bar"), expect: error(-32600, 1) },
  { name: "params that are a number", send: rpc("echo", 7), expect: error(-32600, 1) },
  { name: "params that are null", send: rpc("echo", null), expect: error(-32600, 1) },
  {
    name: "a scalar for params without id",
    send: '{"jsonrpc":"2.0","method":"echo","params":"bar"}',
    expect: error(-32600),
  },
  { name: "no params", send: rpc("echo"), expect: result(null, 1) },
  {
    name: "unknown members",
    send: '{"jsonrpc":"2.0","method":"echo","id":1,"extra":{"a":[1]}}',
    expect: result(null, 1),
  },
  { name: "a method that begins with rpc.", send: rpc("rpc.hidden"), expect: error(-32601, 1) },
  { name: "a method with an inherited name", send: rpc("constructor"), expect: error(-32601, 1) },
  { name: "an empty method", send: rpc(""), expect: error(-32601, 1) },
  { name: "an array where names are needed", send: rpc("named", [1]), expect: error(-32602, 1) },
  { name: "nothing where names are needed", send: rpc("named"), expect: error(-32602, 1) },
  { name: "white space around", send: ` \t${rpc("echo", ["x"])} `, expect: result(["x"], 1) },
  { name: "a scalar", send: "42", expect: error(-32600) },
  { name: "a string", send: '"hello"', expect: error(-32600) },
  { name: "null", send: "null", expect: error(-32600) },

  // Results.
  { name: "a result of undefined", send: rpc("nothing"), expect: result(null, 1) },
  {
    name: "an error with data",
    send: rpc("deny"),
    expect: { jsonrpc: "2.0", error: { code: -32000, message: "Denied", data: { risk_score: 0.95 } }, id: 1 },
  },
  { name: "a method that rejects", send: rpc("throw"), expect: error(-32603, 1) },
  { name: "a method that throws", send: rpc("throw now"), expect: error(-32603, 1) },
  { name: "a result that is no JSON", send: rpc("unserialisable"), expect: error(-32603, 1) },
  { name: "a method that throws without id", send: '{"jsonrpc":"2.0","method":"throw"}' },

  // Bad input.
  { name: "NaN", send: '{"jsonrpc":"2.0","method":"echo","params":[NaN],"id":1}', expect: error(-32700) },
  { name: "Infinity", send: '{"jsonrpc":"2.0","method":"echo","params":[Infinity],"id":1}', expect: error(-32700) },
  {
    name: "a number beyond a double",
    send: '{"jsonrpc":"2.0","method":"echo","params":[1e999],"id":1}',
    expect: error(-32602, 1),
  },
  {
    name: "a number beyond 2^53",
    send: '{"jsonrpc":"2.0","method":"echo","params":[9007199254740993],"id":1}',
    expect: result([9007199254740992], 1),
  },
  {
    name: "64 levels",
    send: `{"jsonrpc":"2.0","method":"echo","params":${nested(63)},"id":1}`,
    expect: result(JSON.parse(nested(63)), 1),
  },
  { name: "65 levels", send: `{"jsonrpc":"2.0","method":"echo","params":${nested(64)},"id":1}`, expect: error(-32600) },
  { name: "a bomb", send: nested(100_000), expect: error(-32600) },
  {
    name: "brackets within strings",
    send: rpc("echo", ["[".repeat(100), '"\\"[{']),
    expect: result(["[".repeat(100), '"\\"[{'], 1),
  },
  {
    name: "a name twice in the envelope",
    send: '{"jsonrpc":"2.0","method":"note","method":"echo","id":1}',
    expect: error(-32600, 1),
  },
  {
    name: "a name twice in params",
    send: '{"jsonrpc":"2.0","method":"echo","params":{"a":{"b":1,"\\u0062":2}},"id":1}',
    expect: error(-32600, 1),
  },
  {
    name: "a name twice in one of a batch",
    send: `[${rpc("echo", ["x"])},{"jsonrpc":"2.0","method":"echo","id":2,"id":2},${rpc("echo", ["y"], 3)}]`,
    expect: [result(["x"], 1), error(-32600, 2), result(["y"], 3)],
  },
  {
    name: "half a surrogate pair in params",
    send: '{"jsonrpc":"2.0","method":"echo","params":["\\ud800"],"id":1}',
    expect: error(-32602, 1),
  },
  {
    name: "half a surrogate pair in a name",
    send: '{"jsonrpc":"2.0","method":"echo","params":{"\\udc00":1},"id":1}',
    expect: error(-32602, 1),
  },
  {
    name: "half a surrogate pair as id",
    send: '{"jsonrpc":"2.0","method":"echo","id":"\\ud800"}',
    expect: error(-32600),
  },
  {
    name: "a whole surrogate pair",
    send: '{"jsonrpc":"2.0","method":"echo","params":["\\ud83d\\ude00"],"id":1}',
    expect: result(["😀"], 1),
  },
  {
    name: "__proto__ in params",
    send: `{"jsonrpc":"2.0","method":"echo","params":${proto},"id":1}`,
    expect: error(-32602, 1),
  },
  {
    name: "__proto__ in the envelope",
    send: '{"jsonrpc":"2.0","method":"echo","__proto__":{},"id":1}',
    expect: error(-32600, 1),
  },
  { name: "__proto__ in params without id", send: `{"jsonrpc":"2.0","method":"echo","params":${proto}}` },
  {
    name: "half a surrogate pair without id in a batch",
    send: `[{"jsonrpc":"2.0","method":"echo","params":["\\ud800"]},${rpc("echo", ["x"])}]`,
    expect: [result(["x"], 1)],
  },
  { name: "__proto__ as a value", send: rpc("echo", ["__proto__"]), expect: result(["__proto__"], 1) },
  {
    name: "a batch over the limit",
    send: `[${Array.from({ length: 101 }, () => "1").join(",")}]`,
    expect: error(-32600),
  },
  {
    name: "a batch at the limit",
    send: `[${Array.from({ length: 100 }, () => "1").join(",")}]`,
    expect: Array.from({ length: 100 }, () => error(-32600)),
  },
  { name: "no text at all but a bracket", send: "{", expect: error(-32700) },
];

let house: House;
let directory: string;

beforeAll(async () => {
  directory = temporaryDirectory();
  house = await startHouse({ agentSocket: join(directory, "agents.sock") });
});

afterAll(async () => {
  await house.stop();
  rmSync(directory, { recursive: true });
});

const after = rpc("echo", ["after"], "after");
const afterResult = result(["after"], "after");

const answered = rules.filter((rule) => rule.expect !== undefined);
const silent = rules.filter((rule) => rule.expect === undefined);

describe("over HTTP", () => {
  test.each(answered)("$name", async (rule) => {
    const response = await http(house.port, { body: rule.send });
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(response.body)).toEqual(rule.expect);
  });
  test.each(silent)("$name", async (rule) => {
    const response = await http(house.port, { body: rule.send });
    expect(response).toMatchObject({ status: 204, body: "" });
    expect(response.headers["content-type"]).toBeUndefined();
  });
});

describe("over WebSocket", () => {
  test.each(rules)("$name", async (rule) => {
    const client = await webSocketClient(house.wsUrl);
    const wanted = rule.expect === undefined ? [afterResult] : [rule.expect, afterResult];
    client.socket.send(rule.send);
    await client.until(wanted.length - 1);
    client.socket.send(after);
    const messages = await client.until(wanted.length);
    expect(messages.map((text) => JSON.parse(text) as unknown)).toEqual(wanted);
    client.socket.terminate();
  });
});

describe("over the local socket", () => {
  test.each(rules)("$name", async (rule) => {
    const client = rawClient(house.agentSocket ?? "");
    const wanted = rule.expect === undefined ? [afterResult] : [rule.expect, afterResult];
    client.socket.write(`${rule.send}\n`);
    if (wanted.length > 1) await client.until(/\n$/);
    client.socket.write(`${after}\n`);
    expect(jsonLines(await client.until(/"after"\}\n$/))).toEqual(wanted);
    client.socket.destroy();
  });
});

function jsonLines(text: string): readonly unknown[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

test.each([
  ["9007199254740993", "beyond 2^53"],
  ["-18446744073709551615", "of 64 bits"],
  ["1e999", "beyond a double"],
  ["0.1234567890123456789", "a long fraction"],
])("the id %s (%s) is echoed as it was written", async (id) => {
  const one = await http(house.port, { body: `{"jsonrpc":"2.0","method":"echo","params":{"id":7.25},"id":${id}}` });
  expect(one.body).toBe(`{"jsonrpc":"2.0","result":{"id":7.25},"id":${id}}`);
  const second = `{ "\\u0069d" : ${id}, "jsonrpc":"2.0","method":"nothing","x":{"id":5},"y":"}],\\"id\\":6"}`;
  const batch = await http(house.port, { body: `[1,${rpc("nothing", [[{ id: 4 }]], 8)},${second}, []]` });
  expect(batch.body).toContain(`,{"jsonrpc":"2.0","result":null,"id":8},{"jsonrpc":"2.0","result":null,"id":${id}},`);
});

test("notifications are carried out, in the order of their batch", async () => {
  house.calls.length = 0;
  const note = (value: number): string => `{"jsonrpc":"2.0","method":"note","params":[${value}]}`;
  await http(house.port, { body: `[${note(1)},${rpc("note", [2])},${note(3)}]` });
  expect(house.calls).toEqual([[1], [2], [3]]);
});

test("what a method throws reaches the log and not the client", async () => {
  house.faults.length = 0;
  const answered = await http(house.port, { body: rpc("throw") });
  expect(answered.body).not.toContain("secret");
  expect(house.faults).toEqual([{ where: "throw", error: new Error("secret detail") }]);
});

test("no prototype is polluted", async () => {
  await http(house.port, { body: `{"jsonrpc":"2.0","method":"echo","params":${proto},"id":1}` });
  await http(house.port, {
    body: '{"jsonrpc":"2.0","method":"envelope","id":1,"constructor":{"prototype":{"polluted":1}}}',
  });
  expect("polluted" in {}).toBe(false);
});

test("methods get the whole request, for protocols with members beside params", async () => {
  const request = { jsonrpc: "2.0", method: "envelope", payload: { a: 1 }, id: "x" };
  const answered = await http(house.port, { body: JSON.stringify(request) });
  expect(JSON.parse(answered.body)).toEqual({ jsonrpc: "2.0", result: request, id: "x" });
});

test("bytes that are not UTF-8 are a parse error over HTTP and the local socket", async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","method":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('","id":1}'),
  ]);
  expect(JSON.parse((await http(house.port, { body: bytes })).body)).toEqual(error(-32700));
  const client = rawClient(house.agentSocket ?? "");
  client.socket.write(Buffer.concat([bytes, Buffer.from(`\n${after}\n`)]));
  expect(jsonLines(await client.until(/"after"\}\n$/))).toEqual([error(-32700), afterResult]);
  client.socket.destroy();
});
