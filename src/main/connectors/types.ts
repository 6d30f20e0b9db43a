// What every connector is given, and what it has to say about its agent.
import { isAbsolute } from "node:path";
import type { ConnectorScope, ConnectorState, FileChange } from "../../shared/contract/connector.ts";

/** Where things are; everything a connector writes is derived from this. */
export interface ConnectorPlace {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** "http://127.0.0.1:3000", where this engine listens. */
  readonly httpUrl: string;
  /** The socket for hooks, and the launcher that speaks to it. */
  readonly hookSocket: string;
  readonly launcher: string;
  /** What hooks answer while no engine runs; without it, no. */
  readonly engineDown?: EngineDown;
}

export type EngineDown = "deny" | "ask";

export interface Standing {
  readonly state: ConnectorState;
  readonly detail: string;
}

/** How the files of one agent have to look. Pure: files are read and written elsewhere. */
export interface Connector {
  readonly id: string;
  readonly name: string;
  /** Names of its program on the PATH. */
  readonly programs: readonly string[];
  /** Folders of its program beside the usual ones, such as that of an application on macOS. */
  readonly folders?: readonly string[];
  /** Undefined where asking the program for its version would open a window. */
  readonly asksVersion?: false;
  /** The version it was tried with (npm run test:agents): an older one may ignore what its hook relies on. */
  readonly triedWith?: string | undefined;
  readonly scopes: readonly ConnectorScope["kind"][];
  /** Not listed while it has nothing to connect and was never connected. */
  readonly onlyWhenUsed?: true;
  /** Whether its hooks are files that hold nothing else. */
  readonly ownFiles: boolean;
  /** What the user should know before connecting. */
  readonly notes: readonly string[];
  /** The files it needs, in the scope, with the content they should have given what is there now. */
  readonly connect: (scope: ConnectorScope, place: ConnectorPlace, read: ReadText) => readonly FileChange[];
  /** The same files without anything of ours. */
  readonly disconnect: (scope: ConnectorScope, place: ConnectorPlace, read: ReadText) => readonly FileChange[];
  /** Files of the agent's, beside those it is connected by, that decide whether the hook runs. */
  readonly alsoWatched?: (scope: ConnectorScope, place: ConnectorPlace) => readonly string[];
  /** Its own word on how it stands, where that is not about one hook. `remembered`: it was connected here before. */
  readonly standing?: (scope: ConnectorScope, place: ConnectorPlace, read: ReadText, remembered: boolean) => Standing;
  /** What else could keep the hook from running although it is in place. */
  readonly obstacle?: (scope: ConnectorScope, place: ConnectorPlace, read: ReadText) => Standing | undefined;
  /** The same, where only the agent's program can say it. */
  readonly programObstacle?: (
    program: string,
    scope: ConnectorScope,
    place: ConnectorPlace,
  ) => Promise<Standing | undefined>;
}

export type ReadText = (file: string) => string | undefined;

/** The folder an environment variable names, or `usual`; one that is empty or relative counts as not set. */
export function folderFrom({ environment }: ConnectorPlace, variable: string, usual: string): string {
  const chosen = environment[variable];
  return chosen !== undefined && isAbsolute(chosen) ? chosen : usual;
}
