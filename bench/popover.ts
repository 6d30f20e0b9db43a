// How soon the small window is on the screen: from the moment an agent sends its request, with its page closed and with it open.
import { setTimeout as sleep } from "node:timers/promises";
import { buildIfNeeded } from "../scripts/build.ts";
import { thisMachine } from "../scripts/machine.ts";
import { type AgentLine, openLine } from "../test/support/protocols/line.ts";
import { type Console, launchConsole } from "../test/support/window/electron.ts";
import { milliseconds, quantiles } from "./support/figures.ts";
import { onVirtualDisplay } from "./support/virtual-display.ts";

type Print = (line: string) => void;

const rounds = Number(process.env["GATEHOUSE_BENCH_ROUNDS"] ?? 20);
const limitMs = 150;
const agent = "did:aeon:bench:1.0:popover";

export async function run(print: Print): Promise<void> {
  if (!thisMachine().display) return onVirtualDisplay("popover", print);
  if (!(await buildIfNeeded(print))) throw new Error("The console could not be built.");
  const opened = await launchConsole();
  const line = await openLine(opened.ws);
  try {
    await opened.window.getByRole("main").waitFor();
    await watchShown(opened);
    await line.call("a2g/register", { agent_did: agent, metadata: { name: "Bench", version: "1.0" } });
    for (const closed of [true, false]) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        if (closed) await closePage(opened);
        times.push(await timeOne(opened, line, `${closed ? "closed" : "open"}-${round}`));
      }
      const { p50, p99 } = quantiles(times);
      const over = times.filter((time) => time > limitMs).length;
      print(
        `${closed ? "page closed" : "page open  "}   p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; ${over} of ${rounds} over ${limitMs} ms`,
      );
    }
  } finally {
    line.close();
    await opened.close();
  }
}

interface Shown {
  shownAt?: number | undefined;
}

/** Nobody looks at the console, and the time of each appearance is noted. Clocks of processes on one machine agree. */
function watchShown({ application }: Console): Promise<void> {
  return application.evaluate(({ app, BrowserWindow }) => {
    BrowserWindow.prototype.isFocused = () => false;
    app.on("browser-window-created", (_event, created) => {
      created.on("show", () => ((globalThis as Shown).shownAt = Date.now()));
    });
  });
}

function closePage({ application }: Console): Promise<void> {
  return application.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().endsWith("popover.html")) window.destroy();
  });
}

/** The request is denied afterwards, and the window has gone before the next one. */
async function timeOne(opened: Console, line: AgentLine, id: string): Promise<number> {
  const { application, window } = opened;
  await application.evaluate(() => void ((globalThis as Shown).shownAt = undefined));
  const context = { session_id: "bench", working_directory: "/home/anna/src/shop" };
  const action = { tool: "Bash", arguments: { command: `npm publish --tag ${id}` }, context };
  const sentAt = Date.now();
  await line.call("a2g/intent", { agent_did: agent, intent_id: id, ...action });
  let shownAt: number | undefined;
  while (shownAt === undefined) {
    await sleep(10);
    shownAt = await application.evaluate(() => (globalThis as Shown).shownAt);
  }
  await window.evaluate(`gatehouse.call("listApprovals", {}).then(({ value }) => Promise.all(value.map(({ approvalId, digest }) =>
    gatehouse.call("resolveApproval", { approvalId, digest, decision: "deny", scope: "exact", duration: "once" }))))`);
  await sleep(400);
  return shownAt - sentAt;
}
