// The log: what happened to Gatehouse itself, newest first.
import { FolderOpen, RefreshCw } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { DesktopState, LogEntry } from "../../../shared/contract/window/desktop.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Empty } from "../../components/empty.tsx";
import { FindField } from "../../components/find-field.tsx";
import { Toggle } from "../../components/toggle.tsx";
import { logScreen as labels } from "../../labels/desktop/desktop.ts";
import { fullTime } from "../../labels/format.ts";
import { askDesktop } from "../../state/desktop.ts";

const refreshMs = 5000;

export function LogScreen() {
  const { state, failed, refresh } = useLog();
  const [words, setWords] = useState("");
  const [problemsOnly, setProblemsOnly] = useState(false);
  if (failed) return <Empty title={labels.failed} />;
  if (state === undefined) return null;
  const entries = state.log ?? [];
  const shown = entries.filter((entry) => fits(entry, words, problemsOnly));
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-5 py-1.5">
        <FindField label={labels.find} words={words} onChange={setWords} className="w-56" />
        <Toggle label={labels.problemsOnly} on={problemsOnly} onChange={setProblemsOnly} />
        <span className="text-xs text-quiet">{labels.problemsOnly}</span>
        <span className="ml-auto flex gap-1">
          <CopyButton text={shown.map(lineOf).join("\n")} label={labels.copy} />
          <Button look="quiet" onClick={() => void askDesktop("show-log-file")}>
            <FolderOpen size={13} aria-hidden />
            {labels.showFile}
          </Button>
          <Button look="quiet" size="icon" aria-label={labels.refresh} title={labels.refresh} onClick={refresh}>
            <RefreshCw size={13} aria-hidden />
          </Button>
        </span>
      </div>
      <p className="shrink-0 px-5 pt-2 text-xs text-faint">
        {labels.about} <span className="selectable font-mono break-all">{state.logFile}</span>
      </p>
      {shown.length === 0 ? (
        <Empty title={entries.length === 0 ? labels.empty : labels.nothingFits}>
          {entries.length === 0 ? labels.emptyAbout : labels.tryOtherWords}
        </Empty>
      ) : (
        <ol aria-label={labels.entries} className="selectable min-h-0 flex-1 overflow-y-auto px-5 py-2 text-xs">
          {shown.map((entry, index) => (
            <Line key={`${entry.at} ${index}`} entry={entry} />
          ))}
        </ol>
      )}
    </div>
  );
}

const inks: Readonly<Record<LogEntry["level"], string>> = {
  info: "text-faint",
  warning: "text-warning",
  error: "text-danger",
};

function Line({ entry }: { entry: LogEntry }) {
  return (
    <li className="flex flex-wrap gap-x-3 border-b border-line py-1">
      <span className="text-faint tabular-nums">{fullTime(entry.at)}</span>
      <span className={`w-14 font-medium ${inks[entry.level]}`}>{labels.levels[entry.level]}</span>
      <span className="w-20 truncate text-quiet">{entry.where}</span>
      <span className="min-w-0 flex-1 basis-60 break-words whitespace-pre-wrap">{entry.message}</span>
    </li>
  );
}

function fits({ level, where, message }: LogEntry, words: string, problemsOnly: boolean): boolean {
  if (problemsOnly && level === "info") return false;
  const text = `${where} ${message}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function lineOf({ at, level, where, message }: LogEntry): string {
  return `${new Date(at).toISOString()} ${level} ${where}: ${message}`;
}

function useLog() {
  const [state, setState] = useState<DesktopState>();
  const [failed, setFailed] = useState(false);
  const refresh = useCallback(() => {
    askDesktop("log").then(setState, () => setFailed(true));
  }, []);
  useEffect(() => {
    refresh();
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [refresh]);
  return { state, failed, refresh };
}
