// Links reach the window from macOS as an event and elsewhere as an argument; anything else is ignored.
import { expect, test } from "vitest";
import { handleLinks, linkIn } from "../../../src/main/windows/links.ts";

function fakeApp(isPackaged: boolean) {
  const registered: string[] = [];
  const listeners: ((event: { preventDefault: () => void }, url: string) => void)[] = [];
  const app = {
    isPackaged,
    setAsDefaultProtocolClient: (scheme: string) => registered.push(scheme) > 0,
    on: (_event: "open-url", listener: (typeof listeners)[number]) => listeners.push(listener),
  };
  return { app, registered, opens: (url: string) => listeners[0]?.({ preventDefault: () => undefined }, url) };
}

test("an installed console registers itself; one from its sources does not", () => {
  for (const isPackaged of [true, false]) {
    const { app, registered } = fakeApp(isPackaged);
    handleLinks(app, () => undefined);
    expect(registered).toEqual(isPackaged ? ["gatehouse"] : []);
  }
});

test("a link is opened, anything else is not", () => {
  const { app, opens } = fakeApp(false);
  const opened: string[] = [];
  handleLinks(app, (link) => opened.push(link));
  opens("gatehouse://approval/a-1");
  opens("gatehouse://approval/a-1?decision=approve");
  expect(opened).toEqual(["gatehouse://approval/a-1"]);
  expect(linkIn(["electron", "--flag", "gatehouse://entry/7"])).toBe("gatehouse://entry/7");
  expect(linkIn(["electron", "file:///etc/passwd"])).toBeUndefined();
});
