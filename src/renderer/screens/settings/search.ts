// Finding settings by what they are called, what they do and what they can be.
import { type SettingEntry, settingEntries, settingGroups } from "./description.ts";

export function findSettings(words: string): readonly SettingEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return settingEntries.filter((entry) => {
    const text = textOf(entry).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

function textOf({ name, label, effect, group, control }: SettingEntry): string {
  const title = settingGroups.find(({ id }) => id === group)?.title ?? "";
  const options = control.kind === "choice" ? control.options.map((option) => option.label) : [];
  return [name, label, effect, title, ...options].join(" ");
}
