// The screens' code, each loaded when it is first shown: most of them are not opened in most sessions.
import { type ComponentType, lazy } from "react";
import type { Screen } from "../state/ui-store.ts";

const loaders: Readonly<Record<Screen, () => Promise<ComponentType>>> = {
  overview: async () => (await import("../screens/overview/overview-screen.tsx")).OverviewScreen,
  approvals: async () => (await import("../screens/approvals/approvals-screen.tsx")).ApprovalsScreen,
  activity: async () => (await import("../screens/activity/activity-screen.tsx")).ActivityScreen,
  agents: async () => (await import("../screens/agents/agents-screen.tsx")).AgentsScreen,
  sessions: async () => (await import("../screens/sessions/sessions-screen.tsx")).SessionsScreen,
  policy: async () => (await import("../screens/policy/policy-screen.tsx")).PolicyScreen,
  integrations: async () => (await import("../screens/integrations/integrations-screen.tsx")).IntegrationsScreen,
  help: async () => (await import("../screens/help/help-screen.tsx")).HelpScreen,
  log: async () => (await import("../screens/log/log-screen.tsx")).LogScreen,
  settings: async () => (await import("../screens/settings/settings-screen.tsx")).SettingsScreen,
};

function viewOf(screen: Screen) {
  return lazy(async () => ({ default: await loaders[screen]() }));
}

export const views: Readonly<Record<Screen, ReturnType<typeof viewOf>>> = {
  overview: viewOf("overview"),
  approvals: viewOf("approvals"),
  activity: viewOf("activity"),
  agents: viewOf("agents"),
  sessions: viewOf("sessions"),
  policy: viewOf("policy"),
  integrations: viewOf("integrations"),
  settings: viewOf("settings"),
  help: viewOf("help"),
  log: viewOf("log"),
};

/** Begins to load a screen that somebody is about to open. */
export function prefetch(screen: Screen): void {
  void loaders[screen]();
}
