// The TypeScript SDK: its tests against vectors and engine, and the packed package in an empty project.
import { minute } from "../../../src/shared/lib/clock.ts";
import type { Program } from "../../child.ts";
import { nodeProgram } from "../../gates/test-run.ts";
import { commandOf } from "../../project.ts";
import type { Step } from "../step.ts";

const always = async (): Promise<undefined> => undefined;

function vitest(project: string, ...files: readonly string[]): Program {
  return nodeProgram(commandOf("vitest"), "run", "--project", project, ...files);
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
];
