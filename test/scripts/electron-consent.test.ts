// A third party's copy of Electron runs only when somebody has agreed to it.
import { expect, test } from "vitest";
import { type ConsentPlace, consentsToCopy } from "../../scripts/electron/consent.ts";
import { temporaryDirectory } from "../support/temporary.ts";

function place(changes: Partial<ConsentPlace> = {}): ConsentPlace {
  const ask = async (): Promise<string> => {
    throw new Error("Nobody was to be asked.");
  };
  return { cache: temporaryDirectory(), environment: {}, isTerminal: false, ask, ...changes };
}

test("nobody at a terminal, nobody has agreed", async () => {
  expect(await consentsToCopy(place())).toBe(false);
});

test("the variable and CI agree without a question", async () => {
  expect(await consentsToCopy(place({ environment: { GATEHOUSE_ELECTRON_COPY: "1" } }))).toBe(true);
  expect(await consentsToCopy(place({ environment: { CI: "true" } }))).toBe(true);
});

test("a yes at the terminal is asked for once; a no is asked again", async () => {
  const cache = temporaryDirectory();
  expect(await consentsToCopy(place({ cache, isTerminal: true, ask: async () => "" }))).toBe(false);
  expect(await consentsToCopy(place({ cache, isTerminal: true, ask: async () => "y" }))).toBe(true);
  expect(await consentsToCopy(place({ cache }))).toBe(true);
});
