// The line on top of every screen: whether rules are enforced, where agents connect, and the switch that stops them.
import { Eye, Search, ShieldCheck, ShieldOff } from "lucide-react";
import type { ConsoleStatus } from "../../shared/contract.ts";
import { Button, Key } from "../components/button.tsx";
import { commandKey } from "../text/command-key.ts";
import { openOverlay } from "../ui-store.ts";
import { KillSwitch } from "./kill-switch.tsx";

export function Header({ status, title }: { status: ConsoleStatus; title: string }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-4 border-b border-line px-5">
      <h1 className="font-semibold">{title}</h1>
      <Button look="quiet" className="text-xs" onClick={() => openOverlay("palette")}>
        <Search size={13} aria-hidden />
        Search
        <span className="hidden min-[640px]:inline-flex">
          <Key>{commandKey} K</Key>
        </span>
      </Button>
      <Mode status={status} />
      <KillSwitch halted={status.halted} />
    </header>
  );
}

function Mode({ status }: { status: ConsoleStatus }) {
  const { icon: Icon, text, ink } = modeOf(status);
  return (
    <p className={`ml-auto flex items-center gap-1.5 text-xs ${ink}`}>
      <Icon size={14} aria-hidden />
      {text}
    </p>
  );
}

function modeOf(status: ConsoleStatus) {
  if (status.halted) return { icon: ShieldOff, text: "All agents stopped", ink: "font-medium text-danger" };
  if (status.mode === "observe") {
    return { icon: Eye, text: "Observing: nothing is held but critical actions", ink: "font-medium text-warning" };
  }
  return { icon: ShieldCheck, text: "Enforcing", ink: "text-quiet" };
}
