// Looks into what the arguments would run: command lines, words and code, with what stands beside them. Nothing is executed.
import type { CommandFact } from "../../../../shared/domain/facts.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import { sqlNames } from "./arguments.ts";
import type { GivenCommand, Member } from "./arguments.ts";
import type { BesideCommand } from "./beside-command.ts";
import type { Frame, Inspection } from "../inspection.ts";
import { inspectPowershell, windowsLanguage } from "../shell/powershell.ts";
import type { ToolName } from "./tools.ts";

/** What is fed to a program is the command itself where there is no other. */
export function withoutInput({ environment, frames }: BesideCommand): BesideCommand {
  return {
    frames: frames.map((frame) => ({
      ...frame,
      input: undefined,
      beside: frame.beside && { ...frame.beside, input: undefined },
    })),
    asShell: (command) => command,
    environment,
  };
}

/** A tool without a command line still starts something with these variables; `:` stands for it. */
export function setVariables(inspection: Inspection, { environment, frames: [frame] }: BesideCommand): void {
  if (environment !== undefined && frame !== undefined) runWords(inspection, [":"], ":", frame);
}

export function runCommands(
  inspection: Inspection,
  name: ToolName,
  commands: readonly GivenCommand[],
  beside: BesideCommand,
): { readonly command: string } {
  const before = inspection.commands.length;
  for (const outer of beside.frames) {
    // Positions refer to the whole text, which only a single command is.
    const frame = commands.length === 1 ? outer : { ...outer, literal: false };
    for (const command of commands) {
      if (command.words !== undefined) runWords(inspection, command.words, command.text, frame);
      else if (/^python|jupyter|notebook/.test(name.name)) runCode(inspection, "python", command.text, frame);
      else runText(inspection, command.text, frame, /powershell|pwsh/.test(name.name));
    }
  }
  const [variable] = Object.keys(beside.environment ?? {});
  const isSet = (command: CommandFact): boolean =>
    variable !== undefined && Object.hasOwn(command.assignments, variable);
  if (!inspection.commands.slice(before).some(isSet)) setVariables(inspection, beside);
  return { command: beside.asShell(commands.map((command) => command.text).join("\n")) };
}

function runText(inspection: Inspection, text: string, frame: Frame, powershell = false): void {
  const windows = powershell ? "powershell" : windowsLanguage(text);
  if (windows === undefined) inspection.run.shell(text, frame);
  else inspectPowershell(inspection, text, { ...frame, literal: false }, windows);
}

/** Words as they are: no shell reads them, unless the program itself is one. */
function runWords(inspection: Inspection, words: readonly string[], text: string, frame: Frame): void {
  inspection.run.command(
    {
      words,
      unknownProgram: false,
      guess: words[0] ?? "",
      text,
      start: 0,
      end: text.length,
      redirects: [],
      assignments: {},
    },
    frame,
  );
}

export function codeLanguage(tool: string, given: JsonObject, member: Member): string {
  const named = given["language"] ?? given["lang"] ?? given["kernel"];
  if (typeof named === "string")
    return named
      .toLowerCase()
      .replace(/^py(?:thon)?\d*$/, "python")
      .replace(/^(?:js|node|typescript|ts)$/, "javascript");
  if (sqlNames.has(member.name) || /sql|database/.test(tool)) return "sql";
  const inPage = /=>|\bdocument\.|\bwindow\./.test(member.value.slice(0, 2000));
  return inPage || /javascript|node|js\b/.test(`${tool} ${member.name}`) ? "javascript" : "python";
}

export function runCode(inspection: Inspection, language: string, text: string, frame: Frame): void {
  if (/^(?:ba|z)?sh$|^shell$/.test(language)) inspection.run.shell(text, frame);
  else inspection.run.code(language, text, -1, { ...frame, literal: false });
}

export function runMember(inspection: Inspection, language: string, member: Member, frame: Frame): void {
  inspection.effects.add("execute");
  // A member called "script" is shell text more often than not; Python and JavaScript say so.
  const shell =
    member.name.includes("script") &&
    member.name !== "javascript" &&
    !/\b(?:import|def|const|let|function|require)\b/.test(member.value);
  runCode(inspection, shell ? "shell" : language, member.value, frame);
}

/** `language: python` beside a script says that no shell reads it. */
export function spokenLanguage(members: readonly Member[]): string | undefined {
  const said = members.find(({ name }) => /^(?:language|lang|runtime|interpreter|kernel)$/.test(name))?.value ?? "";
  const [, language] = /^(python|javascript|typescript|node|ruby|perl|php|lua)[\d.]*$/i.exec(said.trim()) ?? [];
  if (language === undefined) return undefined;
  return /^(?:typescript|node)$/i.test(language) ? "javascript" : language.toLowerCase();
}
