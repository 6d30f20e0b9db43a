// The header of every screen: mode, search, and the switch that stops all agents.
import { Eye, Search, ShieldCheck, ShieldOff } from "lucide-react";
import type { ConsoleStatus } from "../../shared/contract/contract.ts";
import { Button, Key } from "../components/button.tsx";
import { useModeSwitch } from "../components/mode-switch.tsx";
import { commandKey } from "../lib/command-key.ts";
import { openOverlay } from "../state/ui-store.ts";
import { KillSwitch } from "./kill-switch.tsx";
import { header as labels } from "../labels/window.ts";

export function Header({ status, title }: { status: ConsoleStatus; title: string }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-4 border-b border-line px-5 max-[639px]:gap-1 max-[639px]:px-3">
      <h1 className="font-semibold">{title}</h1>
      <Button look="quiet" className="text-xs" onClick={() => openOverlay("palette")}>
        <Search size={13} aria-hidden />
        <span className="sr-only min-[640px]:not-sr-only">{labels.search}</span>
        <span className="hidden min-[640px]:inline-flex">
          <Key>{commandKey} K</Key>
        </span>
      </Button>
      <Mode status={status} />
      <KillSwitch halted={status.halted} />
    </header>
  );
}

/** The mode, and the way to change it. */
function Mode({ status }: { status: ConsoleStatus }) {
  const { ask, busy, dialog } = useModeSwitch();
  const { icon: Icon, text, ink } = modeOf(status);
  return (
    <div className="ml-auto">
      <Button
        look="quiet"
        className={`text-xs ${ink}`}
        disabled={busy}
        onClick={ask}
        title={status.mode === "observe" ? labels.startEnforcing : labels.switchToObserveMode}
      >
        <Icon size={14} aria-hidden />
        <span className="max-[479px]:sr-only">{text}</span>
      </Button>
      {dialog}
    </div>
  );
}

function modeOf(status: ConsoleStatus) {
  if (status.halted) return { icon: ShieldOff, text: labels.allAgentsStopped, ink: "font-medium text-danger" };
  if (status.mode === "observe") return { icon: Eye, text: labels.observeMode, ink: "font-medium text-warning" };
  return { icon: ShieldCheck, text: labels.enforcing, ink: "text-quiet" };
}
