// First phase of the start: the data directory, its token and settings, the ledger, and the policy in force.
import { homedir, tmpdir } from "node:os";
import { endpointsOf, type Endpoints } from "../../shared/local/endpoints.ts";
import { ok, type Result } from "../../shared/lib/result.ts";
import { normaliser } from "../engine/normalise/index.ts";
import type { PolicyTools } from "../engine/policy/document/compile-rules.ts";
import type { Clock, SecretScanner, World } from "../engine/ports.ts";
import type { PastSessions } from "../engine/sessions/session-book.ts";
import { sha256, systemClock } from "../machine/clock.ts";
import { openDataDirectory } from "../machine/data-directory.ts";
import { managedSettingsFile, readManagedSettings } from "../machine/managed-settings.ts";
import { openOwnerToken } from "../machine/owner-token.ts";
import { openPackBook, type PackBook } from "../machine/packs/pack-book.ts";
import { linkedFiles, type PolicyFile } from "../machine/policy/policy-file.ts";
import { openPolicyVersions, type PolicyVersions } from "../machine/policy/policy-versions.ts";
import { rememberingClean } from "../machine/secrets/memory.ts";
import { findSecrets as scanForSecrets } from "../machine/secrets/secrets.ts";
import { openSettingsFile, type SettingsFile } from "../machine/settings-file.ts";
import { checkShippedFiles } from "../machine/shipped-files.ts";
import { createWorld, usualWorld } from "../machine/world.ts";
import { recordingOrigin } from "../operations/terminal/origin.ts";
import { createFaultRecord } from "../services/fault-record.ts";
import { createPastActions, type PastActions } from "../services/past-actions/index.ts";
import { sessionsBefore } from "../services/session-restore.ts";
import { describeProblem } from "../../shared/domain/policy.ts";
import { policyRefusedEntry, type RecordEntry } from "../services/system-entries.ts";
import type { LedgerStore } from "../store/ledger.ts";
import { createEventBus, type EventBus } from "../telemetry/events.ts";
import { isPublic } from "../telemetry/signal.ts";
import type { Cleanup } from "./cleanup.ts";
import { agentHookPlaces } from "./connectors.ts";
import { openLedgerSafely } from "./ledger.ts";
import { createNotifier, type Notifier } from "./notifier.ts";
import type { StartOptions } from "./options.ts";
import { openPolicy, recordStartingPolicy } from "./policy.ts";

/** Failures of parts that do not stop the engine. */
export interface Faults {
  readonly report: (where: string, error: unknown) => void;
  readonly subscribe: Notifier<[where: string, error: unknown]>["subscribe"];
}

interface OpenedFiles {
  readonly dataDirectory: string;
  readonly ownerToken: string;
  readonly settings: SettingsFile;
  readonly endpoints: Endpoints;
}

interface OpenedLedger {
  readonly clock: Clock;
  readonly startedAt: number;
  readonly report: Faults["report"];
  readonly events: EventBus;
  readonly ledger: LedgerStore;
  readonly record: RecordEntry;
}

interface OpenedPast {
  readonly findSecrets: SecretScanner;
  readonly world: World;
  readonly pastActions: PastActions;
  /** What sessions did before the start; undefined for a new ledger. */
  readonly past: Promise<PastSessions> | undefined;
}

interface OpenedPolicy {
  readonly policyTools: PolicyTools;
  readonly policyVersions: PolicyVersions;
  readonly policy: PolicyFile;
  /** Another policy is in force. */
  readonly onPolicyChange: Notifier<[]>["subscribe"];
}

interface OpenedPacks {
  readonly packs: PackBook;
  /** Other rules of the risk phase are in force. */
  readonly onPacksChange: Notifier<[]>["subscribe"];
}

export interface Opened extends OpenedFiles, OpenedLedger, OpenedPast, OpenedPolicy, OpenedPacks {}

const eventsKept = 10_000;
const eventCharactersKept = 16 * 1024 * 1024;

export async function openResources(
  options: StartOptions,
  faults: Faults,
  cleanup: Cleanup,
): Promise<Result<Opened, string>> {
  const shipped = checkShippedFiles(options.resourcesDirectory);
  if (!shipped.ok) return shipped;
  const files = openFiles(options.dataDirectory);
  if (!files.ok) return files;
  const ledger = await openRecord(files.value.dataDirectory, faults, cleanup);
  if (!ledger.ok) return ledger;
  const past = openPast(files.value, ledger.value, cleanup);
  const before = { ...files.value, ...ledger.value, ...past };
  const policy = await openPolicyInForce(before, options.resourcesDirectory, cleanup);
  if (!policy.ok) return policy;
  const packs = openPacks({ ...before, ...policy.value }, options, cleanup);
  return ok({ ...before, ...policy.value, ...packs });
}

