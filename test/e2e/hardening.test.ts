// What the page may not do, tried from inside the real window.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { contentSecurityPolicy } from "../../src/main/windows/app-protocol.ts";
import { type Console, launchConsole } from "../support/electron.ts";

let opened: Console;
let page: Page;

beforeAll(async () => {
  opened = await launchConsole();
  page = opened.window;
  await page.getByRole("main").waitFor();
});
afterAll(() => opened.close());

const windows = (): Promise<number> =>
  opened.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

describe("the page", () => {
  test("has no Node and no Electron, only the bridge with its three functions", async () => {
    const found = await page.evaluate(() => ({
      globals: ["require", "process", "module", "Buffer", "global", "electron", "ipcRenderer"].filter(
        (name) => name in window,
      ),
      bridge: Object.keys((window as unknown as { gatehouse: object }).gatehouse).sort(),
    }));
    expect(found).toEqual({ globals: [], bridge: ["call", "onEvents", "startAgain"] });
  });

  test("cannot reach a channel that is not in the contract", async () => {
    const answer = await page.evaluate(() =>
      (window as unknown as { gatehouse: { call: (name: string, input: object) => Promise<unknown> } }).gatehouse
        .call("__proto__", {})
        .then(
          () => "answered",
          (error: Error) => error.message,
        ),
    );
    expect(answer).toContain("no operation called");
  });

  test("runs in a window with every protection on", async () => {
    const preferences = await opened.application.evaluate(({ BrowserWindow }) => {
      const [contents] = BrowserWindow.getAllWindows().map((window) => window.webContents);
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
    const response = await page.reload();
    expect(response?.headers()["content-security-policy"]).toBe(contentSecurityPolicy);
    expect(response?.headers()["x-content-type-options"]).toBe("nosniff");
    expect(page.url()).toBe("app://gatehouse/");
    await page.getByRole("main").waitFor();
  });

  test("blocks inline scripts, inline styles, eval, the network and frames", async () => {
    const outcome = await page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
      const script = document.createElement("script");
      const reached = window as unknown as { reached?: boolean };
      try {
        script.textContent = "window.reached = true";
        document.body.append(script);
      } catch {
        violations.push("script refused");
      }
      const style = document.createElement("style");
      style.textContent = "body { color: red }";
      document.head.append(style);
      // In a task of its own: code the debugger runs directly may use eval whatever the policy says.
      const evaluated = await new Promise((resolve) => {
        setTimeout(() => {
          try {
            // oxlint-disable-next-line no-eval -- what is tested is that it does not work
            (0, eval)("1 + 1");
            resolve("ran");
          } catch {
            resolve("blocked");
          }
        });
      });
      const fetched = await fetch("https://example.com/").then(
        () => "reached",
        () => "blocked",
      );
      const frame = document.createElement("iframe");
      frame.src = "https://example.com/";
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const bridgeInFrame = ((): boolean => {
        try {
          return frame.contentWindow !== null && "gatehouse" in frame.contentWindow;
        } catch {
          // What stands there instead is not of our origin.
          return false;
        }
      })();
      style.remove();
      frame.remove();
      script.remove();
      return { reached: reached.reached ?? false, evaluated, fetched, bridgeInFrame, violations };
    });
    expect(outcome).toMatchObject({ reached: false, evaluated: "blocked", fetched: "blocked", bridgeInFrame: false });
    expect(outcome.violations).toEqual(expect.arrayContaining(["style-src-elem", "connect-src", "frame-src"]));
  });
});

describe("permissions", () => {
  test.each(["geolocation", "notifications", "camera", "microphone", "clipboard-read", "midi", "persistent-storage"])(
    "%s is denied",
    async (name) => {
      const state = await page.evaluate(
        (permission) =>
          navigator.permissions.query({ name: permission as PermissionName }).then((status) => status.state),
        name,
      );
      expect(state).toBe("denied");
    },
  );

  test("asking for them fails", async () => {
    const refused = await page.evaluate(async () => {
      const no = (): string => "refused";
      return [
        await navigator.mediaDevices.getUserMedia({ audio: true }).then(() => "granted", no),
        await navigator.mediaDevices.getDisplayMedia().then(() => "granted", no),
        await navigator.clipboard.readText().then(() => "granted", no),
        await Notification.requestPermission(),
      ];
    });
    expect(refused).toEqual(["refused", "refused", "refused", "denied"]);
  });
});

describe("another window", () => {
  test("gets no answer, even with our preload and our page in it", async () => {
    const answer = await opened.application.evaluate(
      async ({ BrowserWindow }, preload) => {
        const stranger = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true, contextIsolation: true },
        });
        await stranger.loadURL("app://gatehouse/");
        const ask = "Promise.all([gatehouse.call('getStatus', {}), gatehouse.call('setHalt', { halted: true })])";
        const answers: unknown = await stranger.webContents.executeJavaScript(ask);
        stranger.destroy();
        return answers;
      },
      join(projectRoot, "out", "preload", "index.cjs"),
    );
    const refused = { ok: false, error: { code: "refused" } };
    expect(answer).toMatchObject([refused, refused]);
    // And the engine heard nothing of it.
    await page.getByText("Enforcing").waitFor();
  });
});

test("the window's files are for the user alone", () => {
  expect(statSync(opened.dataDirectory).mode & 0o777).toBe(0o700);
});

describe("navigation and windows", () => {
  test("the page stays where it is", async () => {
    for (const target of ["https://example.com/", "file:///etc/passwd", "data:text/html,x", "app://elsewhere/"]) {
      await page.evaluate((url) => void (window.location.href = url), target);
      await page.waitForTimeout(150);
      expect(page.url()).toBe("app://gatehouse/");
    }
    // Playwright would wait for these navigations to end, which they never do; the page itself can be asked.
    expect(await page.evaluate(() => document.querySelector("main") !== null)).toBe(true);
  });

  test("no window opens, not by script and not by a link", async () => {
    const result = await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "https://example.com/";
      link.target = "_blank";
      document.body.append(link);
      link.click();
      link.remove();
      return window.open("https://example.com/") === null;
    });
    expect(result).toBe(true);
    expect(await windows()).toBe(1);
  });

  test("a webview does not attach", async () => {
    const attached = await page.evaluate(async () => {
      const view = document.createElement("webview");
      view.setAttribute("src", "app://gatehouse/");
      document.body.append(view);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const made = "getWebContentsId" in view;
      view.remove();
      return made;
    });
    expect(attached).toBe(false);
  });
});
