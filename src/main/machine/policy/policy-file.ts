// policy.yaml in the data directory: made from a template at first, watched, and never replaced in force by one that does not load.
import { lstatSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PolicyChangeKind } from "../../../shared/contract/policy-api.ts";
import type { PolicyProblem } from "../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { type CompiledPolicy, compilePolicy, type ProjectPolicy } from "../../engine/policy/document/compile.ts";
import type { PolicySnapshot } from "../../engine/policy/snapshot.ts";
import type { PolicyTools } from "../../engine/policy/document/compile-rules.ts";
import { createProjectFiles } from "./project-files.ts";
import { watchFile } from "../watch-file.ts";

const maximumBytes = 2_000_000;
export const lastGoodName = "policy.last-good.yaml";

export interface PolicyFile {
  readonly path: string;
  /** The policy in force; with a workspace, tightened by the project's own files. */
  readonly current: (workspace?: string) => PolicySnapshot;
  /** The same for a policy that is only tried out: a project's own files have their say about it too. */
  readonly trial: (draft: CompiledPolicy, workspace?: string) => PolicySnapshot;
  /** What is wrong with the file as it stands; empty when it is the one in force. */
  readonly problems: () => readonly PolicyProblem[];
  readonly text: () => string;
  /** The file as it stands, when it is not what is in force because it does not load. */
  readonly brokenText: () => string | undefined;
  /** Checks the text, writes it and puts it in force; a text with problems changes nothing. */
  readonly save: (text: string, how: PolicyChangeKind) => Result<PolicySnapshot, readonly PolicyProblem[]>;
  /** The same in two steps, for a change that must be recorded before it is made. */
  readonly prepare: (text: string, how: PolicyChangeKind) => Result<PreparedPolicy, readonly PolicyProblem[]>;
  /** Reads the file now instead of waiting for the watcher. */
  readonly reload: () => void;
  readonly close: () => void;
}

export interface PreparedPolicy {
  readonly snapshot: PolicySnapshot;
  readonly commit: () => Result<PolicySnapshot, readonly PolicyProblem[]>;
}

export interface PolicyFileOptions {
  readonly directory: string;
  /** The text of the file on the first start. */
  readonly template: string;
  readonly tools: PolicyTools;
  readonly now: () => number;
  readonly onChange: (snapshot: PolicySnapshot, how: PolicyChangeKind, text: string) => void;
  /** A file, ours or a project's, that does not load. */
  readonly onProblems: (path: string, problems: readonly PolicyProblem[]) => void;
}

export function openPolicyFile(options: PolicyFileOptions): Result<PolicyFile, string> {
  const { directory, tools, onChange, onProblems } = options;
  const path = policyPath(directory);
  const lastGood = join(directory, lastGoodName);
  try {
    if (!isThere(path)) writePrivately(path, options.template);
  } catch (error) {
    return fail(`${path} cannot be written: ${messageOf(error)}`);
  }
  const opened = firstPolicy(path, lastGood, tools);
  if (!opened.ok) return opened;

  let { policy, text, problems, broken } = opened.value;
  const projects = createProjectFiles(options);
  const tightened = new WeakMap<
    readonly ProjectPolicy[],
    { readonly policy: CompiledPolicy; readonly snapshot: PolicySnapshot }
  >();
  if (problems.length > 0) onProblems(path, problems);

  function adopt(next: CompiledPolicy, nextText: string, how: PolicyChangeKind): void {
    const changed = next.constitutionHash !== policy.constitutionHash;
    problems = [];
    broken = undefined;
    text = nextText;
    keepLastGood(lastGood, nextText);
    if (!changed) return;
    policy = next;
    onChange(policy, how, nextText);
  }

  function reload(): void {
    const read = readText(path);
    if (read.ok && read.value === text && problems.length === 0) return;
    const compiled = read.ok
      ? compilePolicy({ text: read.value, name: path }, tools)
      : fail([problemAtStart(read.error)]);
    if (compiled.ok && read.ok) adopt(compiled.value, read.value, "file");
    else if (!compiled.ok) {
      const same = JSON.stringify(problems) === JSON.stringify(compiled.error);
      problems = compiled.error;
      broken = read.ok ? read.value : undefined;
      if (!same) onProblems(path, problems);
    }
  }

  function prepare(next: string, how: PolicyChangeKind): Result<PreparedPolicy, readonly PolicyProblem[]> {
    const compiled = compilePolicy({ text: next, name: path }, tools);
    if (!compiled.ok) return compiled;
    const commit: PreparedPolicy["commit"] = () => {
      try {
        writePrivately(path, next);
      } catch (error) {
        return fail([problemAtStart(`The file cannot be written: ${messageOf(error)}`)]);
      }
      adopt(compiled.value, next, how);
      return ok(policy);
    };
    return ok({ snapshot: compiled.value, commit });
  }

  function save(next: string, how: PolicyChangeKind): Result<PolicySnapshot, readonly PolicyProblem[]> {
    const prepared = prepare(next, how);
    return prepared.ok ? prepared.value.commit() : prepared;
  }

  function current(workspace?: string): PolicySnapshot {
    const own = workspace === undefined ? [] : projects.around(workspace);
    if (own.length === 0) return policy;
    const known = tightened.get(own);
    if (known?.policy === policy) return known.snapshot;
    const snapshot = policy.tightenedBy(own);
    tightened.set(own, { policy, snapshot });
    return snapshot;
  }

  function trial(draft: CompiledPolicy, workspace?: string): PolicySnapshot {
    const own = workspace === undefined ? [] : projects.around(workspace);
    return own.length === 0 ? draft : draft.tightenedBy(own);
  }

  const stopWatching = watchFile(path, reload);
  return ok({
    path,
    current,
    trial,
    problems: () => problems,
    text: () => text,
    brokenText: () => broken,
    save,
    prepare,
    reload,
    close: stopWatching,
  });
}

