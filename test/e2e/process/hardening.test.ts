// What the page may not do, tried from inside the real window. What runs in the page is given as text.
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../../../scripts/project.ts";
import { contentSecurityPolicy } from "../../../src/main/windows/app-protocol.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";

let opened: Console;

beforeAll(async () => {
  opened = await launchConsole();
  await opened.window.getByRole("main").waitFor();
});
afterAll(() => opened.close());

const inPage = (script: string): Promise<unknown> => opened.window.evaluate(script);

describe("the page", () => {
  test("has no Node and no Electron, only the bridge with its six functions", async () => {
    const names = ["require", "process", "module", "Buffer", "global", "electron", "ipcRenderer"];
    expect(await inPage(`${JSON.stringify(names)}.filter((name) => name in window)`)).toEqual([]);
    expect(await inPage("Object.keys(gatehouse).sort()")).toEqual([
      "call",
      "desktop",
      "onCommand",
      "onEvents",
      "onOpen",
      "startAgain",
    ]);
  });

  test("cannot change the bridge", async () => {
    await inPage("void (() => { try { gatehouse.call = () => 'mine'; } catch {} })()");
    expect(await inPage("gatehouse.call('getStatus', {})")).toMatchObject({ ok: true });
  });

  test.each(["__proto__", "constructor", "gatehouse:getStatus", "startAgain"])("cannot call %s", async (name) => {
    const answer = await inPage(
      `gatehouse.call(${JSON.stringify(name)}, {}).then(() => "answered", (error) => error.message)`,
    );
    expect(answer).toContain("no operation called");
  });

  test("runs in a window with every protection on", async () => {
    const preferences = await opened.application.evaluate(({ BrowserWindow }) => {
      const [contents] = BrowserWindow.getAllWindows().map((each) => each.webContents);
      return (contents as unknown as { getLastWebPreferences: () => Record<string, unknown> }).getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
  });
});

describe("the content security policy", () => {
  test("comes as a header with the page", async () => {
    const response = await opened.window.reload();
    expect(response?.headers()["content-security-policy"]).toBe(contentSecurityPolicy);
    expect(response?.headers()["x-content-type-options"]).toBe("nosniff");
    expect(opened.window.url()).toBe("app://gatehouse/");
    await opened.window.getByRole("main").waitFor();
  });

  test("blocks inline scripts and styles", async () => {
    const outcome = await inPage(`(async () => {
      const violations = [];
      document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
      const style = document.createElement("style");
      style.textContent = "body { color: red }";
      document.head.append(style);
      const styled = document.createElement("p");
      styled.setAttribute("style", "color: red");
      try {
        const script = document.createElement("script");
        script.textContent = "window.reached = true";
        document.body.append(script);
      } catch {
        violations.push("script");
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      style.remove();
      return { reached: window.reached === true, violations };
    })()`);
    expect(outcome).toMatchObject({
      reached: false,
      violations: expect.arrayContaining(["style-src-elem", "style-src-attr"]),
    });
  });

  test("blocks eval", async () => {
    // In a task of its own: code the debugger runs directly may use eval whatever the policy says.
    const outcome = await inPage(`new Promise((resolve) => setTimeout(() => {
      try { resolve((0, eval)("'ran'")); } catch { resolve("blocked"); }
    }))`);
    expect(outcome).toBe("blocked");
  });

  test("blocks the network and frames", async () => {
    expect(await inPage("fetch('https://example.com/').then(() => 'reached', () => 'blocked')")).toBe("blocked");
    expect(
      await inPage(`fetch(${JSON.stringify(`${opened.http}/health`)}).then(() => 'reached', () => 'blocked')`),
    ).toBe("blocked");
    const bridgeInFrame = await inPage(`(async () => {
      const frame = document.createElement("iframe");
      frame.src = "app://gatehouse/";
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 200));
      try {
        return "gatehouse" in frame.contentWindow;
      } catch {
        return "not of our origin";
      } finally {
        frame.remove();
      }
    })()`);
    expect(bridgeInFrame).not.toBe(true);
  });
});

describe("the network", () => {
  test("only our own pages are loaded, also where no content security policy holds", async () => {
    const reached = await opened.application.evaluate(async ({ session }, address) => {
      const own = session.defaultSession;
      const load = (url: string): Promise<string> =>
        own.fetch(url).then(
          ({ status }) => String(status),
          (error: unknown) => String(error),
        );
      return [await load("app://gatehouse/"), await load("https://127.0.0.1:9/"), await load(address)];
    }, `${opened.http}/health`);
    expect(reached).toEqual(["200", ...Array(2).fill(expect.stringContaining("ERR_BLOCKED_BY_CLIENT"))]);
  });

  test("no name is looked up, no proxy is searched for and no dictionary is wanted", async () => {
    const found = await opened.application.evaluate(async ({ session }) => {
      const own = session.defaultSession;
      return {
        host: await own.resolveHost("example.com").then(
          () => "found",
          (error: unknown) => String(error),
        ),
        proxy: await own.resolveProxy("https://example.com/"),
        spelling: own.isSpellCheckerEnabled(),
        languages: own.getSpellCheckerLanguages(),
      };
    });
    expect(found).toEqual({
      host: expect.stringContaining("ERR_NAME_NOT_RESOLVED"),
      proxy: "DIRECT",
      spelling: false,
      languages: [],
    });
  });
});

describe("permissions", () => {
  test.each(["geolocation", "notifications", "camera", "microphone", "clipboard-read", "midi", "persistent-storage"])(
    "%s is denied",
    async (name) => {
      const query = `navigator.permissions.query({ name: ${JSON.stringify(name)} }).then((status) => status.state)`;
      expect(await inPage(query)).toBe("denied");
    },
  );

  test.each([
    "navigator.mediaDevices.getUserMedia({ audio: true })",
    "navigator.mediaDevices.getDisplayMedia()",
    "navigator.clipboard.readText()",
  ])("%s fails", async (request) => {
    expect(await inPage(`${request}.then(() => "granted", () => "refused")`)).toBe("refused");
  });

  test("notifications cannot be asked for", async () => {
    expect(await inPage("Notification.requestPermission()")).toBe("denied");
  });
});

describe("another window", () => {
  test("gets no answer, even with our preload and our page in it", async () => {
    const answers = await opened.application.evaluate(
      async ({ BrowserWindow }, preload) => {
        const stranger = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true, contextIsolation: true },
        });
        await stranger.loadURL("app://gatehouse/");
        const ask = "Promise.all([gatehouse.call('getStatus', {}), gatehouse.call('setHalt', { halted: true })])";
        const given: unknown = await stranger.webContents.executeJavaScript(ask);
        stranger.destroy();
        return given;
      },
      join(projectRoot, "out", "preload", "index.cjs"),
    );
    const refused = { ok: false, error: { code: "refused" } };
    expect(answers).toMatchObject([refused, refused]);
    expect(await inPage("gatehouse.call('getStatus', {})")).toMatchObject({ ok: true, value: { halted: false } });
  });
});

