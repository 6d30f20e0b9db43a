// Redaction: secrets and long contents stay behind.
import { describe, expect, test } from "vitest";
import { redactObject, redactText } from "../../../src/main/engine/intents/redact.ts";

/** Finds the word "hunter2", so that the test is about replacing and not about finding. */
const findSecrets = (text: string) =>
  [...text.matchAll(/hunter2/g)].map((match) => ({ kind: "password", start: match.index, end: match.index + 7 }));

describe("redactText", () => {
  test("replaces every match and keeps the rest", () => {
    expect(redactText("a hunter2 b hunter2", findSecrets)).toBe("a [redacted:password] b [redacted:password]");
  });

  test("overlapping matches leave nothing of either", () => {
    const overlapping = () => [
      { kind: "one", start: 2, end: 6 },
      { kind: "two", start: 4, end: 9 },
    ];
    expect(redactText("0123456789", overlapping)).toBe("01[redacted:one][redacted:two]9");
  });

  test("a text without secrets is the same text", () => {
    expect(redactText("npm test", findSecrets)).toBe("npm test");
  });
});

describe("redactObject", () => {
  test("reaches into every depth", () => {
    const redacted = redactObject({ a: [{ b: "hunter2" }], c: 1, d: null }, findSecrets);
    expect(redacted).toEqual({ a: [{ b: "[redacted:password]" }], c: 1, d: null });
  });

  test.each([
    "password",
    "db_password",
    "apiKey",
    "api_key",
    "client_secret",
    "auth_token",
    "Authorization",
    "private_key",
  ])("a member called %s is never kept", (name) => {
    expect(redactObject({ [name]: "anything" }, findSecrets)).toEqual({ [name]: "[redacted:member]" });
  });

  test.each(["path", "max_tokens", "tokenizer", "keyboard"])("a member called %s is kept", (name) => {
    expect(redactObject({ [name]: "anything" }, findSecrets)).toEqual({ [name]: "anything" });
  });

  test("long strings keep their beginning and say how much is missing", () => {
    const { command } = redactObject({ command: "x".repeat(5000) }, findSecrets);
    expect(command).toMatch(/^x{2048}… \[2952 more characters\]$/);
  });

  test.each(["content", "new_string", "old_string", "patch"])("what is written stays behind (%s)", (name) => {
    expect(redactObject({ [name]: "x".repeat(100) }, findSecrets)).toEqual({ [name]: "[100 characters]" });
  });

  test("many members are a long content too", () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`member-${index}`, "some words"]));
    expect(JSON.stringify(redactObject(many, findSecrets)).length).toBeLessThan(40_000);
  });

  test("a member called __proto__ stays a member", () => {
    const redacted = redactObject(JSON.parse('{"__proto__":{"polluted":true}}'), findSecrets);
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
