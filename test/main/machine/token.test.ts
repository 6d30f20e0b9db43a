// The token for addresses beyond this machine: where it may come from, and that a broken file never means none.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readToken } from "../../../src/main/machine/token.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const none = { argument: undefined, file: undefined, environment: undefined };

function fileWith(text: string): string {
  const file = join(temporaryDirectory(), "token");
  writeFileSync(file, text);
  return file;
}

describe("the token", () => {
  test("comes from a file, without the line end an editor adds", () => {
    expect(readToken({ ...none, file: fileWith("secret\n"), environment: "other" })).toEqual({
      ok: true,
      value: "secret",
    });
  });

  test("comes from the environment, and what the command line says goes first", () => {
    expect(readToken({ ...none, environment: "secret" })).toEqual({ ok: true, value: "secret" });
    expect(readToken({ ...none, argument: "mine", environment: "secret" })).toEqual({ ok: true, value: "mine" });
    expect(readToken({ ...none, environment: "" })).toEqual({ ok: true, value: undefined });
  });

  test("is refused where it cannot be told what was meant", () => {
    const missing = join(temporaryDirectory(), "token");
    expect(readToken({ ...none, file: fileWith(" \n"), environment: "other" })).toMatchObject({ ok: false });
    expect(readToken({ ...none, file: missing, environment: "other" })).toMatchObject({ ok: false });
    expect(readToken({ ...none, argument: "one", file: fileWith("two") })).toMatchObject({ ok: false });
  });
});
