// The Rust SDK: vectors in `npm test`, because compiling takes long the first time; the engine, clippy and the package when asked.
import { join } from "node:path";
import { minute } from "../../../src/shared/lib/clock.ts";
import { type Program, runCaptured } from "../../child.ts";
import { cacheDirectory, projectRoot, toolEnvironment } from "../../project.ts";
import type { Step } from "../step.ts";

/** What is built goes into a cache outside the project, so that only the first time is long. */
function cargo(...args: readonly string[]): Program {
  const environment = {
    ...toolEnvironment(process.env),
    CARGO_TARGET_DIR: join(cacheDirectory(), "sdk-rust"),
    RUSTDOCFLAGS: "-D warnings",
  };
  return { command: "cargo", args, directory: join(projectRoot, "sdk/rust"), environment };
}

let fetched: Promise<string | undefined> | undefined;

async function missing(): Promise<string | undefined> {
  fetched ??= fetch();
  return fetched;
}

async function fetch(): Promise<string | undefined> {
  const version = await runCaptured(cargo("--version"), minute).catch(() => undefined);
  if (version?.code !== 0) return "cargo is not installed";
  const { code, output } = await runCaptured(cargo("fetch", "--locked", "--quiet"), 4 * minute);
  return code === 0 ? undefined : `the crates could not be fetched: ${output.trim().split("\n").at(-1) ?? ""}`;
}

const test = ["test", "--locked", "--quiet"] as const;

/** Optimized, because it measures. */
export const rustLoad: Step = {
  name: "many intents and a lost connection",
  missing,
  programs: [cargo(...test, "--release", "--test", "load", "--", "--nocapture")],
  limit: 12 * minute,
  long: true,
};

export const rustSteps: readonly Step[] = [
  { name: "vectors", missing, programs: [cargo(...test, "--test", "vectors")], limit: 8 * minute },
  {
    name: "against the engine",
    missing,
    programs: [cargo(...test, "--test", "engine", "--", "--test-threads", "2"), cargo(...test, "--doc")],
    limit: 8 * minute,
    long: true,
  },
  rustLoad,
  {
    name: "packaged and used",
    missing,
    programs: [cargo(...test, "--test", "package")],
    limit: 8 * minute,
    long: true,
  },
  {
    name: "style and reference",
    missing,
    programs: [
      cargo("fmt", "--check"),
      cargo("clippy", "--locked", "--all-targets", "--quiet", "--", "-D", "warnings"),
      cargo("doc", "--locked", "--no-deps", "--quiet"),
    ],
    limit: 8 * minute,
    long: true,
  },
];
