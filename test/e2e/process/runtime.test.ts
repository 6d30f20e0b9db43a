// The launch helper that every window test relies on, tried with tiny applications of its own.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchConsole } from "../../support/window/electron.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

function application(main: string): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "package.json"), '{"name":"tiny","type":"module","main":"main.js"}');
  writeFileSync(join(directory, "main.js"), main);
  return directory;
}

const opensWindow = `
  import { app, BrowserWindow } from "electron";
  app.setPath("userData", process.env.GATEHOUSE_HOME);
  const ready = { event: "ready", http: "http://127.0.0.1:1", ws: "ws://127.0.0.1:1", a2e: "tcp://127.0.0.1:1", data_dir: process.env.GATEHOUSE_HOME, pid: process.pid };
  console.log(JSON.stringify({ ...ready, args: process.argv.slice(-1), port: process.env.GATEHOUSE_PORT, extra: process.env.EXTRA }));
  // No await here: Electron is ready only once this module has run to its end.
  void app.whenReady().then(() => new BrowserWindow().loadURL("data:text/html,<title>tiny</title>"));
`;

test("a window opens in a real Electron, the early ready line is heard, and closing leaves nothing behind", async () => {
  const appPath = application(opensWindow);
  const opened = await launchConsole({ appPath, args: ["--flag"], environment: { EXTRA: "more" } });
  expect(await opened.window.title()).toBe("tiny");
  expect(opened).toMatchObject({ http: "http://127.0.0.1:1", ws: "ws://127.0.0.1:1" });
  expect(opened.output()).toContain('"args":["--flag"],"port":"0","extra":"more"');
  expect(existsSync(opened.dataDirectory)).toBe(true);

  const image = await opened.application.evaluate(async ({ BrowserWindow }) => {
    const captured = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return captured?.isEmpty();
  });
  expect(image).toBe(false);

  await opened.close();
  expect(existsSync(opened.dataDirectory)).toBe(false);
});

test("a data directory that the test names outlives the window", async () => {
  const dataDirectory = temporaryDirectory();
  const opened = await launchConsole({ appPath: application(opensWindow), dataDirectory });
  expect(opened.dataDirectory).toBe(dataDirectory);
  await opened.close();
  expect(existsSync(dataDirectory)).toBe(true);
});

test("an application that dies says why", async () => {
  const appPath = application('console.error("the ledger is locked"); process.exit(1);');
  await expect(launchConsole({ appPath })).rejects.toThrow("the ledger is locked");
});
