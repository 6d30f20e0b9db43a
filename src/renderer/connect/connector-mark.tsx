// Whether an agent asks Gatehouse, as a mark with words: its shape differs as well as its colour.
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  ShieldQuestionMark,
  TriangleAlert,
} from "lucide-react";
import type { ConnectorState } from "../../shared/contract/connector.ts";
import { connectorStateWords } from "../labels/connect.ts";

export type ShownState = ConnectorState | "not_installed";

const looks: Readonly<Record<ShownState, { readonly icon: LucideIcon; readonly ink: string }>> = {
  not_installed: { icon: CircleDashed, ink: "text-faint" },
  not_connected: { icon: CircleDashed, ink: "text-quiet" },
  connected: { icon: CircleCheck, ink: "text-risk-low" },
  changed: { icon: TriangleAlert, ink: "text-danger" },
  disabled: { icon: TriangleAlert, ink: "text-danger" },
  needs_trust: { icon: ShieldQuestionMark, ink: "text-warning" },
  unsupported: { icon: CircleAlert, ink: "text-warning" },
};

export function ConnectorMark({ state }: { state: ShownState }) {
  const { icon: Icon, ink } = looks[state];
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap ${ink}`}>
      <Icon size={14} strokeWidth={2.1} aria-hidden className="shrink-0" />
      {connectorStateWords[state]}
    </span>
  );
}
