// Settings an administrator prescribes in a file that only root can change. They can only tighten what the user has chosen.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Settings, settingsSchema } from "../../shared/contract/settings.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

const { shape } = settingsSchema;

/** What can be prescribed: the settings of which one value is stricter than another. */
const managedSchema = z
  .strictObject({
    highBand: shape.highBand,
    identity: shape.identity,
    pairing: shape.pairing,
    posture: shape.posture,
    engineDown: shape.engineDown,
    observe: z.null(),
    maximumHeld: shape.maximumHeld,
    maximumHeldByAgent: shape.maximumHeldByAgent,
    verdictExpirySeconds: shape.verdictExpirySeconds,
    aosStrict: shape.aosStrict,
    unsandboxedCommands: shape.unsandboxedCommands,
    retentionDays: shape.retentionDays,
    terminalApprovals: shape.terminalApprovals,
    checkForUpdates: z.literal(false),
    disabledPacks: shape.disabledPacks,
    disabledRules: shape.disabledRules,
  })
  .partial();
export type ManagedSettings = z.infer<typeof managedSchema>;

/** From the loosest to the strictest. */
function strictest<Value extends string | boolean>(
  order: readonly Value[],
  own: Value,
  managed: Value | undefined,
): Value {
  return managed === undefined || order.indexOf(own) > order.indexOf(managed) ? own : managed;
}

/** Of what the administrator lets people switch off, what they did switch off. */
function permitted(own: readonly string[], managed: readonly string[] | undefined): string[] {
  return own.filter((name) => managed?.includes(name) ?? true);
}

/** Both at once: whatever is prescribed, no setting is looser than the user's own. */
export function tightened(own: Settings, managed: ManagedSettings): Settings {
  const lower = (name: "maximumHeld" | "maximumHeldByAgent" | "verdictExpirySeconds"): number =>
    Math.min(own[name], managed[name] ?? Infinity);
  return {
    ...own,
    highBand: strictest(["allow", "escalate", "deny"], own.highBand, managed.highBand),
    identity: strictest(["relaxed", "strict"], own.identity, managed.identity),
    pairing: strictest(["open", "notify", "approve"], own.pairing, managed.pairing),
    posture: strictest(["wait", "deny"], own.posture, managed.posture),
    engineDown: strictest(["ask", "deny"], own.engineDown, managed.engineDown),
    observe: managed.observe === null ? null : own.observe,
    maximumHeld: lower("maximumHeld"),
    maximumHeldByAgent: lower("maximumHeldByAgent"),
    verdictExpirySeconds: lower("verdictExpirySeconds"),
    aosStrict: strictest([false, true], own.aosStrict, managed.aosStrict),
    unsandboxedCommands: strictest(["allow", "refuse"], own.unsandboxedCommands, managed.unsandboxedCommands),
    retentionDays: Math.max(own.retentionDays, managed.retentionDays ?? 0),
    // "auto" is one of the two beside it, by whether there is a window.
    terminalApprovals: strictest(["on", "auto", "confirm", "off"], own.terminalApprovals, managed.terminalApprovals),
    checkForUpdates: managed.checkForUpdates === undefined && own.checkForUpdates,
    disabledPacks: permitted(own.disabledPacks, managed.disabledPacks),
    disabledRules: permitted(own.disabledRules, managed.disabledRules),
  };
}

export function managedSettingsFile(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === "darwin") return "/Library/Application Support/Gatehouse/managed.json";
  if (platform === "win32") return join(environment["ProgramData"] ?? "C:\\ProgramData", "Gatehouse", "managed.json");
  return "/etc/gatehouse/managed.json";
}

/** No file, nothing is prescribed. A file that cannot be used stops the start: what it prescribes may be what matters. */
export function readManagedSettings(path: string, owner = 0): Result<ManagedSettings, string> {
  const advice = "Gatehouse does not start without what your administrator prescribes.";
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return ok({});
    if (process.platform !== "win32" && (stats.uid !== owner || (stats.mode & 0o022) !== 0)) {
      return fail(`${path} must belong to root and be writable by nobody else. ${advice}`);
    }
    const parsed = managedSchema.safeParse(inMemory(JSON.parse(readFileSync(path, "utf8"))));
    return parsed.success ? ok(parsed.data) : fail(`${path} is not valid. ${advice}\n${z.prettifyError(parsed.error)}`);
  } catch (error) {
    return fail(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}. ${advice}`);
  }
}

/** In the file the members are called as in settings.json: high_band. */
function inMemory(file: unknown): unknown {
  if (typeof file !== "object" || file === null || Array.isArray(file)) return file;
  const camel = (name: string): string =>
    name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(file).map(([name, value]) => [camel(name), value]));
}
