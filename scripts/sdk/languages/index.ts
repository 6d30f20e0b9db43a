// The languages that have an SDK, each with the steps of its tests.
import type { Step } from "../step.ts";
import { pythonSteps } from "./python.ts";
import { rustSteps } from "./rust.ts";
import { typescriptSteps } from "./typescript.ts";

export const languages: Readonly<Record<string, readonly Step[]>> = {
  typescript: typescriptSteps,
  python: pythonSteps,
  rust: rustSteps,
};
