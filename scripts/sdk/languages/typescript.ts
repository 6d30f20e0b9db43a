// The TypeScript SDK: its tests against vectors and engine, and the packed package in an empty project.
import { join } from "node:path";
import { minute } from "../../../src/shared/lib/clock.ts";
import { type Program, runCaptured } from "../../child.ts";
import { nodeProgram } from "../../gates/test-run.ts";
import { commandOf, projectRoot, toolEnvironment } from "../../project.ts";
import type { Step } from "../step.ts";

const always = async (): Promise<undefined> => undefined;

function vitest(project: string, ...files: readonly string[]): Program {
  return nodeProgram(commandOf("vitest"), "run", "--project", project, ...files);
}

const adapters = join(projectRoot, "sdk/typescript/adapters-test");

/** The frameworks are no dependencies of the project, so they are installed here. */
async function frameworksMissing(): Promise<string | undefined> {
  const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const environment = toolEnvironment(process.env);
  const captured = await runCaptured({ command: "npm", args: install, directory: adapters, environment }, 8 * minute);
  if (captured.code === 0 && !captured.timedOut) return undefined;
  const names = "ai, @openai/agents, @langchain/core, @mastra/core, @anthropic-ai/claude-agent-sdk";
  return `the frameworks (${names}) could not be installed from the npm registry`;
}

export const typescriptSteps: readonly Step[] = [
  {
    name: "client and vectors",
    missing: always,
    programs: [vitest("unit", "test/sdk", "test/scripts/sdk-vectors.test.ts")],
    limit: 4 * minute,
    coveredBy: "unit",
  },
  {
    name: "against the engine",
    missing: always,
    programs: [vitest("contract", "test/contract/sdk")],
    limit: 4 * minute,
    coveredBy: "contract",
  },
  {
    name: "engine that fails",
    missing: always,
    programs: [vitest("fault", "test/fault/sdk.test.ts")],
    limit: 4 * minute,
    coveredBy: "fault",
  },
  {
    name: "packed and installed",
    missing: always,
    programs: [vitest("package", "test/package/sdk-typescript.test.ts")],
    limit: 4 * minute,
    coveredBy: "package",
  },
  {
    name: "adapters with their frameworks",
    missing: frameworksMissing,
    programs: [{ command: process.execPath, args: ["--test"], directory: adapters }],
    limit: 4 * minute,
  },
];
