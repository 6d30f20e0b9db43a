// Crashes of the console: a window's process, and an error nobody handled. All of it stays here, and the next start says so.
import { once } from "node:events";
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { openLogFiles } from "../../../src/cli/doctor/logs.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { launchConsole } from "../../support/window/electron.ts";

test("a crash is logged, leaves a minidump here, ends the engine, and is told of at the next start", async () => {
  const dataDirectory = temporaryDirectory();
  const crashes = (): readonly string[] =>
    openLogFiles(dataDirectory)
      .next()
      .filter(({ where }) => where === "crash")
      .map(({ message }) => message);
  const first = await launchConsole({ dataDirectory });
  const child = first.application.process();

  await first.application.evaluate(({ webContents }) => {
    webContents.getAllWebContents()[0]?.forcefullyCrashRenderer();
  });
  await expect.poll(crashes).toEqual([expect.stringMatching(/^The process of a window ended: (crashed|killed)/)]);
  // The engine is in another process: it answers as before.
  expect((await fetch(`${first.http}/health`)).ok).toBe(true);

  const exited = once(child, "exit");
  await first.application.evaluate(() => {
    setTimeout(() => {
      throw new Error("planted crash");
    }, 50);
  });
  const [code] = await exited;
  expect(code).toBe(1);
  await expect(fetch(`${first.http}/health`)).rejects.toThrow("fetch failed");
  expect(crashes().at(-1)).toContain("planted crash");

  const second = await launchConsole({ dataDirectory });
  expect(crashes().at(-1)).toContain(`The last run (process ${child.pid}) did not end properly`);
  expect(second.output()).toContain("did not end properly");
  const dumps = (): number => globSync("crashes/**/*.dmp", { cwd: dataDirectory }).length;
  const before = dumps();
  // It has no time to answer.
  await second.application.evaluate(() => process.crash()).catch(() => undefined);
  await expect.poll(dumps).toBeGreaterThan(before);

  const third = await launchConsole({ dataDirectory });
  expect(crashes().at(-1)).toMatch(/The latest minidump is .*\.dmp/);
  await third.close();
}, 180_000);
