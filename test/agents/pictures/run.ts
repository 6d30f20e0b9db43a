// npm run pictures:agents: real agents that wait for Gatehouse, the card in its window, and the README's moving picture.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { buildIfNeeded } from "../../../scripts/build.ts";
import { runInForeground } from "../../../scripts/child.ts";
import { thisMachine } from "../../../scripts/machine.ts";
import { projectRoot } from "../../../scripts/project.ts";
import { launchConsole } from "../../support/window/electron.ts";
import { holdButton, openScreen, resize } from "../../support/window/window.ts";
import { environmentOf } from "../engine.ts";
import { installed } from "../install.ts";
import { agentPrograms } from "../programs.ts";
import { openStage } from "../stage.ts";
import { type Easel, openEasel, sceneSize } from "./easel.ts";
import { movingPicture, type Scene } from "./moving.ts";
import { type Sitter, sitters } from "./sitters.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const pictures = join(projectRoot, "docs", "screenshots");

const { values } = parseArgs({ options: { agent: { type: "string", multiple: true } } });

process.exitCode = thisMachine().display ? await paint() : await onVirtualDisplay();

function onVirtualDisplay(): Promise<number> {
  const args = ["--auto-servernum", "--server-args=-screen 0 1600x1000x24", process.execPath, ...process.argv.slice(1)];
  return runInForeground({ command: "xvfb-run", args });
}

async function paint(): Promise<number> {
  if (!(await buildIfNeeded((line) => console.error(line)))) return 1;
  mkdirSync(pictures, { recursive: true });
  const easel = await openEasel();
  try {
    for (const sitter of sitters.filter(({ id }) => values.agent === undefined || values.agent.includes(id)))
      await portray(sitter, easel);
  } finally {
    await easel.close();
  }
  return 0;
}

async function portray(sitter: Sitter, easel: Easel): Promise<void> {
  const program = agentPrograms.find(({ id }) => id === sitter.id);
  if (program === undefined) throw new Error(sitter.id);
  const folder = await installed(program);
  if (!folder.ok) throw new Error(folder.error);
  const stage = await openStage(program, folder.value);
  sitter.prepare?.(stage);
  const { PATH = "" } = environmentOf(stage);
  const opened = await launchConsole({
    dataDirectory: stage.dataDirectory,
    environment: { HOME: stage.home, PATH },
    colorScheme: "dark",
  });
  let terminal: Terminal | undefined;
  try {
    const { window } = opened;
    await resize(opened.application, sceneSize.width, sceneSize.height - 40);
    const scenes: Scene[] = [];
    const add = async (caption: string, milliseconds: number, inFront?: Buffer): Promise<void> => {
      const picture = await easel.scene(await window.screenshot(), caption, inFront);
      scenes.push({ pixels: await easel.pixels(picture), milliseconds });
    };
    await connect(window, sitter.name, add);
    stage.play([program.shell("git push --force origin main")]);
    terminal = openTerminal(stage, sitter.args);
    await terminal.until(sitter.ready, sitter.answers);
    terminal.type("Publish my branch");
    await new Promise((resolve) => void setTimeout(resolve, 1500));
    terminal.press("Enter");
    const review = window.getByRole("button", { name: /^Review/ });
    await review.waitFor({ timeout: 90_000 });
    if (sitter.waiting !== undefined) await terminal.until(sitter.waiting, sitter.answers);
    const waiting = await easel.terminal(`${sitter.name} in a terminal`, terminal.shown());
    writeFileSync(join(pictures, `${sitter.id}-waiting.png`), waiting);
    await openScreen(window, "Overview");
    // One of them is enough for the moving picture; the others would only take time.
    const moves = sitter.id === "claude-code";
    if (moves) await add(`2. ${sitter.name} wants to force-push, and waits`, 2600, waiting);
    await review.click();
    const card = window.getByRole("article", { name: "Request" });
    await card.getByText("git push --force origin main").first().waitFor();
    await window.waitForTimeout(1000);
    await card.screenshot({ path: join(pictures, `${sitter.id}-card.png`) });
    if (moves) await add("3. You see exactly what would run, and why you are asked", 3200);
    await holdButton(window, card.getByRole("button", { name: /^Allow once/ }));
    await card.waitFor({ state: "detached" });
    if (!moves) return;
    await terminal.until(/done/i);
    await add(
      "4. Your answer reaches the agent, which goes on",
      3000,
      await easel.terminal(`${sitter.name} in a terminal`, terminal.shown()),
    );
    const file = join(pictures, "connect-ask-answer.gif");
    const bytes = movingPicture(scenes);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    console.log(`${file}: ${Math.round(bytes.length / 1024)} KB, ${scenes.length} scenes`);
  } finally {
    terminal?.close();
    await opened.close();
    await stage.close();
  }
}

/** As a person does it, with a picture of each step. */
async function connect(
  window: Page,
  name: string,
  add: (caption: string, milliseconds: number) => Promise<void>,
): Promise<void> {
  const button = window.getByRole("button", { name: `Connect ${name}` });
  await button.waitFor({ timeout: 60_000 });
  await add("1. Connect an agent found on this laptop", 2200);
  await button.click();
  const dialog = window.getByRole("dialog");
  await dialog.getByRole("region", { name: "What will change" }).waitFor();
  await add("1. The exact change is shown first", 2600);
  await dialog.getByRole("button", { name: `Connect ${name}` }).click();
  await dialog.getByText(/was denied before it could run/).waitFor({ timeout: 60_000 });
  await add("1. A test call proves that it works", 2200);
  await dialog.getByRole("button", { name: "Done" }).click();
}
