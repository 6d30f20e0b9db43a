// Managed settings of agents: inside a contained run they make an agent ask whatever its user's and its project's files say.
import { stringify } from "smol-toml";
import { guardedCommand, recordingCommand } from "./launcher.ts";
import { claudeEvents, codexEvents, secondsFor } from "./agents/settings-hooks.ts";
import type { ConnectorPlace } from "./types.ts";

export interface ManagedSettings {
  /** Where the agent looks for it. */
  readonly path: string;
  readonly text: string;
}

/**
 * Only of agents that were seen to take them from a folder that does not belong to root: the others have their hooks in the
 * user's settings, which are read-only inside.
 */
export function managedSettingsOf(agent: string, place: ConnectorPlace): ManagedSettings | undefined {
  if (agent === "claude-code") return { path: "/etc/claude-code/managed-settings.json", text: claudeSettings(place) };
  if (agent === "codex") return { path: "/etc/codex/requirements.toml", text: codexRequirements(place) };
  return undefined;
}

/** Over the launcher and not over HTTP: a socket's file cannot be taken over by another process inside. */
function commandOf(place: ConnectorPlace, agent: string, event: string) {
  const command = event === "PreToolUse" ? guardedCommand(place, agent, event) : recordingCommand(place, agent, event);
  return { type: "command", command, timeout: secondsFor(event) };
}

function claudeSettings(place: ConnectorPlace): string {
  const hooks = [...claudeEvents, "SessionStart"].map((event) => {
    const guard = event === "PreToolUse" ? { onFailure: "block", statusMessage: "Waiting for Gatehouse" } : {};
    return [event, [{ matcher: "*", hooks: [{ ...commandOf(place, "claude-code", event), ...guard }] }]] as const;
  });
  const settings = { allowManagedHooksOnly: true, sandbox: { enabled: false }, hooks: Object.fromEntries(hooks) };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}

function codexRequirements(place: ConnectorPlace): string {
  const hooks = codexEvents.map((event) => [event, [{ hooks: [commandOf(place, "codex", event)] }]] as const);
  return stringify({
    allow_managed_hooks_only: true,
    features: { hooks: true },
    hooks: { managed_dir: place.launcher.slice(0, place.launcher.lastIndexOf("/")), ...Object.fromEntries(hooks) },
  });
}
