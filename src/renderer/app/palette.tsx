// The command palette: finds screens, agents, requests, settings, rules, sessions and actions by typing.
import { Command } from "cmdk";
import { Bot, Cable, Hand, Keyboard, ListChecks, Monitor, Moon, OctagonX, Play, Search, Sun } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { approvalHeadline } from "../../shared/headline/index.ts";
import { longestText } from "../../shared/contract/ledger-search.ts";
import { openChecklist } from "../state/checklist.ts";
import { changeAppearance } from "../state/appearance.ts";
import { Confirm } from "../components/confirm.tsx";
import { useChange, useLive } from "../state/queries.ts";
import { visibleLine } from "../../shared/lib/visible.ts";
import { commandKey } from "../lib/command-key.ts";
import { openActivity, openOverlay, selectAgent, selectApproval, show, tell, useUi } from "../state/ui-store.ts";
import { Actions } from "./palette-actions.tsx";
import { Found } from "./palette-found.tsx";
import { Group, Item } from "./palette-parts.tsx";
import { otherScreens, screens } from "./screens.ts";
import { palette as labels } from "../labels/window.ts";

interface Stopping {
  readonly name: string;
  readonly agentDid?: string;
  readonly halted: boolean;
}

const mostRequests = 50;

/** Closes the palette, then does it. */
type Doing = (run: () => void) => () => void;

