// Closing the window and quitting, in the real application: closing hides, quitting asks, a signal does not.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { createReader } from "../../../src/main/store/read/reader.ts";
import { electronSwitches, thisMachine } from "../../../scripts/machine.ts";
import { projectRoot } from "../../../scripts/project.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { openLine } from "../../support/protocols/line.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const agent = "did:aeon:claude-code:2.1:quitting";
let running: ChildProcess | undefined;
let number = 0;

afterEach(async () => {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  running.kill("SIGKILL");
  await once(running, "exit");
});

async function launch(): Promise<Console> {
  const opened = await launchConsole({ dataDirectory: temporaryDirectory(), settings: { popover: false } });
  running = opened.application.process();
  await opened.window.getByRole("main").waitFor();
  return opened;
}

async function ask({ ws }: Console, command: string): Promise<string> {
  const line = await openLine(ws);
  number += 1;
  const intent = { agent_did: agent, intent_id: `q-${number}`, tool: "Bash", arguments: { command }, context: {} };
  const answer = await line.call("a2g/intent", intent);
  line.close();
  return JSON.stringify(answer);
}

/** Notes questions and notifications instead of showing them. */
function listen({ application }: Console, response: number): Promise<void> {
  return application.evaluate(({ dialog, Notification }, answer) => {
    const notes = { questions: [] as string[], notices: [] as string[] };
    Object.assign(globalThis, { notes });
    dialog.showMessageBox = async (...given: unknown[]) => {
      notes.questions.push((given.at(-1) as Electron.MessageBoxOptions).message);
      return { response: answer, checkboxChecked: false };
    };
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      notes.notices.push(this.title);
    };
  }, response);
}

interface Notes {
  readonly questions: readonly string[];
  readonly notices: readonly string[];
}
const notes = ({ application }: Console): Promise<Notes> =>
  application.evaluate(() => (globalThis as unknown as { notes: Notes }).notes);
const visible = ({ application }: Console): Promise<boolean> =>
  application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));
const closeWindow = ({ application }: Console): Promise<void> =>
  application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const quit = ({ application }: Console): Promise<void> =>
  application.evaluate(({ app }) => void setTimeout(() => app.quit(), 0));
const exited = ({ application }: Console) => once(application.process(), "exit");

test("closing the window hides it, the engine still answers, and a second start shows it again", async () => {
  const it = await launch();
  await listen(it, 0);
  expect(await ask(it, "git push --force origin main")).toContain("ESCALATE");
  await closeWindow(it);
  await expect.poll(() => visible(it)).toBe(false);
  expect(await ask(it, "ls")).toContain("APPROVED");
  expect(
    await it.window.evaluate<number>(`gatehouse.call("listApprovals", {}).then((held) => held.value.length)`),
  ).toBe(1);
  expect((await notes(it)).notices.filter((title) => title === "Gatehouse keeps running")).toHaveLength(1);
  expect((await notes(it)).questions).toEqual([]);

  const electron = it.application.process().spawnfile;
  const second = spawn(electron, [...electronSwitches(thisMachine(), "test"), projectRoot], {
    env: { ...process.env, GATEHOUSE_HOME: it.dataDirectory, GATEHOUSE_PORT: "0" },
    stdio: "ignore",
  });
  await once(second, "exit");
  await expect.poll(() => visible(it)).toBe(true);

  await closeWindow(it);
  await expect.poll(() => visible(it)).toBe(false);
  expect((await notes(it)).notices.filter((title) => title === "Gatehouse keeps running")).toHaveLength(1);
});

test("quitting asks while requests wait: no keeps them, yes denies them as a shutdown", async () => {
  const it = await launch();
  await listen(it, 0);
  await ask(it, "git push --force origin one");
  await ask(it, "git push --force origin two");
  await quit(it);
  await expect.poll(() => notes(it)).toMatchObject({ questions: ["2 requests are waiting. Quit and deny them?"] });
  expect(await ask(it, "ls")).toContain("APPROVED");
  expect(await visible(it)).toBe(true);

  await listen(it, 1);
  const ended = exited(it);
  await quit(it);
  await ended;
  const reader = createReader(it.dataDirectory);
  const { entries } = reader.page({ filter: { kinds: ["verdict"], reasons: ["shutdown"] }, limit: 10 });
  reader.close();
  expect(entries).toMatchObject([{ decider: "engine" }, { decider: "engine" }]);
});

test("with nothing waiting it quits without a question", async () => {
  const it = await launch();
  // Would keep it open if it were asked.
  await listen(it, 0);
  const ended = exited(it);
  await quit(it);
  expect((await ended)[0]).toBe(0);
});

test("SIGTERM quits without a question, whatever waits", async () => {
  const it = await launch();
  await listen(it, 0);
  await ask(it, "git push --force origin main");
  const ended = exited(it);
  it.application.process().kill("SIGTERM");
  await ended;
  const reader = createReader(it.dataDirectory);
  const { entries } = reader.page({ filter: { kinds: ["lifecycle"] }, limit: 1 });
  reader.close();
  expect(entries).toMatchObject([{ body: { event: "stop" } }]);
});
