// Reads the files that a call writes: each is classified, and its commands go through phase 1 in their own context.
import type { FileFact, SettingFact, StepFact, WrittenFacts } from "../../../../shared/domain/facts.ts";
import { nothingDone } from "../../../../shared/domain/facts.ts";
import { note, writtenFacts, type Frame, type Inspection } from "../inspection.ts";
import { limits } from "../limits.ts";
import { type Located, locate } from "../places/paths.ts";
import { gatheredEffects } from "../programs/effects/effects.ts";
import { inspectPowershell } from "../shell/powershell.ts";
import { within } from "../shell/scope.ts";
import { classify } from "./classify.ts";
import type { Step } from "./forms/form.ts";

export interface WrittenFile {
  readonly path: string;
  readonly text: string;
  /** The file will hold this and nothing else. */
  readonly whole?: boolean;
}

export interface ReadFiles {
  readonly files: readonly FileFact[];
  /** What all of them would do, when anything in them can run. */
  readonly written: WrittenFacts | undefined;
}

/** Settings of one file beyond this many are not told. */
const mostSettings = 200;

export function readFiles(
  outer: Inspection,
  given: readonly WrittenFile[],
  frame: Frame,
  newInspection: (outer: Inspection) => Inspection,
): ReadFiles {
  const files = given.slice(0, limits.files).map((file) => readFile(outer, file, frame, newInspection));
  if (given.length > limits.files) note(outer, "files", "size");
  const steps = files.flatMap((file) => file.steps);
  return { files, written: steps.length === 0 ? undefined : together(steps) };
}

function readFile(
  outer: Inspection,
  { path, text, whole = false }: WrittenFile,
  frame: Frame,
  newInspection: (outer: Inspection) => Inspection,
): FileFact {
  const place = placeOf(path, locate(path, frame.scope.directories, outer)[0]);
  const { kind, form, read } = classify(place, text);
  const found = read();
  if (found.incomplete === true && text.length > limits.treeCharacters) note(outer, path, "size");
  const cut =
    text.length > limits.fileCharacters && (found.incomplete === true || found.steps.length > limits.fileParts);
  const quiet = found.quiet === true || (whole && found.quietWhole === true);
  if (quiet && found.incomplete !== true) outer.understood.add(place);
  const steps = groups(found.steps).map((group): StepFact => {
    const inspection = newInspection(outer);
    if (group.length > limits.fileParts) note(inspection, path, "size");
    for (const step of group.slice(0, limits.fileParts)) runStep(inspection, step, form, frame);
    gatheredEffects(inspection);
    const [first] = group;
    return {
      ...writtenFacts(inspection),
      trigger: first?.trigger ?? "run",
      elsewhere: first?.elsewhere ?? false,
      secrets: first?.secrets ?? [],
      ...(first?.user === undefined ? {} : { user: first.user }),
      language: first?.language ?? "shell",
      text: group.map((step) => step.text).join("\n"),
    };
  });
  // What runs by itself and was not read to its end may run anything.
  const unread: readonly SettingFact[] = cut && kind === "self-running" ? [{ name: "read-in-part", value: form }] : [];
  const settings: readonly SettingFact[] = [...unread, ...found.settings.slice(0, mostSettings)];
  return {
    path,
    place,
    kind,
    form,
    steps,
    settings,
    ...(found.prose === undefined ? {} : { prose: found.prose }),
    ...(whole ? { whole } : {}),
  };
}

/** Of a pattern the fixed part is a folder: what lies in it has a name like the pattern's last part. */
function placeOf(given: string, located: Located | undefined): string {
  if (located === undefined) return given;
  return located.pattern && /[*?[{]/u.test(given)
    ? `${located.path}/${given.slice(given.lastIndexOf("/") + 1)}`
    : located.path;
}

/** Steps of the same context together: one look at many commands costs less than many looks. */
function groups(steps: readonly Step[]): readonly (readonly Step[])[] {
  const byContext = new Map<string, Step[]>();
  const seen = new Set<string>();
  for (const step of steps) {
    // The same command once more says nothing new, and a file may hold it ten thousand times.
    const same = `${step.trigger}\0${step.language ?? ""}\0${step.text}`;
    if (seen.has(same)) continue;
    seen.add(same);
    const key = JSON.stringify([
      step.trigger,
      step.elsewhere ?? false,
      step.secrets ?? [],
      step.user ?? "",
      step.language ?? "",
    ]);
    const known = byContext.get(key);
    if (known === undefined && byContext.size < limits.fileContexts) byContext.set(key, [step]);
    else (known ?? [...byContext.values()].at(-1))?.push(step);
  }
  return [...byContext.values()];
}

/** Forms whose commands are named by a wrapper of that name. */
const wrapperNames: Readonly<Record<string, string>> = {
  "package.json": "package",
  makefile: "makefile",
  crontab: "crontab",
  notebook: "notebook",
};

function runStep(inspection: Inspection, step: Step, form: string, outer: Frame): void {
  const scope = within(outer.scope);
  if (step.elsewhere === true) scope.elsewhere = true;
  const { language = "shell" } = step;
  const wrapper = Object.hasOwn(wrapperNames, form) ? wrapperNames[form] : undefined;
  const wrappers = language === "shell" && wrapper !== undefined ? [wrapper] : [];
  const frame: Frame = { ...outer, scope, wrappers, literal: false, input: undefined, beside: undefined };
  if (language === "shell") inspection.run.shell(step.text, frame);
  else if (language === "powershell" || language === "cmd") inspectPowershell(inspection, step.text, frame, language);
  else inspection.run.code(language, step.text, -1, frame);
}

function together(steps: readonly StepFact[]): WrittenFacts {
  const [first, ...more] = steps;
  if (first === undefined) return nothingDone;
  if (more.length === 0) {
    const { commands, code, paths, hosts, effects, uninspected } = first;
    return { commands, code, paths, hosts, effects, uninspected };
  }
  return {
    commands: joined(steps),
    code: steps.flatMap((step) => step.code),
    paths: steps.flatMap((step) => step.paths),
    hosts: steps.flatMap((step) => step.hosts),
    effects: [...new Set(steps.flatMap((step) => step.effects))],
    uninspected: steps.flatMap((step) => step.uninspected),
  };
}

/** Pipelines and parents of later steps are counted on, so that none seems to feed another. */
function joined(steps: readonly StepFact[]): WrittenFacts["commands"] {
  const all: WrittenFacts["commands"][number][] = [];
  let pipelines = 0;
  for (const { commands } of steps) {
    const [before, offset] = [all.length, pipelines];
    for (const command of commands) {
      pipelines = Math.max(pipelines, offset + command.pipeline + 1);
      all.push({
        ...command,
        pipeline: offset + command.pipeline,
        ...(command.parent === undefined ? {} : { parent: before + command.parent }),
      });
    }
  }
  return all;
}
