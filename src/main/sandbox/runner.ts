// Phase 5: runs an approved tool call inside its manifest. Files by a guard, commands by the system's sandbox, others as WebAssembly.
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import type { Execution, ExecutionResult, ToolRunner } from "../../shared/domain/execution.ts";
import type { ReportStatus } from "../../shared/domain/report.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type CommandOptions, runCommand } from "./commands/command.ts";
import { withDeadline } from "./deadline.ts";
import { createDetector } from "./commands/detect.ts";
import { readText, writeText } from "./files.ts";
import { runLimits } from "./limits.ts";
import { createScope, type Scope, type ScopePlaces } from "./scope.ts";
import { builtInTools, checkBuiltIn, commandTool, fileTools, isBuiltIn, locate, readArguments } from "./tools.ts";
import { readUserTools, type UserTool } from "./wasm/user-tools.ts";
import { runWasm } from "./wasm/run.ts";

export interface RunnerOptions extends ScopePlaces, Partial<Pick<CommandOptions, "detect" | "environment" | "limits">> {
  readonly settings: CommandOptions["settings"];
  /** Where a person puts tools of their own. */
  readonly toolsFolder: string;
  /** Hears about tools that cannot be used, once each. */
  readonly onProblem: (message: string) => void;
}

export function createRunner(options: RunnerOptions): ToolRunner {
  const { world, limits = runLimits } = options;
  const commands: CommandOptions = {
    detect: options.detect ?? createDetector(),
    settings: options.settings,
    home: world.home,
    environment: options.environment ?? process.env,
    limits,
  };
  const told = new Set<string>();

  function userTools(): readonly UserTool[] {
    return readUserTools(options.toolsFolder, (problem) => {
      if (!told.has(problem)) options.onProblem(problem);
      told.add(problem);
    });
  }

  async function runFileTool(
    execution: Execution,
    scope: Scope,
    signal: Cancellation,
  ): Promise<Result<string, string>> {
    const base = execution.workingDirectory ?? execution.workspace;
    if (execution.tool === "read_file") {
      const given = readArguments(fileTools.read_file.schema, execution.arguments);
      const path = given.ok ? locate(given.value.path, base, world) : given;
      return path.ok ? readText(path.value, scope) : path;
    }
    const given = readArguments(fileTools.write_file.schema, execution.arguments);
    if (!given.ok) return given;
    const path = locate(given.value.path, base, world);
    if (!path.ok) return path;
    const written = await writeText(path.value, given.value.content, scope, signal);
    return written.ok ? ok(`Wrote ${written.value} bytes to ${path.value}.`) : written;
  }

  async function runShell(execution: Execution, scope: Scope): Promise<ExecutionResult> {
    const given = readArguments(commandTool.schema, execution.arguments);
    if (!given.ok) return failure(given.error);
    const base = execution.workingDirectory ?? execution.workspace ?? world.home;
    const directory = locate(given.value.cwd ?? base, base, world);
    if (!directory.ok) return failure(directory.error);
    return runCommand({ ...execution, text: given.value.command, directory: directory.value, scope }, commands);
  }

  async function dispatch(execution: Execution): Promise<ExecutionResult> {
    const { manifest, workspace, workingDirectory } = execution;
    const scope = createScope(manifest.filesystemScope, workspace ?? workingDirectory, options);
    if (execution.tool === "execute_command") return runShell(execution, scope);
    if (isBuiltIn(execution.tool)) {
      const { timeoutSeconds } = manifest;
      const done = await withDeadline(timeoutSeconds, execution.signal, (signal) =>
        runFileTool(execution, scope, signal),
      );
      if (done === "cancelled") return failure("It was stopped because nobody waits for it any more.", "ABORTED");
      if (done === "time") return failure(`It was stopped after ${timeoutSeconds} seconds.`, "TIMEOUT");
      return done.ok ? { status: "SUCCESS", output: done.value, sandbox: "files", notes: [] } : failure(done.error);
    }
    const tool = userTools().find(({ name }) => name === execution.tool);
    if (tool === undefined) return failure(`There is no tool ${execution.tool} any more.`);
    return runWasm(tool, execution, scope, limits);
  }

  return {
    list: () => [...builtInTools, ...userTools().map(({ file: _file, ...tool }) => tool)],
    check(tool, given) {
      if (isBuiltIn(tool)) {
        const checked = checkBuiltIn(tool, given);
        return checked.ok ? ok(undefined) : fail({ kind: "arguments", message: checked.error });
      }
      const names = [...builtInTools, ...userTools()].map(({ name }) => name);
      if (names.includes(tool)) return ok(undefined);
      return fail({ kind: "unknown_tool", message: `There is no tool ${tool}. There are: ${names.join(", ")}.` });
    },
    run: (execution) =>
      dispatch(execution).catch((error: unknown) => failure(error instanceof Error ? error.message : String(error))),
  };
}

/** Of a file tool, or before anything ran. */
function failure(fault: string, status: ReportStatus = "FAILURE"): ExecutionResult {
  return { status, output: "", fault, sandbox: "files", notes: [] };
}