interface FirstPolicy {
  policy: CompiledPolicy;
  text: string;
  problems: readonly PolicyProblem[];
  broken: string | undefined;
}

/** The file; or, when it does not load, the last one that did. Never a template that may allow more than the person wrote. */
function firstPolicy(path: string, lastGood: string, tools: PolicyTools): Result<FirstPolicy, string> {
  const read = readText(path);
  const compiled = read.ok
    ? compilePolicy({ text: read.value, name: path }, tools)
    : fail([problemAtStart(read.error)]);
  if (compiled.ok && read.ok) {
    keepLastGood(lastGood, read.value);
    return ok({ policy: compiled.value, text: read.value, problems: [], broken: undefined });
  }
  const problems = compiled.ok ? [] : compiled.error;
  const earlier = readText(lastGood);
  const fallback = earlier.ok ? compilePolicy({ text: earlier.value, name: lastGood }, tools) : undefined;
  if (earlier.ok && fallback?.ok === true) {
    const broken = read.ok ? read.value : undefined;
    return ok({ policy: fallback.value, text: earlier.value, problems, broken });
  }
  const list = problems.map(({ line, column, message }) => `  line ${line}, column ${column}: ${message}`).join("\n");
  return fail(`${path} does not load. Correct it, or remove it to start with the template.\n${list}`);
}

/** A link that leads nowhere, for a disk that is not there, is no reason to put the template in its place. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

export function policyPath(directory: string): string {
  const yaml = join(directory, "policy.yaml");
  const json = join(directory, "policy.json");
  return !isThere(yaml) && isThere(json) ? json : yaml;
}

/** Where a policy is kept that is only linked from the data directory: it is as much Gatehouse's own as the link. */
export function linkedFiles(directory: string): readonly string[] {
  const path = policyPath(directory);
  try {
    const real = realpathSync(path);
    return real === join(realpathSync(directory), basename(path)) ? [] : [real];
  } catch {
    return [];
  }
}

function readText(path: string): Result<string, string> {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return fail("It is not a file.");
    if (stats.size > maximumBytes) return fail(`It is larger than ${maximumBytes} bytes.`);
    return ok(readFileSync(path, "utf8"));
  } catch (error) {
    return fail(`It cannot be read: ${messageOf(error)}`);
  }
}

export function writePrivately(path: string, text: string): void {
  // Whoever keeps the file elsewhere and left a link here keeps the link.
  const target = isThere(path) ? realpathSync(path) : path;
  const temporary = `${target}.new`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, target);
}

/** A help for the next start; the policy is in force whether or not it can be kept. */
function keepLastGood(path: string, text: string): void {
  try {
    writePrivately(path, text);
  } catch {
    // Then a broken policy at the next start is an error instead of a fallback.
  }
}

function problemAtStart(message: string): PolicyProblem {
  return { line: 1, column: 1, path: "", message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