function openFiles(directory: string): Result<OpenedFiles, string> {
  const folder = openDataDirectory(directory, process.platform);
  if (!folder.ok) return folder;
  const dataDirectory = folder.value;
  const ownerToken = openOwnerToken(dataDirectory, process.platform);
  if (!ownerToken.ok) return ownerToken;
  const managed = readManagedSettings(managedSettingsFile(process.platform, process.env));
  if (!managed.ok) return managed;
  const settings = openSettingsFile(dataDirectory, managed.value);
  if (!settings.ok) return settings;
  const endpoints = endpointsOf(dataDirectory, {
    platform: process.platform,
    temporary: tmpdir(),
    user: process.getuid?.() ?? 0,
    sha256,
  });
  const socketFolder = endpoints.folder === undefined ? ok("") : openDataDirectory(endpoints.folder, process.platform);
  if (!socketFolder.ok) return socketFolder;
  return ok({ dataDirectory, ownerToken: ownerToken.value, settings: settings.value, endpoints });
}

async function openRecord(
  dataDirectory: string,
  { report, subscribe }: Faults,
  cleanup: Cleanup,
): Promise<Result<OpenedLedger, string>> {
  const clock = systemClock;
  const startedAt = clock.now();
  const events = createEventBus({
    capacity: eventsKept,
    characters: eventCharactersKept,
    keeps: isPublic,
    fault: report,
  });
  const opened = await openLedgerSafely(dataDirectory, events);
  if (!opened.ok) return opened;
  const ledger = recordingOrigin(opened.value);
  cleanup.defer("ledger", ledger.close);
  const record: RecordEntry = (entry) =>
    ledger.append([{ ...entry, at: clock.now() }]).then(
      () => undefined,
      // The ledger has reported its health already.
      () => undefined,
    );
  subscribe(createFaultRecord(clock.now, record));
  return ok({ clock, startedAt, report, events, ledger, record });
}

function openPast(
  { dataDirectory, endpoints }: OpenedFiles,
  { clock, ledger, report }: OpenedLedger,
  cleanup: Cleanup,
): OpenedPast {
  const findSecrets = rememberingClean(scanForSecrets);
  const { agent, a2e, hooks, runs, operator } = endpoints;
  const world = createWorld({
    home: homedir(),
    gatehouse: [dataDirectory, agent, a2e, hooks, runs, operator, ...linkedFiles(dataDirectory)],
    findSecrets,
  });
  const pastActions = createPastActions({ directory: dataDirectory, home: world.home, gatehouse: world.gatehouse });
  cleanup.defer("past actions", pastActions.close);
  const onFault = (error: unknown): void => {
    if (!cleanup.isClosing()) report("memory of sessions", error);
  };
  // Begun before the rest of the start: agents wait for it.
  const past = ledger.entries() > 0 ? sessionsBefore({ clock, pastActions }, onFault) : undefined;
  return { findSecrets, world, pastActions, past };
}

async function openPolicyInForce(
  opened: OpenedFiles & OpenedLedger & OpenedPast,
  resourcesDirectory: string,
  cleanup: Cleanup,
): Promise<Result<OpenedPolicy, string>> {
  const { dataDirectory, settings, clock, events, record, findSecrets, world } = opened;
  const policyTools: PolicyTools = {
    sha256,
    world,
    factsOf: normaliser(world),
    usual: { world: usualWorld, factsOf: normaliser(usualWorld) },
    offsetMinutes: (now) => -new Date(now).getTimezoneOffset(),
    processIds: [process.pid],
    hooks: agentHookPlaces(dataDirectory),
  };
  const policyVersions = openPolicyVersions(dataDirectory, sha256, clock.now);
  const changes = createNotifier<[]>();
  const policy = await openPolicy({
    directory: dataDirectory,
    resourcesDirectory,
    tools: policyTools,
    versions: policyVersions,
    clock,
    events,
    record,
    findSecrets,
    settings,
    changed: changes.notify,
  });
  if (!policy.ok) return policy;
  cleanup.defer("policy file", policy.value.close);
  await recordStartingPolicy(policy.value, policyVersions, record);
  return ok({ policyTools, policyVersions, policy: policy.value, onPolicyChange: changes.subscribe });
}

function openPacks(
  opened: OpenedFiles & OpenedLedger & OpenedPast & OpenedPolicy,
  { resourcesDirectory, loadPacks }: StartOptions,
  cleanup: Cleanup,
): OpenedPacks {
  const { dataDirectory, settings, clock, events, record, findSecrets, policyTools } = opened;
  const changes = createNotifier<[]>();
  const packs = openPackBook({
    directory: dataDirectory,
    resourcesDirectory,
    tools: policyTools,
    loadBuiltIn: loadPacks,
    settings,
    onChange: changes.notify,
    onProblems: (path, problems) => {
      const lines = problems.map((problem) => `${path}:${describeProblem(problem)}`);
      for (const line of lines) console.error(`The pack was not changed. ${line}`);
      events.publish({ type: "policy_refused", at: clock.now(), problems: lines });
      void record(policyRefusedEntry(path, lines, findSecrets));
    },
  });
  cleanup.defer("packs", packs.close);
  return { packs, onPacksChange: changes.subscribe };
}
