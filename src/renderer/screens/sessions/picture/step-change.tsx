// What a step changes in a file: the lines it adds and takes away.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SessionStep } from "../../../../shared/contract/sessions/sessions.ts";
import { isJsonObject, type JsonObject } from "../../../../shared/lib/json.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { type DiffLine, diffLines } from "../../../lib/diff.ts";
import { replacementIn } from "../../../lib/edit.ts";
import { foldUnchanged } from "../../../lib/fold.ts";
import { replay as labels } from "../../../labels/sessions/sessions.ts";
import { call } from "../../../state/bridge.ts";

export interface StepChangeProps {
  readonly agentDid: string;
  readonly step: SessionStep;
  /** The last step before it that wrote the same file, where there is one. */
  readonly earlier: SessionStep | undefined;
}

/** Longer texts are read in Activity. */
const mostCharacters = 60_000;
const mostLines = 300;

interface Change {
  readonly before: string;
  readonly after: string;
  readonly note: string;
}

export function StepChange({ agentDid, step, earlier }: StepChangeProps) {
  const change = useQuery({
    queryKey: ["step-change", agentDid, step.intentId, earlier?.intentId],
    queryFn: () => readChange(agentDid, step, earlier),
    gcTime: 0,
  });
  const path = writtenPath(step);
  if (change.data === undefined) return change.error === null ? null : <Note words={labels.notRecorded} />;
  if (change.data === "none") return null;
  return (
    <section aria-label={labels.change(visibleLine(path))} className="overflow-hidden rounded-md border border-line">
      <p className="flex gap-3 border-b border-line bg-surface px-3 py-1.5 text-xs">
        <span className="min-w-0 truncate font-mono" title={visibleLine(path)}>
          {visibleLine(path)}
        </span>
        <span className="ml-auto shrink-0 text-faint">{change.data.note}</span>
      </p>
      <Lines before={change.data.before} after={change.data.after} />
    </section>
  );
}

function Note({ words }: { words: string }) {
  return <p className="text-xs text-faint">{words}</p>;
}

const looks = {
  same: { sign: " ", name: "", line: "text-quiet" },
  added: { sign: "+", name: labels.added, line: "bg-risk-low-soft" },
  removed: { sign: "−", name: labels.removed, line: "bg-danger-soft" },
} as const;

interface Line {
  readonly key: number;
  /** Lines that are folded away here; 0 for a line. */
  readonly folded: number;
  readonly line: DiffLine | undefined;
}

function Lines({ before, after }: { before: string; after: string }) {
  const blocks = useMemo(() => foldUnchanged(diffLines(before, after)), [before, after]);
  const all = blocks.flatMap((block): readonly Line[] =>
    block.kind === "folded"
      ? [{ key: block.from, folded: block.lines.length, line: undefined }]
      : block.lines.map((line, index) => ({ key: block.from + index, folded: 0, line })),
  );
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto py-1 font-mono text-xs leading-5"
    >
      {all.slice(0, mostLines).map(({ key, folded, line }) =>
        line === undefined ? (
          <p key={key} className="bg-surface px-3 text-faint">
            {labels.unchanged(folded)}
          </p>
        ) : (
          <p key={key} className={`flex gap-2 px-3 ${looks[line.kind].line}`}>
            <span aria-hidden className="w-2 shrink-0 text-faint select-none">
              {looks[line.kind].sign}
            </span>
            {looks[line.kind].name === "" ? null : <span className="sr-only">{looks[line.kind].name}</span>}
            <span className="min-w-0 break-all whitespace-pre-wrap">{visibleLine(line.text)}</span>
          </p>
        ),
      )}
      {all.length > mostLines ? <p className="px-3 text-faint">{labels.moreLines(all.length - mostLines)}</p> : null}
    </div>
  );
}

/** "none" for a step that writes no text. */
async function readChange(
  agentDid: string,
  step: SessionStep,
  earlier: SessionStep | undefined,
): Promise<Change | "none"> {
  const given = await argumentsOf(agentDid, step);
  const replacement = replacementIn(given);
  if (replacement !== undefined)
    return { before: cut(replacement.before), after: cut(replacement.after), note: labels.replaced };
  const after = textIn(given, step);
  if (after === undefined) return "none";
  const before = earlier === undefined ? undefined : textIn(await argumentsOf(agentDid, earlier), earlier);
  return {
    before: cut(before ?? ""),
    after: cut(after),
    note: before === undefined ? labels.wholeFile : labels.againstEarlier,
  };
}

async function argumentsOf(agentDid: string, { intentId }: SessionStep): Promise<JsonObject> {
  const story = await call("getStory", { intentId, agentDid });
  const given = story.entries.find(({ kind }) => kind === "intent")?.body["arguments"];
  return isJsonObject(given) ? given : {};
}

function textIn(given: JsonObject, { writes }: SessionStep): string | undefined {
  const text = writes === undefined ? undefined : given[writes];
  return typeof text === "string" ? text : undefined;
}

function cut(text: string): string {
  return text.length <= mostCharacters ? text : text.slice(0, mostCharacters);
}

export function writtenPath({ files, summary }: SessionStep): string {
  return files.find(({ access }) => access === "write")?.path ?? summary;
}
