// Facts by hand, for tests of what comes after phase 1.
import { parseProgram } from "../../../src/main/engine/normalise/programs/registry.ts";
import type { CommandFact, Facts, HostFact, PathFact } from "../../../src/shared/domain/facts.ts";

export function makeFacts(members: Partial<Facts> = {}): Facts {
  return {
    tool: "execute_command",
    givenTool: members.tool ?? "execute_command",
    commands: [],
    code: [],
    paths: [],
    hosts: [],
    effects: [],
    secrets: [],
    uninspected: [],
    ...members,
  };
}

export function makePath(path: string, members: Partial<PathFact> = {}): PathFact {
  return { path, given: path, zone: "workspace", access: "read", pattern: false, recursive: false, ...members };
}

export function makeHost(host: string, members: Partial<HostFact> = {}): HostFact {
  return { host, local: false, direction: "download", ...members };
}

export function makeCommand(text: string, members: Partial<CommandFact> = {}): CommandFact {
  const [program = "", ...words] = text.split(" ").filter((word) => word !== "");
  return {
    program,
    arguments: words,
    ...parseProgram(program, members.arguments ?? words),
    text,
    wrappers: [],
    pipeline: 0,
    position: 0,
    redirects: [],
    assignments: {},
    dynamic: false,
    ...members,
  };
}

/** `a | b` as one pipeline, `a ; b` as two. Quoting is not understood. */
export function makeCommandFacts(line: string, members: Partial<Facts> = {}): Facts {
  const commands = line
    .split(";")
    .flatMap((list, pipeline) =>
      list.split("|").map((stage, position) => makeCommand(stage.trim(), { pipeline, position })),
    );
  return makeFacts({ command: line, commands, effects: ["execute"], ...members });
}
