// The screens there are, in the order of the navigation.
import {
  Cable,
  CircleHelp,
  FileText,
  Hand,
  History,
  LayoutDashboard,
  type LucideIcon,
  Route,
  ScrollText,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import type { Screen } from "../state/ui-store.ts";
import { helpScreen, logScreen } from "../labels/desktop/desktop.ts";
import { screens as labels } from "../labels/window.ts";

/** Reached from the menu and the palette. */
export const otherScreens: readonly { readonly id: Screen; readonly title: string; readonly icon: LucideIcon }[] = [
  { id: "help", title: helpScreen.title, icon: CircleHelp },
  { id: "log", title: logScreen.title, icon: FileText },
];

export const screens: readonly { readonly id: Screen; readonly title: string; readonly icon: LucideIcon }[] = [
  { id: "overview", title: labels.overview, icon: LayoutDashboard },
  { id: "approvals", title: labels.approvals, icon: Hand },
  { id: "activity", title: labels.activity, icon: History },
  { id: "agents", title: labels.agents, icon: Users },
  { id: "sessions", title: labels.sessions, icon: Route },
  { id: "policy", title: labels.policy, icon: ScrollText },
  { id: "integrations", title: labels.integrations, icon: Cable },
  { id: "settings", title: labels.settings, icon: SlidersHorizontal },
];
