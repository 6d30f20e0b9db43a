// The Python SDK: its vectors with the standard library alone, everything with its extras, and each adapter with its framework.
import { minute } from "../../../src/shared/lib/clock.ts";
import { plainPython, type PythonEnvironment, pythonProgram, pythonWith } from "../python-environment.ts";
import type { Step } from "../step.ts";

const extras = ["websockets==17.4", "cryptography==50.0.2"];
const complete = pythonWith([...extras, "mypy==2.4.1", "ruff==0.17.5", "build==1.6.1"]);

/** The framework of each adapter, in the version it was tried with. */
const frameworks: Readonly<Record<string, readonly string[]>> = {
  autogen: ["autogen-agentchat==0.7.5"],
  claude_agent_sdk: ["claude-agent-sdk==0.2.183"],
  crewai: ["crewai==1.15.30"],
  fastmcp: ["fastmcp==4.1.2"],
  langchain: ["langchain==1.4.7", "langgraph==1.2.22"],
  openai_agents: ["openai-agents==0.24.0"],
  pydantic_ai: ["pydantic-ai-slim==2.66.0"],
  smolagents: ["smolagents==1.26.0"],
};

function tests(name: string, { python, missing }: PythonEnvironment, ...modules: readonly string[]): Step {
  const programs = [pythonProgram(python, "-W", "ignore", "-m", "unittest", ...modules)];
  return { name, missing, programs, limit: 6 * minute };
}

export const pythonLoad: Step = { ...tests("many intents and a lost connection", complete, "load_check"), long: true };

export const pythonSteps: readonly Step[] = [
  tests("vectors with the standard library alone", plainPython, "test_vectors"),
  tests(
    "vectors, engine, faults and examples",
    complete,
    "test_vectors",
    "test_engine",
    "test_faults",
    "test_examples",
  ),
  {
    name: "types and style",
    missing: complete.missing,
    programs: [
      pythonProgram(complete.python, "-m", "mypy"),
      pythonProgram(complete.python, "-m", "ruff", "check", "--no-cache", "."),
      pythonProgram(complete.python, "-m", "ruff", "format", "--no-cache", "--check", "."),
    ],
    limit: 4 * minute,
  },
  { ...tests("built and installed", complete, "package_check"), long: true },
  pythonLoad,
  ...Object.entries(frameworks).map(([name, packages]) => ({
    ...tests(`adapter for ${name}`, pythonWith(packages), `test_${name}`),
    long: true,
  })),
];
