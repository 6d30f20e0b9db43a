// Whether Codex's user has trusted the hook: Codex is asked, because it skips a hook that is not trusted without a word.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import { second } from "../../shared/lib/clock.ts";
import type { Standing } from "./types.ts";

const patience = 10 * second;
const listed = z.object({
  id: z.literal(2),
  result: z.object({
    data: z.array(
      z.object({
        hooks: z.array(
          z.object({
            eventName: z.string(),
            command: z.string().nullish(),
            enabled: z.boolean(),
            trustStatus: z.string(),
          }),
        ),
      }),
    ),
  }),
});
type Hook = z.infer<typeof listed>["result"]["data"][number]["hooks"][number];

const unknown: Standing = {
  state: "needs_trust",
  detail: "Codex did not say whether you trust the hook: start codex and look under /hooks.",
};

/** Undefined when the hook before tools runs. `folder` is where Codex would work. */
export async function codexObstacle(program: string, folder: string, command: string): Promise<Standing | undefined> {
  const hooks = await listHooks(program, folder);
  if (hooks === undefined) return unknown;
  const ours = hooks.find((hook) => hook.eventName === "preToolUse" && hook.command === command);
  if (ours === undefined) return { state: "changed", detail: "Codex does not see the hook: repair it." };
  if (!ours.enabled)
    return { state: "disabled", detail: "The hook is switched off in Codex: switch it on under /hooks." };
  if (ours.trustStatus === "trusted" || ours.trustStatus === "managed") return undefined;
  const changed = ours.trustStatus === "modified" ? "has changed since you trusted it" : "is not trusted yet";
  return {
    state: "needs_trust",
    detail: `The hook ${changed}, so that Codex does not run it: start codex and trust it.`,
  };
}

function listHooks(program: string, folder: string): Promise<readonly Hook[] | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, ["app-server"], { stdio: ["pipe", "pipe", "ignore"], timeout: patience });
    const finish = (hooks: readonly Hook[] | undefined): void => {
      resolve(hooks);
      child.kill();
    };
    child.on("error", () => finish(undefined));
    child.on("close", () => finish(undefined));
    child.stdin.on("error", () => undefined);
    createInterface({ input: child.stdout }).on("line", (line) => {
      const answer = listed.safeParse(parsed(line));
      if (answer.success) finish(answer.data.result.data.flatMap(({ hooks }) => hooks));
    });
    const clientInfo = { name: "gatehouse", title: "Gatehouse", version: "1" };
    for (const message of [
      { id: 1, method: "initialize", params: { clientInfo } },
      { method: "initialized" },
      { id: 2, method: "hooks/list", params: { cwds: [folder] } },
    ]) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    }
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
