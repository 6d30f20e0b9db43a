// gatehouse connect, disconnect and repair: shows the exact change, makes it when told to, and tries the hook.
import { createInterface } from "node:readline/promises";
import { resolve } from "node:path";
import type { ConnectorPlan, ConnectorScope, ConnectorView, FileChange } from "../../shared/contract/connector.ts";
import { lineDifference } from "../../shared/lib/line-difference.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, type Command, operatorCommand, type OperatorRequest } from "../command.ts";
import { paint } from "../colour.ts";
import { type CommandFailure, usage } from "../failure.ts";
import { commandTable } from "../table/index.ts";
import { table, visible } from "../text.ts";

type Request = OperatorRequest<"project">;

export const connect = connectorCommand("connect", "connect");
export const repair = connectorCommand("repair", "connect");
export const disconnect = connectorCommand("disconnect", "disconnect");

function connectorCommand(name: "connect" | "repair" | "disconnect", action: "connect" | "disconnect"): Command {
  return operatorCommand({
    ...commandTable[name],
    act: async (request) => {
      const [id] = request.operands;
      const scope: ConnectorScope =
        request.options.project === undefined
          ? { kind: "user" }
          : { kind: "project", folder: resolve(request.options.project) };
      return id === undefined ? listed(request, scope) : change(request, id, action, scope);
    },
  });
}

async function listed({ call }: Request, scope: ConnectorScope): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("listConnectors", { scope });
  if (!answer.ok) return answer;
  const rows = answer.value.map(({ id, name, program, state, detail }) => [
    id,
    name,
    program === undefined ? "not installed" : (program.version ?? "installed"),
    state.replace("_", " "),
    visible(detail),
  ]);
  return ok({ data: answer.value, text: table(rows) });
}

async function change(
  request: Request,
  id: string,
  action: "connect" | "disconnect",
  scope: ConnectorScope,
): Promise<Result<Answer, CommandFailure>> {
  const { call, flags } = request;
  const planned = await call("planConnector", { id, action, scope });
  if (!planned.ok) return planned;
  if (planned.value.changes.length > 0 && !flags.has("yes")) {
    if (!(await confirmed(planned.value))) return fail(usage("Nothing was changed. Add --yes to make the change."));
  }
  const applied = await call("applyConnector", { id, action, scope, digest: planned.value.digest });
  if (!applied.ok) return applied;
  if (action === "disconnect") return ok({ data: applied.value, text: `${applied.value.name}: disconnected.` });
  const tested = await call("testConnector", { id, scope });
  if (!tested.ok) return tested;
  if (!tested.value.passed) return fail({ code: "refused", message: `${applied.value.name}: ${tested.value.detail}` });
  const data = { connector: applied.value, test: tested.value };
  return ok({ data, text: connectedText(applied.value, tested.value.detail, planned.value.notes) });
}

function connectedText(view: ConnectorView, tested: string, notes: readonly string[]): string {
  const works = view.state === "connected";
  // What follows once it works would mislead where a setting keeps it from working.
  const lines = [...(works ? [] : [view.detail]), ...(view.state === "disabled" ? [] : notes)];
  return [`${view.name}: ${view.state.replace("_", " ")}. ${tested}`, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** On a terminal somebody sees the change and answers; elsewhere nobody can. */
async function confirmed({ changes, notes }: ConnectorPlan): Promise<boolean> {
  process.stderr.write(`${changes.map(shown).join("\n")}\n${notes.map((note) => `  ${note}\n`).join("")}`);
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question("Make this change? [y/N] ");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function shown({ file, before, after }: FileChange): string {
  const what = before === undefined ? "will be created" : after === undefined ? "will be removed" : "will be changed";
  return `${file} ${what}:\n${lineDifference(before ?? "", after ?? "")
    .map((line) => paint(line.startsWith("-") ? "red" : "green", visible(line), process.stderr))
    .join("\n")}`;
}
