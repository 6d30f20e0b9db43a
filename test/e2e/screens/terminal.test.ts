// Approvals from a real terminal: confirmed or rejected in the window, shown there at once, and undone there.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { runByAgent } from "../../support/process/ancestry.ts";
import { ended, runCommand } from "../../support/process/command.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, listenForTrouble, openScreen } from "../../support/window/window.ts";

const script = join(import.meta.dirname, "../../../src/cli/gatehouse.ts");
let opened: Console;
let trouble: readonly string[];

beforeAll(async () => {
  opened = await launchConsole();
  trouble = listenForTrouble(opened.window);
  await opened.window.getByRole("main").waitFor();
});
afterAll(() => opened.close());

/** An agent in a process of its own: whoever asks as an agent may not answer. */
async function ask(command: string): Promise<HeldApproval> {
  const code = `
    const params = { agent_did: "did:aeon:helper:1.0:abc123", intent_id: process.argv[2], tool: "Bash",
      arguments: { command: process.argv[2] } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params });
    await fetch(process.argv[1] + "/rpc", { method: "POST", headers: { "content-type": "application/json" }, body });`;
  await ended(spawn(process.execPath, ["--input-type=module", "-e", code, opened.http, command]));
  const { stdout } = await runCommand(["approvals", "--json", "--data-dir", opened.dataDirectory]);
  const held = (JSON.parse(stdout) as HeldApproval[]).find(({ intent }) => intent.intentId === command);
  if (held === undefined) throw new Error(`Not held: ${stdout}`);
  return held;
}

/** Types a command into a terminal of its own. */
function type(...words: readonly string[]) {
  const line = [process.execPath, script, ...words, "--data-dir", opened.dataDirectory].join(" ");
  return ended(spawn("script", ["-qec", line, "/dev/null"]));
}

/** Where an agent or a detached process runs the tests, nobody here counts as a person: that is what can be seen then. */
function asAgent(): void {
  test("whoever runs these tests counts as an agent, and is refused", async () => {
    console.warn("Approvals from a terminal were not tried: an agent or a detached process runs the tests.");
    expect(await runCommand(["approvals", "--data-dir", opened.dataDirectory])).toMatchObject({ code: 1 });
  });
}

function asPerson(): void {
  describe("an approval from a terminal", () => {
    const dialog = () => opened.window.getByRole("alertdialog", { name: "Did you ask for this in a terminal?" });

    test("is rejected in the window, by a single key too: nothing happens", async () => {
      const { approvalId } = await ask("git push --force origin one");
      const typed = type("approve", approvalId);
      await dialog().getByText("Allow once: git push --force origin one").waitFor();
      await dialog()
        .getByText(/process \d+, \/dev\/pts\/\d+/)
        .waitFor();
      expect(await accessibilityProblems(opened.window, "[role=alertdialog]")).toEqual([]);
      await opened.window.keyboard.press("Enter");
      expect(await typed).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("rejected in the Gatehouse window"),
      });
      await dialog().waitFor({ state: "hidden" });
      const { stdout } = await runCommand(["approvals", "--json", "--data-dir", opened.dataDirectory]);
      expect(stdout).toContain(approvalId);
    });

    test("is confirmed in the window, shown there, and undone", async () => {
      const { approvalId, intent } = await ask("git push --force origin two");
      const typed = type("approve", approvalId);
      const confirm = dialog().getByRole("button", { name: "Confirm" });
      await expect.poll(() => confirm.getAttribute("aria-disabled"), { timeout: 10_000 }).toBe("false");
      await confirm.click();
      expect(await typed).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("Confirm in the Gatehouse window"),
      });
      const banner = opened.window
        .getByRole("status")
        .filter({ hasText: /From a terminal.*git push --force origin two/ });
      await banner.getByText(/process \d+, \/dev\/pts\/\d+/).waitFor();
      await banner.getByRole("button", { name: "Undo" }).click();
      await banner.waitFor({ state: "hidden" });
      const shown = await runCommand(["ledger", "show", intent.intentId, "--data-dir", opened.dataDirectory]);
      expect(shown.stdout).toMatch(/APPROVE by cli:\S+ \(.*\/dev\/pts\/\d+, confirmed by console\)/);
      expect(shown.stdout).toContain("The approval was withdrawn.");
    });

    test("takes effect at once where the setting says so, and the window shows it immediately", async () => {
      await openScreen(opened.window, "Settings");
      const setting = opened.window.getByRole("radio", { name: "At once, with Undo" });
      await setting.click();
      await expect.poll(() => setting.getAttribute("aria-checked")).toBe("true");
      const { approvalId } = await ask("git push --force origin three");
      expect(await type("approve", approvalId)).toMatchObject({ code: 0 });
      const banner = opened.window
        .getByRole("status")
        .filter({ hasText: /From a terminal.*git push --force origin three/ });
      await banner.getByRole("button", { name: "Undo" }).waitFor();
      await banner.getByRole("button", { name: "Dismiss" }).click();
      await banner.waitFor({ state: "hidden" });
      expect(trouble).toEqual([]);
    });
  });
}

(runByAgent ? asAgent : asPerson)();
