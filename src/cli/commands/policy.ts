// gatehouse policy check: a policy file judged as the engine would judge it, without an engine.
import { readFileSync } from "node:fs";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { localCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import { visible } from "../text.ts";

export const policy = localCommand({
  usage: "policy check FILE",
  summary: "Check a policy file: its form, its expressions and its examples. Nothing is changed.",
  details: "A file called .gatehouse.yaml is checked as a project's own file, which can only tighten.",
  options: [],
  operands: [2, 2],
  act: async ({ operands: [action, file = ""], dataDirectory }) => {
    if (action !== "check") return fail(usage("There is one thing to do with a policy: gatehouse policy check FILE"));
    const text = read(file);
    if (!text.ok) return text;
    // The compiler is half of the engine; other commands, and --help, do without it.
    const { checkPolicy } = await import("../check-policy.ts");
    return checkPolicy(file, text.value, dataDirectory);
  },
});

function read(file: string): Result<string, CommandFailure> {
  try {
    return ok(readFileSync(file, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: "not_found", message: `${visible(file)} cannot be read: ${why}` });
  }
}
