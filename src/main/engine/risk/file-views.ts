// File views: the facts of each part of a written file, as rules look at them, and what a finding there is worth.
import {
  type FileContext,
  type FileFact,
  type Facts,
  nothingDone,
  type StepFact,
} from "../../../shared/domain/facts.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { severity } from "./bands.ts";
import { wellKnownSource } from "./known-sources.ts";

/** A part of a file: its facts, and the step they are of. */
export interface FilePart {
  readonly facts: Facts;
  readonly file: FileFact;
  readonly step: StepFact | undefined;
}

export function filePartsOf(facts: Facts): readonly FilePart[] {
  return (facts.files ?? []).flatMap((file): readonly FilePart[] => {
    if (file.steps.length > 0) return file.steps.map((step) => ({ facts: factsOf(facts, file, step), file, step }));
    return file.settings.length > 0 ? [{ facts: factsOf(facts, file, undefined), file, step: undefined }] : [];
  });
}

/** Languages whose text is a command line; of others, rules see the code. */
const commandLanguages: ReadonlySet<string> = new Set(["shell", "powershell", "cmd"]);

/** Nothing of the call itself: neither its text nor what it changes. */
function factsOf(call: Facts, file: FileFact, step: StepFact | undefined): Facts {
  const { tool, givenTool, workingDirectory, workspace } = call;
  const { commands, code, paths, hosts, effects, uninspected } = step ?? nothingDone;
  const context: FileContext = {
    path: file.path,
    kind: file.kind,
    form: file.form,
    settings: file.settings,
    trigger: step?.trigger ?? "",
    elsewhere: step?.elsewhere ?? false,
    secrets: step?.secrets ?? [],
    user: step?.user ?? "",
  };
  return {
    tool,
    givenTool,
    commands,
    code,
    paths,
    hosts,
    effects,
    uninspected,
    secrets: [],
    ...(step !== undefined && commandLanguages.has(step.language) ? { command: step.text } : {}),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
    ...(workspace === undefined ? {} : { workspace }),
    file: context,
  };
}

/** Threats that are the same wherever a command runs: what leaves, and who gets in. */
const everywhere: ReadonlySet<string> = new Set([
  "Remote code execution",
  "Reverse shell",
  "Credential access",
  "Data exfiltration",
  "Obfuscation",
  "Attack tool",
  "Sandbox escape",
]);

/** Threats to the machines that infrastructure describes: they are somebody's, even where they are not this one. */
const onMachines: ReadonlySet<string> = new Set(["Weakened defences", "Weakened permissions", "Privilege escalation"]);

/** Triggers of what nobody asks for: these run on this machine without a further step. */
const unasked: ReadonlySet<string> = new Set(["agent", "git", "install", "login", "open", "schedule", "start"]);

/**
 * What a finding in a file that is only written is worth now. Undefined: nothing until the file is run.
 * - What runs here by itself counts as if it ran.
 * - What runs elsewhere counts where the threat is not about this machine.
 * - A script or a build of the project asks for what would be denied; the rest waits until somebody runs it.
 * - Source code is a part of a program that nobody runs yet; only a way in for others stands by itself.
 */
export function worth(finding: Finding, { file, step, facts }: FilePart): number | undefined {
  if (aboutFile(finding.id)) return finding.score;
  if (finding.score < severity.ask || step === undefined) return undefined;
  const ask = Math.min(finding.score, severity.ask);
  const anywhere = everywhere.has(finding.threat) && !readsOnly.has(finding.id);
  const fetchesUsual = finding.threat === "Remote code execution" && wellKnownSource(facts);
  if (file.kind === "source") return finding.threat === "Reverse shell" && isShellProgram(step) ? ask : undefined;
  if (file.kind === "runnable") {
    const counts = finding.score >= severity.deny || !isInProject(file, facts);
    return counts && !fetchesUsual ? ask : undefined;
  }
  if (file.kind === "infrastructure" && onMachines.has(finding.threat)) return ask;
  if (finding.id === "checks-skipped" && step.trigger === "ci") return ask;
  if (file.kind === "instructions" || step.elsewhere) return anywhere && !fetchesUsual ? ask : undefined;
  if (unasked.has(step.trigger)) return finding.score;
  return anywhere || finding.score >= severity.deny ? ask : undefined;
}

/**
 * Whether a finding is kept with the file, for whoever runs it. Of source code only what is the same wherever it runs: a call that
 * deletes "/" in it may mean a route, a cache or a tree.
 */
export function waits(finding: Finding, { file, step }: FilePart): boolean {
  if (finding.score < severity.ask || step === undefined || file.kind === "instructions") return false;
  if (file.kind === "runnable") return true;
  if (file.kind === "source" && readsOnly.has(finding.id)) return step.text.length < longestLook;
  if (file.kind === "source" || step.elsewhere)
    return everywhere.has(finding.threat) && finding.score >= severity.deny && step.text.length < longestProgram;
  return /^(?:run|build|test|install)$/u.test(step.trigger) || file.kind === "infrastructure";
}

/** Libraries on many pages connect, decode and start programs; a short program that does so does little else. */
const longestProgram = 8_000;

/** A program of a few lines that opens a place where keys are kept is there to show them. */
const longestLook = 1_000;

/** Scripts of a project are its own; one that is put elsewhere is there to be run. */
function isInProject({ place }: FileFact, { workspace }: Facts): boolean {
  return workspace !== undefined && place.startsWith(`${workspace}/`);
}

/** Looking at a secret, or putting it where a program expects it, is not yet taking it: builds and pipelines use the keys they are given. */
const readsOnly: ReadonlySet<string> = new Set(["secret-file-read", "private-key-read", "write-secrets"]);

/** A short program that does little else: libraries connect sockets and start programs too, on many pages. */
function isShellProgram({ text }: StepFact): boolean {
  return (
    text.length < 4_000 && /\bdup2\s*\(|pty\.spawn|["']-i["']|\/bin\/(?:ba|z|da)?sh\b|cmd\.exe|powershell/iu.test(text)
  );
}

/** Rules that are about files: their scores are meant as they are. */
function aboutFile(id: string): boolean {
  return /^(?:file|step|package-source)-/u.test(id);
}
