// The grammar of agent identifiers, and which keys are keys.
import { describe, expect, test } from "vitest";
import { isWeakKey, parseDid, parsePublicKey } from "../../../src/main/identity/did.ts";

const key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

describe("parseDid", () => {
  test("takes the parts apart", () => {
    expect(parseDid("did:aeon:kimi:1.0:abc123")).toEqual({
      ok: true,
      value: { text: "did:aeon:kimi:1.0:abc123", id: "kimi", version: "1.0", key: "abc123" },
    });
  });

  test("knows a whole key, in lower case", () => {
    expect(parseDid(`did:aeon:kimi:1.0:${key.toUpperCase()}`)).toMatchObject({ ok: true, value: { fullKey: key } });
  });

  test.each([
    ["", /looks like/],
    ["kimi", /looks like/],
    ["did:web:example.com", /looks like/],
    ["DID:AEON:kimi:1.0:abc", /looks like/],
    [" did:aeon:kimi:1.0:abc", /looks like/],
    ["did:aeon:kimi:1.0", /has 2/],
    ["did:aeon:kimi:1.0:abc:def", /has 4/],
    ["did:aeon::1.0:abc", /id .* is empty/],
    ["did:aeon:kimi::abc", /version .* is empty/],
    ["did:aeon:kimi:1.0:", /key .* is empty/],
    ["did:aeon:ki mi:1.0:abc", /may hold only/],
    ["did:aeon:kimi:1.0:abc\n", /may hold only/],
    ["did:aeon:k\u202Eimi:1.0:abc", /may hold only/],
    ["did:aeon:kimi:1.0:%zz", /may hold only/],
    [`did:aeon:kimi:1.0:${"a".repeat(161)}`, /longer than/],
    [`did:aeon:${"a".repeat(600)}:1:a`, /characters; at most/],
  ])("refuses %j", (text, message) => {
    const parsed = parseDid(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? "" : parsed.error).toMatch(message);
  });
});

describe("parsePublicKey", () => {
  test.each([
    [`ed25519:${key}`, { ok: true, value: key }],
    [`ed25519:${key.toUpperCase()}`, { ok: true, value: key }],
    ["ed25519:abc123...", { ok: true, value: undefined }],
    ["ed25519:hex-encoded-pubkey", { ok: true, value: undefined }],
    [`ed25519:${key}00`, { ok: true, value: undefined }],
    ["ed25519:", { ok: false, error: "algorithm" }],
    [`rsa:${key}`, { ok: false, error: "algorithm" }],
    [key, { ok: false, error: "algorithm" }],
    [`ed25519:${"00".repeat(32)}`, { ok: false, error: "weak" }],
  ])("%s", (text, expected) => {
    expect(parsePublicKey(text)).toEqual(expected);
  });
});

describe("weak keys", () => {
  // Edwards curve arithmetic, slow and plain: any point times the large prime order is a point of small order.
  const p = 2n ** 255n - 19n;
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const modulo = (value: bigint): bigint => ((value % p) + p) % p;
  const power = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    for (let square = modulo(base), rest = exponent; rest > 0n; rest >>= 1n, square = modulo(square * square)) {
      if (rest & 1n) result = modulo(result * square);
    }
    return result;
  };
  const inverse = (value: bigint): bigint => power(value, p - 2n);
  const d = modulo(-121665n * inverse(121666n));
  type Point = readonly [x: bigint, y: bigint];
  const add = ([x1, y1]: Point, [x2, y2]: Point): Point => {
    const product = modulo(d * x1 * x2 * y1 * y2);
    return [modulo((x1 * y2 + x2 * y1) * inverse(1n + product)), modulo((y1 * y2 + x1 * x2) * inverse(1n - product))];
  };
  const multiply = (point: Point, times: bigint): Point => {
    let result: Point = [0n, 1n];
    for (let doubled = point, rest = times; rest > 0n; rest >>= 1n, doubled = add(doubled, doubled)) {
      if (rest & 1n) result = add(result, doubled);
    }
    return result;
  };
  const pointAt = (y: bigint): Point | undefined => {
    const square = modulo((y * y - 1n) * inverse(d * y * y + 1n));
    let x = power(square, (p + 3n) / 8n);
    if (modulo(x * x) !== square) x = modulo(x * power(2n, (p - 1n) / 4n));
    return modulo(x * x) === square ? [x, y] : undefined;
  };
  const encode = ([x, y]: Point): string => {
    const bytes = Buffer.from((y | ((x & 1n) << 255n)).toString(16).padStart(64, "0"), "hex");
    return bytes.reverse().toString("hex");
  };

  const pointOfOrderEight = (points: readonly Point[]): Point | undefined => {
    for (const point of points) {
      const torsion = multiply(point, order);
      if (multiply(torsion, 4n)[1] !== 1n) return torsion;
    }
    return undefined;
  };

  test("every point of small order is known, and ordinary keys are not among them", () => {
    const points = Array.from({ length: 30 }, (_, index) => pointAt(BigInt(index + 2))).filter(
      (point) => point !== undefined,
    );
    for (const point of points) expect(isWeakKey(encode(point))).toBe(false);
    const generator = pointOfOrderEight(points);
    if (generator === undefined) throw new Error("No point of order eight among thirty: the arithmetic is wrong.");
    const small = new Set(Array.from({ length: 8 }, (_, times) => encode(multiply(generator, BigInt(times)))));
    expect(small.size).toBe(8);
    for (const weak of small) expect([weak, isWeakKey(weak)]).toEqual([weak, true]);
    expect(isWeakKey(key)).toBe(false);
  });
});
