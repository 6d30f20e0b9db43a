// Connectors: finds agents, shows what connecting one changes, changes it, and says whether the hook is still in place.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ConnectorPlan, ConnectorScope, ConnectorView, FileChange } from "../../shared/contract/connector.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { claudeCode, codex, geminiCli, qwenCode } from "./agents/settings-hooks.ts";
import { cline, copilot, kilo, opencode, pi } from "./agents/own-files.ts";
import { agentServers } from "./agents/agent-servers.ts";
import { claudeDesktop, cursor, vsCode, windsurf } from "./agents/mcp-clients.ts";
import { openConnectedAgents } from "./connected.ts";
import { findProgram, isOlder, programFolders } from "./detect.ts";
import { applyChange, backupsOf, readText } from "./files.ts";
import { UnreadableSettings } from "./json-hooks.ts";
import { launcherText } from "./launcher.ts";
import { mcpLauncher, mcpLauncherText } from "./mcp-launcher.ts";
import type { Connector, ConnectorPlace, Standing } from "./types.ts";
import { openVersions } from "./versions.ts";

export interface ConnectorOptions {
  readonly place: () => ConnectorPlace;
  readonly dataDirectory: string;
  readonly sha256: (text: string) => string;
  readonly now: () => number;
}

export type ConnectorAction = "connect" | "disconnect";

export interface Connectors {
  readonly list: (scope: ConnectorScope) => Promise<readonly ConnectorView[]>;
  /** What the action would change; nothing is written. */
  readonly plan: (id: string, action: ConnectorAction, scope: ConnectorScope) => Result<ConnectorPlan, string>;
  /** Only when what would be changed is still what `digest` was made from. */
  readonly apply: (
    id: string,
    action: ConnectorAction,
    scope: ConnectorScope,
    digest: string,
  ) => Result<ConnectorPlan, string>;
  /** Every file whose change may mean that an agent is connected no longer, or again. */
  readonly watched: () => readonly string[];
}

/** Everything that can be connected. */
export const all: readonly Connector[] = [
  claudeCode,
  codex,
  geminiCli,
  copilot,
  qwenCode,
  opencode,
  kilo,
  pi,
  cline,
  cursor,
  vsCode,
  claudeDesktop,
  windsurf,
  ...agentServers,
];

