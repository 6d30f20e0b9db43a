// The gates that need what this machine may not have: real agents from the registry, and the SDKs of other languages. Each names what it left out.
import { z } from "zod";
import { runCaptured } from "../child.ts";
import { explain, nodeProgram, type Outcome } from "./test-run.ts";

const resultSchema = z.object({
  passed: z.number(),
  failures: z.array(z.string()),
  leftOut: z.array(z.string()),
});

export async function agentTests(limit: number): Promise<Outcome> {
  const captured = await runCaptured(nodeProgram("test/agents/run.ts", "--quick"), limit);
  return outcomeOf(captured, limit);
}

/** What no other gate runs: the SDKs of other languages, where their tools are here. */
export async function sdkTests(limit: number): Promise<Outcome> {
  const captured = await runCaptured(nodeProgram("scripts/sdk/run.ts", "--uncovered"), limit);
  return outcomeOf(captured, limit);
}

/** The last line is what came of it; a run that ended without one has failed. */
export function outcomeOf(captured: Awaited<ReturnType<typeof runCaptured>>, limit: number): Outcome {
  const last = captured.output.trimEnd().split("\n").at(-1) ?? "";
  const result = resultSchema.safeParse(parsed(last));
  if (captured.timedOut || !result.success)
    return { passed: 0, failed: 1, output: explain(captured, limit), notes: [] };
  const { passed, failures, leftOut } = result.data;
  return { passed, failed: failures.length, output: failures.join("\n"), notes: leftOut };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
