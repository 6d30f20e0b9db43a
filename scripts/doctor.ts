// Finds what this machine lacks, installs it where it may, and otherwise prints the command that would.
import { refuseArguments } from "./arguments.ts";
import { type Check, checksFor, type Finding, type Scope } from "./gates/checks.ts";
import { hasApt, installCommand, installPackages } from "./electron/debian.ts";
import { electronForUse, findElectron } from "./electron/runtime.ts";
import { thisMachine } from "./machine.ts";

export interface Diagnosis {
  readonly check: Check;
  readonly finding: Finding;
  readonly state: "ok" | "fixed" | "missing";
}

export interface Repair {
  readonly allowed: boolean;
  readonly install: typeof installPackages;
  readonly say: (line: string) => void;
}

export function examine(checks: readonly Check[]): readonly Diagnosis[] {
  return checks.map((check) => {
    const finding = check.look();
    return { check, finding, state: finding.present ? "ok" : "missing" };
  });
}

/** Packages of what is required; what is optional stays the person's choice. */
export function packagesToInstall(diagnoses: readonly Diagnosis[]): readonly string[] {
  const wanted = diagnoses.filter(({ check, state }) => check.required && state === "missing");
  return [...new Set(wanted.flatMap(({ finding }) => finding.packages ?? []))];
}

export async function repair(diagnoses: readonly Diagnosis[], means: Repair): Promise<readonly Diagnosis[]> {
  const packages = packagesToInstall(diagnoses);
  if (packages.length === 0 || !means.allowed) return diagnoses;
  means.say(`Installing ${packages.join(" ")} with apt-get.`);
  const installed = await means.install(packages);
  if (!installed.ok) means.say(installed.error);
  return diagnoses.map((before) => {
    if (before.state === "ok" || (before.finding.packages ?? []).length === 0) return before;
    const finding = before.check.look();
    return { check: before.check, finding, state: finding.present ? "fixed" : "missing" };
  });
}

export function lineOf({ check, finding, state }: Diagnosis): string {
  const optional = check.required || state !== "missing" ? "" : " (optional)";
  return `${state.padEnd(8)} ${check.name}${optional}: ${finding.detail}`;
}

/** What is left for the person to do. */
export function advice(diagnoses: readonly Diagnosis[]): readonly string[] {
  const missing = diagnoses.filter(({ state }) => state === "missing");
  const packages = packagesToInstall(diagnoses);
  return [
    ...(packages.length === 0 ? [] : [installCommand(packages)]),
    ...missing.flatMap(({ finding }) => finding.remedy ?? []),
  ];
}

export function healthy(diagnoses: readonly Diagnosis[]): boolean {
  return diagnoses.every(({ check, state }) => !check.required || state !== "missing");
}

async function diagnose(
  scope: Scope,
  executable: string | undefined,
  say: (line: string) => void,
): Promise<readonly Diagnosis[]> {
  const machine = thisMachine();
  const means = { allowed: machine.root && hasApt(), install: installPackages, say };
  return repair(examine(checksFor(scope, machine, executable)), means);
}

/** The fix step of the other scripts: silent when all is well. */
export async function makeReady(
  scope: Scope,
  executable: string | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  const diagnoses = await diagnose(scope, executable, say);
  for (const diagnosis of diagnoses) if (diagnosis.state !== "ok") say(lineOf(diagnosis));
  if (healthy(diagnoses)) return true;
  say(["This machine lacks something. To put it right:", ...advice(diagnoses)].join("\n  "));
  return false;
}

async function main(): Promise<number> {
  const say = (line: string): void => console.log(line);
  const electron = await findElectron(electronForUse(say), true);
  say(
    electron.ok
      ? `ok       Electron: ${electron.value.version} (${electron.value.origin})`
      : `missing  Electron: ${electron.error}`,
  );
  const diagnoses = await diagnose("everything", electron.ok ? electron.value.executable : undefined, say);
  for (const diagnosis of diagnoses) say(lineOf(diagnosis));
  const left = advice(diagnoses);
  if (left.length > 0) say(["To put it right:", ...left].join("\n  "));
  return electron.ok && healthy(diagnoses) ? 0 : 1;
}

if (import.meta.main) {
  refuseArguments("npm run doctor");
  process.exitCode = await main();
}
