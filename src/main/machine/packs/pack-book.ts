// The packs in force: the built-in ones and the user's own, less what the settings switch off. Read again when a file changes.
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PackState } from "../../../shared/contract/packs.ts";
import type { TunableRule } from "../../../shared/contract/tuning.ts";
import type { PolicyProblem } from "../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { RiskRulesSource, SettingsSource } from "../../engine/ports.ts";
import { canBeLowered, createRiskRules, type LoweredRules, type RiskRules } from "../../engine/risk/assess.ts";
import { heuristics } from "../../engine/risk/findings/index.ts";
import type { CompiledPack, PackTools } from "../../engine/risk/packs/compile.ts";
import { watchFile } from "../watch-file.ts";
import { loadBuiltInPacks } from "./built-in.ts";
import { packState } from "./pack-state.ts";
import { openUserPacks, type Taken, type UserPack } from "./user-packs.ts";

export interface PackBook extends RiskRulesSource {
  readonly list: () => readonly PackState[];
  /** The rules in force that may be lowered, in packs and in code, with what they score now. */
  readonly tunable: () => readonly TunableRule[];
  /** Files that do not load, with their problems. */
  readonly problems: () => readonly PackProblems[];
  /** What the text would be as a pack of the user. */
  readonly check: (text: string) => Result<PackState, readonly PolicyProblem[]>;
  readonly add: (text: string) => Result<PackState, readonly PolicyProblem[]>;
  readonly remove: (name: string) => Result<undefined, string>;
  /** Reads the folder now instead of waiting for the watcher. */
  readonly reload: () => void;
  readonly close: () => void;
}

export interface PackProblems {
  readonly path: string;
  readonly problems: readonly PolicyProblem[];
}

export interface PackBookOptions {
  readonly directory: string;
  readonly resourcesDirectory: string;
  readonly tools: PackTools;
  /** For whoever opens many books in one process; compiles them from the resources if not given. */
  readonly loadBuiltIn?: typeof loadBuiltInPacks | undefined;
  readonly settings: SettingsSource;
  /** Other rules are in force. */
  readonly onChange: () => void;
  readonly onProblems: (path: string, problems: readonly PolicyProblem[]) => void;
}

interface Switched {
  readonly packs: readonly string[];
  readonly rules: readonly string[];
  readonly lowered: LoweredRules;
}

