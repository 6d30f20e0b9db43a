// The environment a program gets: a short list, never Gatehouse's own, which may hold keys and tokens.
import { delimiter, dirname, join } from "node:path";
import { isWithin } from "../within.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const kept = ["LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "USER", "LOGNAME"];
/** Programs on Windows do not start without these. */
const keptOnWindows = ["SystemRoot", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "windir"];

export interface EnvironmentOptions {
  readonly platform: string;
  readonly home: string;
  readonly given: Environment;
  /** Whether a folder of programs can be seen from inside. */
  readonly sees: (folder: string) => boolean;
}

export function environmentFor({ platform, home, given, sees }: EnvironmentOptions): Record<string, string> {
  const names = platform === "win32" ? [...kept, ...keptOnWindows] : kept;
  const values = names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  const path = programFolders(given).filter(sees).join(delimiter);
  return {
    ...Object.fromEntries(values),
    PATH: path === "" && platform !== "win32" ? "/usr/local/bin:/usr/bin:/bin" : path,
    HOME: home,
    TERM: "dumb",
  };
}

/** Languages installed below the home folder: their programs and libraries, and nothing beside them. */
export function programsBelow(home: string, given: Environment): readonly string[] {
  const folders = programFolders(given).filter((folder) => folder !== home && isWithin(folder, home));
  const both = folders.flatMap((folder) => (folder.endsWith("/bin") ? [folder, join(dirname(folder), "lib")] : folder));
  return [...new Set(both)];
}

function programFolders(environment: Environment): readonly string[] {
  return (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
}
