// Settings, rules and sessions in the palette.
import { ScrollText, SlidersHorizontal, Waypoints } from "lucide-react";
import { useMemo } from "react";
import { visibleLine } from "../../shared/lib/visible.ts";
import { paletteActions as labels } from "../labels/desktop/desktop.ts";
import { settingLabels } from "../labels/setting-labels.ts";
import { useAnswer } from "../state/answers.ts";
import { useLive } from "../state/queries.ts";
import { openActivity, openSetting, show } from "../state/ui-store.ts";
import type { DoingProps } from "./palette-actions.tsx";
import { Group, Item } from "./palette-parts.tsx";

const ruleDays = 30;
const mostSessions = 30;

export function Found({ doing }: DoingProps) {
  return (
    <>
      <Group heading={labels.settings}>
        {Object.entries(settingLabels).map(([name, { label }]) => (
          <Item
            key={name}
            icon={SlidersHorizontal}
            value={`setting ${label} ${name}`}
            onSelect={doing(() => openSetting(label))}
          >
            {label}
          </Item>
        ))}
      </Group>
      <Rules doing={doing} />
      <Sessions doing={doing} />
    </>
  );
}

function Rules({ doing }: DoingProps) {
  const rules = useAnswer("listRuleUse", { days: ruleDays }, { staleMs: 30_000 }).data ?? [];
  const own = rules.filter(({ kind }) => kind !== "other");
  if (own.length === 0) return null;
  return (
    <Group heading={labels.rules}>
      {own.map(({ id, reason = "", about }) => (
        <Item
          key={id}
          icon={ScrollText}
          value={`rule ${id} ${reason} ${about}`}
          note={visibleLine(reason)}
          onSelect={doing(() => show("policy"))}
        >
          {visibleLine(id)}
        </Item>
      ))}
    </Group>
  );
}

/** Those of the live feed; older ones are found in the activity. */
function Sessions({ doing }: DoingProps) {
  const feed = useLive("listFeed").data;
  const sessions = useMemo(() => {
    const known = new Map(
      (feed ?? []).flatMap((item) => (item.sessionId === undefined ? [] : [[item.sessionId, item]])),
    );
    return [...known].slice(0, mostSessions);
  }, [feed]);
  if (sessions.length === 0) return null;
  return (
    <Group heading={labels.sessions}>
      {sessions.map(([sessionId, { agentName }]) => (
        <Item
          key={sessionId}
          icon={Waypoints}
          value={`session ${sessionId} ${agentName}`}
          note={agentName}
          onSelect={doing(() => openActivity({ sessions: [sessionId] }))}
        >
          {visibleLine(sessionId)}
        </Item>
      ))}
    </Group>
  );
}
