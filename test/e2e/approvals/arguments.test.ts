// A call shows every argument it has, also those beside its command or its change.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { openLine } from "../../support/protocols/line.ts";

let opened: Console;

beforeAll(async () => {
  opened = await launchConsole();
});
afterAll(() => opened.close());

test("environment, input, folder and switches of a command are on its card", async () => {
  const { window } = opened;
  const line = await openLine(opened.ws);
  const verdict = await line.call("a2g/intent", {
    agent_did: "did:aeon:claude-code:2.1:arguments",
    intent_id: "arguments-1",
    tool: "execute_command",
    arguments: {
      command: "git fetch",
      cwd: "/srv/shop",
      env: { GIT_TRACE: "1" },
      stdin: "answer from stdin",
      dangerouslyDisableSandbox: true,
    },
  });
  expect(verdict).toMatchObject({ result: { verdict: "ESCALATE" } });
  await window.getByRole("button", { name: "Review 1" }).click();
  const card = window.getByRole("article", { name: "Request" });
  await card.getByText("export GIT_TRACE=1").waitFor();
  const others = card.getByRole("region", { name: "Other arguments" });
  await others.waitFor();
  const text = await others.innerText();
  for (const shown of ["cwd", "/srv/shop", "stdin", "answer from stdin", "dangerouslyDisableSandbox", "true"])
    expect(text).toContain(shown);
});
