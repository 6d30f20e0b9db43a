// The data directory: where it is on each platform, and the files in it that other programs look for.

export interface Place {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The owner's token, 64 hexadecimal digits. */
export const tokenFileName = "token";
/** Where the running engine listens, as JSON; absent while none runs. */
export const addressFileName = "address.json";

/** What was asked for, else GATEHOUSE_HOME, else where the desktop app of the same name puts its data. */
export function dataDirectoryPath(asked: string | undefined, { platform, environment, home }: Place): string {
  const explicit = given(asked) ?? given(environment["GATEHOUSE_HOME"]);
  if (explicit !== undefined) return explicit;
  if (platform === "win32") return `${given(environment["APPDATA"]) ?? `${home}\\AppData\\Roaming`}\\Gatehouse`;
  if (platform === "darwin") return `${home}/Library/Application Support/Gatehouse`;
  return `${given(environment["XDG_CONFIG_HOME"]) ?? `${home}/.config`}/Gatehouse`;
}

function given(value: string | undefined): string | undefined {
  return value === undefined || value === "" ? undefined : value;
}
