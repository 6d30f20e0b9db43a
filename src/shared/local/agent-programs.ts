// Programs known to be AI agents, by the name of their executable, their package or what they put into the environment.
import { isInterpreter, isShell, programName, scriptOf } from "./agent-process.ts";
import type { PeerProcess } from "./peer.ts";

const programs = new Set(
  words(`claude codex gemini copilot qwen opencode kilo kilocode pi cline cursor-agent aider goose goosed amp droid crush
    auggie openhands plandex gptme kimi vibe q qchat kiro-cli kiro-cli-chat openclaw cn rovodev devin jules`),
);

/** Packages whose scripts run under the name of an interpreter. */
const packages = words(`@anthropic-ai/claude-code @openai/codex @google/gemini-cli @github/copilot @qwen-code/qwen-code
  opencode-ai @kilocode/cli @mariozechner/pi-coding-agent cline @sourcegraph/amp @charmland/crush @augmentcode/auggie
  @continuedev/cli openclaw`);

const pythonModules = new Set(["aider", "openhands", "gptme", "interpreter"]);

/**
 * Variables an agent sets for the commands it runs. Editors set others, such as CLAUDE_CODE_SSE_PORT or CURSOR_TRACE_ID,
 * in the terminals of people too: those say nothing.
 */
const markers = new Set(
  words(`CLAUDECODE CLAUDE_CODE_ENTRYPOINT CODEX_SANDBOX CODEX_SANDBOX_NETWORK_DISABLED CODEX_THREAD_ID GEMINI_CLI QWEN_CODE
    OPENCODE CURSOR_AGENT CLINE_ACTIVE COPILOT_CLI GOOSE_TERMINAL AUGMENT_AGENT KILOCODE AI_AGENT`),
);

/** The agent's name, or undefined for a program that is not known to be one. */
export function knownAgent(process: PeerProcess): string | undefined {
  const { command } = process;
  const script = isInterpreter(process) || isShell(process) ? scriptOf(process) : "";
  // Agents written for Node often replace their command line with their name.
  const names = [programName(process), baseName(command[0] ?? ""), baseName(script)];
  const name = names.find((each) => programs.has(each));
  if (name !== undefined) return name;
  const found = packages.find((each) => script.includes(`/node_modules/${each}/`));
  if (found !== undefined) return found;
  const module = command[1] === "-m" ? (command[2] ?? "") : "";
  return pythonModules.has(module) ? module : undefined;
}

/**
 * What a process runs: the executable and its first argument, which is the script of an interpreter. The first argument of a
 * program that is an agent by itself is a prompt or a command: with another one it is the same agent.
 */
export function programText(process: PeerProcess): string {
  const script = programs.has(programName(process)) ? "" : scriptOf(process);
  return script === "" ? process.program : `${process.program} ${script}`;
}

/** The first variable of an environment that only agents set. Takes "NAME=value" texts. */
export function agentMarker(environment: readonly string[]): string | undefined {
  for (const variable of environment) {
    const end = variable.indexOf("=");
    const name = variable.slice(0, end);
    const value = variable.slice(end + 1);
    if (value === "" || value === "0" || value === "false") continue;
    if (markers.has(name) || (name === "AGENT" && programs.has(value))) return name;
  }
  return undefined;
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