export function openPackBook(options: PackBookOptions): PackBook {
  const { settings, onChange, onProblems, loadBuiltIn = loadBuiltInPacks } = options;
  const builtIn = loadBuiltIn(options.resourcesDirectory, options.tools);
  const files = openUserPacks(options.directory, options.tools);
  const reserved: Taken = {
    names: new Set(builtIn.map(({ document }) => document.name)),
    ids: new Set([...heuristics, ...builtIn.flatMap(({ rules }) => rules)].map(({ id }) => id)),
  };
  let user = files.load(reserved);
  let off = switchedOff();
  const inForce = (): RiskRules => rulesInForce([...builtIn, ...user.flatMap(({ pack }) => pack ?? [])], off);
  let rules = inForce();
  report(user);

  function switchedOff(): Switched {
    const { disabledPacks, disabledRules, loweredRules } = settings.current();
    return { packs: disabledPacks, rules: disabledRules, lowered: loweredRules };
  }

  function current(): RiskRules {
    const now = switchedOff();
    if (now.packs === off.packs && now.rules === off.rules && now.lowered === off.lowered) return rules;
    const same = JSON.stringify(now) === JSON.stringify(off);
    off = now;
    if (!same) rules = inForce();
    return rules;
  }

  function report(packs: readonly UserPack[], before: readonly UserPack[] = []): void {
    for (const { file, problems } of packs) {
      const earlier = before.find((pack) => pack.file === file)?.problems ?? [];
      if (problems.length > 0 && JSON.stringify(problems) !== JSON.stringify(earlier))
        onProblems(join(files.folder, file), problems);
    }
  }

  function reload(): void {
    const before = user;
    user = files.load(reserved);
    report(user, before);
    if (fingerprint(user) === fingerprint(before)) return;
    off = switchedOff();
    rules = inForce();
    onChange();
  }

  function list(): readonly PackState[] {
    const now = switchedOff();
    return [
      ...builtIn.map((pack) => packState(pack, "built-in", now)),
      ...user.map(({ file, pack, problems }) => packState(pack, "user", now, { file, problems })),
    ];
  }

  function compile(text: string): Result<CompiledPack, readonly PolicyProblem[]> {
    const name = /^name:\s*["']?([a-z0-9-]+)/mu.exec(text)?.[1];
    return files.check(text, takenBesides(name, user, reserved));
  }

  function check(text: string): Result<PackState, readonly PolicyProblem[]> {
    const compiled = compile(text);
    return compiled.ok ? ok(packState(compiled.value, "user", switchedOff())) : compiled;
  }

  const stopWatching = watchFile(files.folder, reload, stampOfFolder);
  return {
    current,
    tunable: () => tunable(current()),
    list,
    problems: () =>
      user
        .filter(({ problems }) => problems.length > 0)
        .map(({ file, problems }) => ({ path: join(files.folder, file), problems })),
    check,
    add: (text) => {
      const compiled = compile(text);
      if (!compiled.ok) return compiled;
      const { name } = compiled.value.document;
      const old = user.find(({ pack }) => pack?.document.name === name);
      const written = files.write(name, text);
      if (!written.ok)
        return fail([{ line: 1, column: 1, path: "", message: `The file cannot be written: ${written.error}` }]);
      // A file under another name that held this pack would be a second one of it.
      if (old !== undefined && old.file !== `${name}.yaml`) files.remove(old.file);
      reload();
      return ok(packState(compiled.value, "user", switchedOff(), { file: `${name}.yaml`, problems: [] }));
    },
    remove: (name) => {
      const found = user.find(({ file, pack }) => (pack?.document.name ?? nameOfFile(file)) === name);
      if (found === undefined) return fail(`There is no pack of yours called "${name}".`);
      const removed = files.remove(found.file);
      reload();
      return removed;
    },
    reload,
    close: stopWatching,
  };
}

function rulesInForce(packs: readonly CompiledPack[], off: Switched): RiskRules {
  return createRiskRules(
    packs
      .filter(({ document }) => !off.packs.includes(document.name))
      .flatMap((pack) => pack.rules.filter(({ id }) => !off.rules.includes(id))),
    off.lowered,
  );
}

function tunable({ rules }: RiskRules): readonly TunableRule[] {
  return rules.filter(canBeLowered).map(({ id, score }) => ({ id, score }));
}

/** What a text must not take: everything but the pack it replaces. */
function takenBesides(name: string | undefined, user: readonly UserPack[], reserved: Taken): Taken {
  const others = user.flatMap(({ pack }) => (pack === undefined || pack.document.name === name ? [] : [pack]));
  return {
    names: new Set([...reserved.names, ...others.map(({ document }) => document.name)]),
    ids: new Set([...reserved.ids, ...others.flatMap((pack) => pack.rules.map(({ id }) => id))]),
  };
}

function nameOfFile(file: string): string {
  return file.replace(/\.ya?ml$/u, "");
}

function fingerprint(packs: readonly UserPack[]): string {
  return JSON.stringify(packs.map(({ file, pack, problems }) => [file, pack?.document, problems]));
}

/** Another one when a file of the folder has come, gone or changed. */
function stampOfFolder(folder: string): string {
  try {
    return readdirSync(folder)
      .map((name) => {
        const { mtimeMs, size, ino } = lstatSync(join(folder, name));
        return `${name} ${mtimeMs} ${size} ${ino}`;
      })
      .join("\n");
  } catch {
    return "";
  }
}