test("the window's files are for the user alone", () => {
  expect(statSync(opened.dataDirectory).mode & 0o777).toBe(0o700);
});

// Last, because Playwright goes on waiting for a navigation that is prevented.
describe("navigation and windows", () => {
  test.each(["https://example.com/", "file:///etc/passwd", "data:text/html,x", "app://elsewhere/"])(
    "the page does not go to %s",
    async (target) => {
      await inPage(`void (location.href = ${JSON.stringify(target)})`);
      await opened.window.waitForTimeout(150);
      expect(await inPage("[location.href, document.querySelector('main') !== null]")).toEqual([
        "app://gatehouse/",
        true,
      ]);
    },
  );

  test("from an empty page, which nothing can keep a script from, it is brought back", async () => {
    await inPage("void (location.href = 'about:blank')");
    await expect
      .poll(() => inPage("[location.href, document.querySelector('main') !== null]"))
      .toEqual(["app://gatehouse/", true]);
  });

  test("no window opens, not by script and not by a link", async () => {
    const opening = `(() => {
      const link = Object.assign(document.createElement("a"), { href: "https://example.com/", target: "_blank" });
      document.body.append(link);
      link.click();
      link.remove();
      return window.open("https://example.com/");
    })()`;
    expect(await inPage(opening)).toBeNull();
    expect(await opened.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test("a webview does not attach", async () => {
    const attached = await inPage(`(async () => {
      const view = document.createElement("webview");
      view.setAttribute("src", "app://gatehouse/");
      document.body.append(view);
      await new Promise((resolve) => setTimeout(resolve, 200));
      view.remove();
      return "getWebContentsId" in view;
    })()`);
    expect(attached).toBe(false);
  });
});
