// Beside the command: the environment, standard input and folder that a call gives it in arguments of their own.
import type { JsonObject } from "../../../../shared/lib/json.ts";
import { folderNames, looseFolderNames, quote, stdinNames } from "./arguments.ts";
import type { Member } from "./arguments.ts";
import { environmentsIn, type Variables } from "./given-environment.ts";
import { addPath, note } from "../inspection.ts";
import type { Frame, Inspection } from "../inspection.ts";
import { locate } from "../places/paths.ts";
import { assign, within } from "../shell/scope.ts";

/** More contradicting environments than this are not tried one by one. */
const mostEnvironments = 4;
/** It is put before each command of the line. */
const longestPrefix = 16_384;
/** Variables the engine knows the value of; a tool that ignores its argument leaves them as they are. */
const machineVariables = /^(?:HOME|PWD|OLDPWD|TMPDIR|TMP|TEMP|USER|LOGNAME|UID|XDG_\w+)$/;

export interface BesideCommand {
  /** The frames to look at the command in; more than one when it is open which variables it will have. */
  readonly frames: readonly Frame[];
  /** The same call as one text for a shell: what cards show and what rules compare. */
  readonly asShell: (command: string) => string;
  readonly environment: Variables | undefined;
}

export function besideCommand(
  inspection: Inspection,
  given: JsonObject,
  members: readonly Member[],
  outer: Frame,
): BesideCommand {
  const environments = environmentsIn(given);
  if (environments.length > mostEnvironments) note(inspection, "environment", "size");
  const texts = members.filter((member) => stdinNames.has(member.name)).map((member) => member.value);
  const input = texts.length === 0 ? undefined : texts.join("\n");
  const [environment] = environments;
  if (environment === undefined && input === undefined)
    return { frames: [outer], asShell: (command) => command, environment };
  const fed = input === undefined ? outer : { ...outer, input };
  const tried: readonly (Variables | undefined)[] =
    environment === undefined ? [undefined] : environments.slice(0, mostEnvironments);
  const unsure = tried.some((each) => Object.keys(each ?? {}).some((name) => machineVariables.test(name)));
  return {
    frames: (unsure ? [...tried, undefined] : tried).map((variables) => inEnvironment(fed, variables, input)),
    asShell: (command) => withInput(withVariables(command, environments), input),
    environment,
  };
}

function inEnvironment(frame: Frame, variables: Variables | undefined, input: string | undefined): Frame {
  const scope = within(frame.scope);
  for (const [name, value] of Object.entries(variables ?? {})) assign(scope, name, value);
  // Positions in the command line are none in the text that holds the rest as well.
  const prefix = assignmentsOf(variables ?? {}).map((word) => `${word} `);
  const beside = { environment: variables ?? {}, prefix: prefix.join("").slice(0, longestPrefix), input };
  return { ...frame, scope, literal: false, beside };
}

function assignmentsOf(variables: Variables): readonly string[] {
  return Object.entries(variables).map(([name, value]) => `${quote(name)}=${quote(value)}`);
}

function withVariables(command: string, environments: readonly Variables[]): string {
  const words = environments.flatMap(assignmentsOf);
  return words.length === 0 ? command : `export ${words.join(" ")}\n${command}`;
}

function withInput(command: string, input: string | undefined): string {
  if (input === undefined) return command;
  let end = "EOF";
  while (input.includes(end)) end += "F";
  const plain = !/[\n;&|#<>]/.test(command);
  return `${plain ? command : `{\n${command}\n}`} <<'${end}'\n${input}\n${end}`;
}

/** The folders that the arguments name as the one to start in. Loosely named ones may mean something else as well. */
export function startingFolders(
  inspection: Inspection,
  members: readonly Member[],
  frame: Frame,
  command: boolean,
): readonly (string | undefined)[] {
  const located = (names: ReadonlySet<string>): readonly (string | undefined)[] =>
    members
      .filter((member) => names.has(member.name) && member.value !== "")
      .flatMap((member) => {
        if (command) addPath(inspection, member.value, "read", frame.scope, false, true);
        return locate(member.value, frame.scope.directories, inspection);
      })
      .map((found) => (found.zone === "unknown" ? undefined : found.path));
  const named = located(folderNames);
  const loose = command ? located(looseFolderNames) : [];
  if (named.length === 0 && loose.length === 0) return frame.scope.directories;
  const sure = named.length > 0 ? named : frame.scope.directories;
  return [...new Set([...loose, ...sure])].slice(0, 4);
}
