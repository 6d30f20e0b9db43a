// Only a window of ours, on our own page, from its top frame, may ask.
import { describe, expect, test } from "vitest";
import { type Message, refusalOf, type Trust } from "../../../src/main/ipc/sender.ts";

const trust: Trust = { isOurs: (id) => id === 7, origins: ["app://gatehouse"] };
const frame = { origin: "app://gatehouse", url: "app://gatehouse/", parent: null };
const good: Message = { sender: { id: 7 }, senderFrame: frame };

describe("the sender check", () => {
  test("lets our window's own page pass", () => {
    expect(refusalOf(good, trust)).toBeUndefined();
  });

  test("refuses another window, even with our page in it", () => {
    expect(refusalOf({ ...good, sender: { id: 8 } }, trust)).toContain("window");
  });

  test("refuses a frame that is gone", () => {
    expect(refusalOf({ ...good, senderFrame: null }, trust)).toContain("gone");
  });

  test("refuses a frame inside the page, even one of our own origin", () => {
    const inner: Message = { ...good, senderFrame: { ...frame, parent: { frame: "top" } } };
    expect(refusalOf(inner, trust)).toContain("inside the page");
  });

  test("refuses an empty page, which has our origin but not our address", () => {
    expect(refusalOf({ ...good, senderFrame: { ...frame, url: "about:blank" } }, trust)).toContain("about:blank");
  });

  test.each(["https://evil.example", "app://gatehouse.evil.example", "app://gatehouse:80", "null", ""])(
    "refuses the origin %j",
    (origin) => {
      expect(refusalOf({ ...good, senderFrame: { origin, url: `${origin}/`, parent: null } }, trust)).toContain(
        "own page",
      );
    },
  );
});