export function createConnectors({ place, dataDirectory, sha256, now }: ConnectorOptions): Connectors {
  const backups = join(dataDirectory, "backups");
  const remembered = openConnectedAgents(dataDirectory);
  const versions = openVersions(dataDirectory);

  function plan(id: string, action: ConnectorAction, scope: ConnectorScope): Result<ConnectorPlan, string> {
    const connector = all.find((each) => each.id === id);
    if (connector === undefined)
      return fail(`There is no agent ${id}. Known are ${all.map((each) => each.id).join(", ")}.`);
    if (!connector.scopes.includes(scope.kind))
      return fail(`${connector.name} cannot be connected for one project only.`);
    try {
      const changes = changesOf(connector, action, scope).filter(({ before, after }) => before !== after);
      const digest = sha256(JSON.stringify(changes));
      return ok({ id, changes, digest, notes: action === "connect" ? connector.notes : [] });
    } catch (error) {
      return fail(describe(error, connector, scope));
    }
  }

  function changesOf(connector: Connector, action: ConnectorAction, scope: ConnectorScope): readonly FileChange[] {
    if (action === "connect") return connector.connect(scope, place(), readText);
    return connector.disconnect(scope, place(), readText).map((change) => {
      if (change.before === change.after) return change;
      const original = backupsOf(change.file, backups).find((text) => {
        const read = (file: string): string | undefined => (file === change.file ? text : readText(file));
        const holdsNone = connector.disconnect(scope, place(), read).every(({ before, after }) => before === after);
        const again = connector.connect(scope, place(), read).find(({ file }) => file === change.file);
        return holdsNone && again?.after === change.before;
      });
      // Byte for byte what was there, when nobody has changed the file since.
      return original === undefined ? change : { ...change, after: original };
    });
  }

  function describe(error: unknown, connector: Connector, scope: ConnectorScope): string {
    if (!(error instanceof UnreadableSettings)) return String(error);
    const where = scope.kind === "user" ? "Your settings file" : "The project's settings file";
    return `${where} of ${connector.name} cannot be changed. ${error.message}`;
  }

  function standing(connector: Connector, scope: ConnectorScope): Standing {
    try {
      const own = connector.standing?.(scope, place(), readText, remembered.has(connector.id, scope));
      if (own !== undefined) return own;
      const wanted = connector.connect(scope, place(), readText);
      const without = connector.disconnect(scope, place(), readText);
      if (without.every(({ before, after }) => before === after)) {
        return remembered.has(connector.id, scope)
          ? { state: "changed", detail: "Its hook was removed: repair it, or disconnect it for good." }
          : { state: "not_connected", detail: "It does not ask Gatehouse." };
      }
      if (wanted.some(({ before, after }) => before !== after)) {
        return { state: "changed", detail: "Its hook is not as it should be: repair it." };
      }
      if (readText(place().launcher) !== launcherText(place())) {
        return { state: "changed", detail: "Gatehouse's launcher is missing or was changed: repair it." };
      }
      const obstacle = connector.obstacle?.(scope, place(), readText);
      return obstacle ?? { state: "connected", detail: "It asks Gatehouse before every tool runs." };
    } catch (error) {
      return { state: "not_connected", detail: describe(error, connector, scope) };
    }
  }

  async function view(connector: Connector, scope: ConnectorScope): Promise<ConnectorView> {
    const { home, environment } = place();
    const path = findProgram(connector.programs, [...programFolders(home, environment), ...(connector.folders ?? [])]);
    const isAsked = path !== undefined && connector.asksVersion !== false;
    const version = isAsked ? await versions.of(path) : undefined;
    const stateIn = async (where: ConnectorScope): Promise<Standing> => {
      const written = standing(connector, where);
      const obstacle =
        path === undefined || written.state !== "connected"
          ? undefined
          : await connector.programObstacle?.(path, where, place());
      return obstacle ?? aged(written, connector, version);
    };
    const folders = scope.kind === "user" ? remembered.projectsOf(connector.id) : [];
    return {
      id: connector.id,
      name: connector.name,
      ...(path === undefined ? {} : { program: { path, ...(version === undefined ? {} : { version }) } }),
      ...(await stateIn(scope)),
      files: filesOf(connector, scope),
      scopes: connector.scopes,
      projects: await Promise.all(
        folders.map(async (folder) => ({ folder, ...(await stateIn({ kind: "project", folder })) })),
      ),
    };
  }

  /** Connected before, anywhere, or something would change. */
  function isUsed(connector: Connector, scope: ConnectorScope): boolean {
    if (remembered.has(connector.id, scope) || remembered.projectsOf(connector.id).length > 0) return true;
    try {
      return [connector.connect, connector.disconnect].some((change) =>
        change(scope, place(), readText).some(({ before, after }) => before !== after),
      );
    } catch {
      return true;
    }
  }

  function filesOf(connector: Connector, scope: ConnectorScope): readonly string[] {
    return connector.connect(scope, place(), () => undefined).map(({ file }) => file);
  }

  function watched(): readonly string[] {
    const files = all.flatMap((connector) => {
      const projects = remembered.projectsOf(connector.id).map((folder) => ({ kind: "project", folder }) as const);
      const scopes: readonly ConnectorScope[] = [{ kind: "user" }, ...projects];
      return scopes.flatMap((scope) => [
        ...filesOf(connector, scope),
        ...(connector.alsoWatched?.(scope, place()) ?? []),
      ]);
    });
    return [...new Set([...files, place().launcher])];
  }

  return {
    plan,
    watched,
    list: (scope) =>
      Promise.all(
        all
          .filter((each) => each.scopes.includes(scope.kind) && (each.onlyWhenUsed !== true || isUsed(each, scope)))
          .map((each) => view(each, scope)),
      ),
    apply: (id, action, scope, digest) => {
      const planned = plan(id, action, scope);
      if (!planned.ok) return planned;
      if (planned.value.digest !== digest) return fail("The files have changed since you saw them. Look again.");
      try {
        if (action === "connect") writeLauncher(place());
        const stamp = new Date(now()).toISOString().replaceAll(":", "-");
        for (const change of planned.value.changes) applyChange(change, backups, stamp);
        remembered.set(id, scope, action === "connect");
        return planned;
      } catch (error) {
        return fail(`The files could not be written: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

/** Says so when the program is older than the one that was tried. */
function aged(standing: Standing, { triedWith }: Connector, version: string | undefined): Standing {
  if (standing.state !== "connected" || version === undefined || triedWith === undefined) return standing;
  if (!isOlder(version, triedWith)) return standing;
  const detail = `Its hook is in place, but was not tried with versions before ${triedWith}: this is ${version}, so update it.`;
  return { state: "unsupported", detail };
}

/** The programs that hooks call. */
export function writeLauncher(place: ConnectorPlace): void {
  mkdirSync(dirname(place.launcher), { recursive: true, mode: 0o700 });
  const scripts = [
    [place.launcher, launcherText(place)],
    [mcpLauncher(place), mcpLauncherText(place)],
  ] as const;
  for (const [path, text] of scripts) {
    writeFileSync(path, text, { mode: 0o755 });
    chmodSync(path, 0o755);
  }
}