export function Palette() {
  const open = useUi((state) => state.overlay) === "palette";
  const [stopping, setStopping] = useState<Stopping>();
  const close = (): void => openOverlay(undefined);
  return (
    <>
      <Dialog.Root open={open} onOpenChange={(wanted) => (wanted ? undefined : close())}>
        <Dialog.Portal>
          <div className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed top-[14vh] left-1/2 z-50 w-[36rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 overflow-hidden rounded-lg border border-edge bg-raised shadow-2xl"
          >
            <Dialog.Title className="sr-only">{labels.commands}</Dialog.Title>
            <Menu onClose={close} onStop={setStopping} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <StopConfirm stopping={stopping} onClose={() => setStopping(undefined)} />
    </>
  );
}

function Menu({ onClose, onStop }: { onClose: () => void; onStop: (stopping: Stopping) => void }) {
  const [search, setSearch] = useState("");
  const approvals = useLive("listApprovals").data ?? [];
  const agents = useLive("listAgents").data ?? [];
  const halted = useLive("getStatus").data?.halted ?? false;
  const doing = (run: () => void) => (): void => {
    onClose();
    run();
  };
  const words = search.trim();
  return (
    <Command label={labels.commands} loop vimBindings={false} filter={matches}>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search size={15} aria-hidden className="shrink-0 text-faint" />
        <Command.Input
          maxLength={longestText}
          value={search}
          onValueChange={setSearch}
          placeholder={labels.placeholder}
          className="h-11 w-full bg-transparent outline-none placeholder:text-faint"
        />
      </div>
      <Command.List className="max-h-[26rem] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-xs text-faint">{labels.nothingFound}</Command.Empty>
        <ScreensGroup doing={doing} />
        {approvals.length === 0 ? null : (
          <Group heading={labels.waitingForYou}>
            {approvals.slice(0, mostRequests).map(({ approvalId, agentName, facts, headline }) => (
              <Item
                key={approvalId}
                icon={Hand}
                value={`request ${approvalId} ${agentName} ${facts.command ?? ""}`}
                note={agentName}
                onSelect={doing(() => {
                  selectApproval(approvalId);
                  show("approvals");
                })}
              >
                {approvalHeadline({ facts, ...(headline === undefined ? {} : { headline }) }).sentence}{" "}
                <span className="font-mono text-2xs text-faint">{visibleLine(facts.command ?? "")}</span>
              </Item>
            ))}
          </Group>
        )}
        <Group heading={labels.stop}>
          <Item
            icon={halted ? Play : OctagonX}
            value="stop resume all agents kill switch"
            onSelect={doing(() => onStop({ name: labels.allAgents, halted: !halted }))}
          >
            {halted ? labels.resumeAllAgents : labels.stopAllAgents}
          </Item>
          {agents
            .filter(({ state }) => state === "connected" || state === "stale" || state === "halted")
            .map(({ agentDid, name, state }) => (
              <Item
                key={agentDid}
                icon={state === "halted" ? Play : OctagonX}
                value={`stop resume ${name} ${agentDid}`}
                onSelect={doing(() => onStop({ name, agentDid, halted: state !== "halted" }))}
              >
                {state === "halted" ? labels.resumeAgent(name) : labels.stopAgent(name)}
              </Item>
            ))}
        </Group>
        {agents.length === 0 ? null : (
          <Group heading={labels.agents}>
            {agents.map(({ agentDid, name, version }) => (
              <Item
                key={agentDid}
                icon={Bot}
                value={`agent ${name} ${agentDid}`}
                note={version}
                onSelect={doing(() => {
                  selectAgent(agentDid);
                  show("agents");
                })}
              >
                {name}
              </Item>
            ))}
          </Group>
        )}
        <ConsoleGroup doing={doing} />
        <Actions doing={doing} />
        {/* These are many: they appear once somebody looks for something. */}
        {words === "" ? null : <Found doing={doing} />}
        {words === "" ? null : (
          <Command.Group forceMount>
            <Item icon={Search} forceMount value="ledger" onSelect={doing(() => openActivity({ text: words }))}>
              {labels.searchLedgerFor(words)}
            </Item>
          </Command.Group>
        )}
      </Command.List>
    </Command>
  );
}

function ScreensGroup({ doing }: { doing: Doing }) {
  return (
    <Group heading={labels.screens}>
      {screens.map(({ id, title, icon }, index) => (
        <Item
          key={id}
          icon={icon}
          value={`screen ${title}`}
          note={`${commandKey} ${index + 1}`}
          onSelect={doing(() => show(id))}
        >
          {title}
        </Item>
      ))}
      {otherScreens.map(({ id, title, icon }) => (
        <Item key={id} icon={icon} value={`screen ${title} documentation`} onSelect={doing(() => show(id))}>
          {title}
        </Item>
      ))}
    </Group>
  );
}

function ConsoleGroup({ doing }: { doing: Doing }) {
  return (
    <Group heading={labels.console}>
      <Item icon={Cable} value="connect an agent found on this laptop" onSelect={doing(() => show("integrations"))}>
        {labels.connectAnAgent}
      </Item>
      <Item
        icon={ListChecks}
        value="getting started checklist first steps"
        onSelect={doing(() => {
          openChecklist(true);
          show("overview");
        })}
      >
        {labels.gettingStarted}
      </Item>
      <Item icon={Sun} value="Light theme" onSelect={doing(() => changeAppearance({ theme: "light" }))}>
        {labels.lightTheme}
      </Item>
      <Item icon={Moon} value="Dark theme" onSelect={doing(() => changeAppearance({ theme: "dark" }))}>
        {labels.darkTheme}
      </Item>
      <Item icon={Monitor} value="Theme of the system" onSelect={doing(() => changeAppearance({ theme: "system" }))}>
        {labels.systemTheme}
      </Item>
      <Item icon={Keyboard} value="keyboard shortcuts" note="?" onSelect={() => openOverlay("shortcuts")}>
        {labels.keyboardShortcuts}
      </Item>
    </Group>
  );
}

/** Every word must occur. Guessing what was meant would put a stop where a screen was looked for. */
function matches(value: string, search: string, keywords: readonly string[] = []): number {
  const text = [value, ...keywords].join(" ").toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word)) ? 1 : 0;
}

/** What the palette starts by a single key still asks first. */
function StopConfirm({ stopping, onClose }: { stopping: Stopping | undefined; onClose: () => void }) {
  const setHalt = useChange("setHalt");
  if (stopping === undefined) return null;
  const { name, agentDid, halted } = stopping;
  const action = halted ? labels.stopAgent(name) : labels.resumeAgent(name);
  const confirm = (): void => {
    const whom = agentDid === undefined ? {} : { agentDid };
    const reason = halted ? labels.stopReason : labels.resumeReason;
    setHalt.mutate({ ...whom, halted, reason }, { onSuccess: () => tell(labels.done(action.toLowerCase())) });
  };
  return (
    <Confirm open title={labels.question(action)} action={action} onConfirm={confirm} onClose={onClose}>
      <p>{halted ? labels.stopExplained : labels.resumeExplained}</p>
    </Confirm>
  );
}
