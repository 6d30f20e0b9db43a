// Effects: what a command does beyond the files and hosts it names.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { startsUnprotected } from "./agent-programs.ts";
import type { Inspection } from "../../inspection.ts";
import { codeControlsInput, commandControlsInput, hostControlsInput, pathControlsInput } from "./input-control.ts";
import { isStartUpPlace } from "../../places/start-up-places.ts";

/** `env`, `export -p` …: they print every variable there is. */
function listsEnvironment({ program, options, operands }: CommandFact): boolean {
  if (operands.length > 0) return false;
  if (program === "env" || program === "printenv" || program === "set") return options.length === 0;
  return (program === "export" || program === "declare") && options.every(({ name }) => /^-[px]$/.test(name));
}

/** What `env` prints is a secret once it goes somewhere: over the network, or to a file that outlives the work. */
function sendsEnvironment(inspection: Inspection): boolean {
  const { commands, hosts, effects, paths } = inspection;
  const handsOn = (command: CommandFact): boolean =>
    command.redirects.some((redirect) => redirect.operator.includes(">")) ||
    command.wrappers.includes("$()") ||
    command.wrappers.includes("<()") ||
    commands.some((other) => other.pipeline === command.pipeline && other.position > command.position);
  if (!commands.some((command) => listsEnvironment(command) && handsOn(command))) return false;
  if (effects.has("network") || [...hosts.values()].some((host) => !host.local)) return true;
  return [...paths.values()].some(
    (path) => path.access === "write" && path.zone !== "workspace" && path.zone !== "temporary",
  );
}

/** Effects that follow from the paths and hosts. Call once everything is gathered. */
export function gatheredEffects(inspection: Inspection): void {
  const effects = inspection.effects;
  for (const path of inspection.paths.values()) {
    effects.add(path.access);
    if (path.access === "read" && path.zone === "secrets") effects.add("credential");
    if (path.access === "write" && isStartUpPlace(path.path) && !inspection.understood.has(path.path))
      effects.add("persistence");
  }
  if (inspection.hosts.size > 0) effects.add("network");
  if (sendsEnvironment(inspection)) effects.add("credential");
  if (controlsInput(inspection)) effects.add("control");
  if (inspection.commands.some(startsUnprotected)) effects.add("unprotected");
}

function controlsInput({ commands, code, paths, hosts }: Inspection): boolean {
  return (
    commands.some(commandControlsInput) ||
    code.some(codeControlsInput) ||
    [...paths.values()].some(pathControlsInput) ||
    [...hosts.values()].some(hostControlsInput)
  );
}
