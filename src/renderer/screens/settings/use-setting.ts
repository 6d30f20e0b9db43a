// A setting for its control: value, default, and how to change it.
import { defaultSettings, type Settings } from "../../../shared/contract/settings.ts";
import { useAnswer, useCommand } from "../../state/answers.ts";
import { tell } from "../../state/ui-store.ts";
import { settingProblem } from "./validate.ts";
import { useSetting as labels } from "../../labels/settings.ts";

export function useSettings() {
  return useAnswer("getSettings", {}, { staleMs: 0 });
}

export function useSetting<Name extends keyof Settings>(name: Name, label: string) {
  const settings = useSettings().data;
  const save = useCommand("saveSettings", ["getSettings", "getStatus"]);
  const value: Settings[Name] = (settings ?? defaultSettings)[name];
  const usual: Settings[Name] = defaultSettings[name];
  const change = (next: unknown): void => {
    if (settingProblem(name, next) !== undefined || same(next, value)) return;
    save.mutate({ [name]: next }, { onSuccess: () => tell(labels.saved(label)) });
  };
  return {
    value,
    usual,
    isUsual: same(value, usual),
    change,
    reset: () => change(usual),
    busy: save.isPending || settings === undefined,
  };
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
