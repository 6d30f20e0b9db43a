// Where agents read that they have to ask: the files an agent must not change, or not without a human.
import { openConnectedAgents } from "./connected.ts";
import { all } from "./index.ts";
import type { ConnectorPlace } from "./types.ts";

export interface HookFilePlace {
  readonly path: string;
  /** Whether the file holds nothing but our hook. */
  readonly own: boolean;
}

/** Of the user, connected or not, and of the projects that were connected by themselves. */
export function hookFilesOf(place: ConnectorPlace, dataDirectory: string): readonly HookFilePlace[] {
  const projects = openConnectedAgents(dataDirectory)
    .list()
    .filter(({ scope }) => scope.kind === "project");
  return all.flatMap(({ id, ownFiles, connect }) => {
    const scopes = [{ kind: "user" } as const, ...projects.filter((each) => each.id === id).map(({ scope }) => scope)];
    return scopes.flatMap((scope) =>
      connect(scope, place, () => undefined).map(({ file }) => ({ path: file, own: ownFiles })),
    );
  });
}

/** Files of agents, beside those with hooks, in which a project can switch the user's hooks off. */
const otherSettings = [
  ".claude/settings.local.json",
  ".codex/config.toml",
  "opencode.json",
  "opencode.jsonc",
  ".opencode/opencode.json",
  "kilo.json",
  "kilo.jsonc",
  ".kilo/kilo.json",
  ".pi/settings.json",
];

/** Below any project, with "/" between the parts. */
export function projectSettingsOf(place: ConnectorPlace): readonly string[] {
  const shared = all
    .filter(({ ownFiles, scopes }) => !ownFiles && scopes.includes("project"))
    .flatMap(({ connect }) => connect({ kind: "project", folder: "/" }, place, () => undefined));
  return [...shared.map(({ file }) => file.replaceAll("\\", "/").replace(/^.*?\/(?=\.)/, "")), ...otherSettings];
}
