// The screens there are, in the order of the navigation.
import {
  Cable,
  Hand,
  History,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import type { Screen } from "../ui-store.ts";

export const screens: readonly { readonly id: Screen; readonly title: string; readonly icon: LucideIcon }[] = [
  { id: "overview", title: "Overview", icon: LayoutDashboard },
  { id: "approvals", title: "Approvals", icon: Hand },
  { id: "activity", title: "Activity", icon: History },
  { id: "agents", title: "Agents", icon: Users },
  { id: "policy", title: "Policy", icon: ScrollText },
  { id: "integrations", title: "Integrations", icon: Cable },
  { id: "settings", title: "Settings", icon: SlidersHorizontal },
];
