// Settings: found by group or by words, each with its effect; changes are in force at once and recorded.
import { type ReactNode, useRef } from "react";
import { FindField } from "../../components/find-field.tsx";
import { Empty } from "../../components/empty.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { Bands } from "./bands.tsx";
import { type SettingEntry, settingGroups } from "./description.ts";
import { ListenerSettings } from "./listener.tsx";
import { findSettings } from "./search.ts";
import { Setting } from "./setting.tsx";
import { searchSettings, useUi } from "../../state/ui-store.ts";
import { useSettings } from "./use-setting.ts";
import { settingsScreen as labels } from "../../labels/settings.ts";

const listener = { id: "listener", title: labels.listener, about: labels.listenerAbout };
const appearance = { id: "appearance", title: labels.appearance, about: labels.appearanceAbout };
const groups = [...settingGroups, listener, appearance];

/** The two groups that are not settings of the engine are found by these words. */
const otherWords: Readonly<Record<string, string>> = {
  listener: labels.listenerTerms,
  appearance: labels.appearanceTerms,
};

export function SettingsScreen() {
  const settings = useSettings();
  const words = useUi((state) => state.settingWords);
  const page = useRef<HTMLDivElement>(null);
  const entries = findSettings(words);
  const shown = groups.filter(({ id }) => isShown(id, entries, words));
  const jump = (id: string): void => {
    const section = page.current?.querySelector<HTMLElement>(`[data-group="${id}"]`);
    section?.scrollIntoView({ block: "start" });
    section?.focus({ preventScroll: true });
  };
  if (settings.error !== null) return <Empty title={labels.cannotBeRead}>{settings.error.message}</Empty>;
  if (settings.data === undefined) return null;
  return (
    <div className="grid h-full grid-cols-[13rem_minmax(0,1fr)] max-[639px]:grid-cols-[minmax(0,1fr)] max-[639px]:grid-rows-[auto_minmax(0,1fr)]">
      <nav
        aria-label={labels.groups}
        className="flex min-h-0 flex-col overflow-y-auto border-line p-3 max-[639px]:border-b min-[640px]:border-r"
      >
        <FindField label={labels.findASetting} words={words} onChange={searchSettings} className="shrink-0" />
        <ul className="mt-2 space-y-0.5 max-[639px]:flex max-[639px]:gap-1 max-[639px]:space-y-0 max-[639px]:overflow-x-auto">
          {shown.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => jump(id)}
                className="h-7 w-full rounded-md px-2 text-left whitespace-nowrap text-quiet hover:bg-hover hover:text-ink"
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div ref={page} className="min-h-0 overflow-y-auto px-8 pb-16 max-[639px]:px-4">
        {shown.length === 0 ? <Empty title={labels.nothingFits}>{labels.tryOtherWords}</Empty> : null}
        <div className="max-w-4xl">
          {shown.map(({ id, title, about }) => (
            <Group key={id} id={id} title={title} about={about}>
              {id === "decisions" && words === "" ? <Bands highBand={settings.data.highBand} /> : null}
              {entries
                .filter((entry) => entry.group === id)
                .map((entry) => (
                  <Setting key={entry.name} entry={entry} />
                ))}
              {id === "listener" ? <ListenerSettings /> : null}
              {id === "appearance" ? <AppearanceSettings /> : null}
            </Group>
          ))}
        </div>
      </div>
    </div>
  );
}

function isShown(id: string, entries: readonly SettingEntry[], words: string): boolean {
  const own = otherWords[id];
  if (own === undefined) return entries.some((entry) => entry.group === id);
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => own.includes(word));
}

function Group({ id, title, about, children }: { id: string; title: string; about: string; children: ReactNode }) {
  return (
    <section data-group={id} aria-labelledby={`group-${id}`} tabIndex={-1} className="scroll-mt-0 pt-6 outline-none">
      <h2 id={`group-${id}`} className="text-base font-semibold">
        {title}
      </h2>
      <p className="mb-1 text-xs text-quiet">{about}</p>
      {children}
    </section>
  );
}
