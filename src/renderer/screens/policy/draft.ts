// The draft of the policy: survives other screens and a restart until it is saved or discarded.
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

export type Pane = "rules" | "packs" | "whatif" | "explain" | "history";

/** Shown instead of the editor: a version, or the file on disk, compared with another text. */
export interface Comparison {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  /** The version it is about, where that can be restored. */
  readonly restores?: string;
}

interface DraftState {
  readonly text: string | undefined;
  /** The id of the text the draft was begun from. */
  readonly base: string | undefined;
  readonly pane: Pane;
  readonly days: number;
  readonly runId: string | undefined;
  readonly comparison: Comparison | undefined;
  readonly goTo: { readonly line: number; readonly column?: number } | undefined;
  /** The editor is to open its search panel. */
  readonly finding: boolean;
}

const nothing: DraftState = {
  text: undefined,
  base: undefined,
  pane: "rules",
  days: 30,
  runId: undefined,
  comparison: undefined,
  goTo: undefined,
  finding: false,
};

export const useDraft = create<DraftState>()(
  persist(() => nothing, {
    name: "gatehouse.policy-draft",
    storage: createJSONStorage(() => localStorage),
    partialize: ({ text, base }) => ({ text, base }),
  }),
);

export function edit(text: string, base: string, original: string): void {
  const { base: begun } = useDraft.getState();
  if (text === original) useDraft.setState({ text: undefined, base: undefined });
  else useDraft.setState({ text, base: begun ?? base });
}

/** Another text into the editor, as a change of the one that is there. */
export function load(text: string, base: string, original: string): void {
  useDraft.setState({ comparison: undefined });
  edit(text, base, original);
}

export function discard(): void {
  useDraft.setState({ text: undefined, base: undefined });
}

/** The file has changed: the draft becomes a change of the current file. */
export function rebase(base: string): void {
  useDraft.setState({ base, comparison: undefined });
}

export function showPane(pane: Pane): void {
  useDraft.setState({ pane });
}

export function compare(comparison: Comparison | undefined): void {
  useDraft.setState({ comparison });
}

export function goTo(line: number, column = 1): void {
  useDraft.setState({ goTo: { line, column }, comparison: undefined });
}

/** The editor is there; coming back to the screen must not jump again. */
export function arrived(): void {
  useDraft.setState({ goTo: undefined, finding: false });
}

export function openSearch(): void {
  useDraft.setState({ finding: true });
}

export function setRun(runId: string | undefined): void {
  useDraft.setState({ runId });
}

export function setDays(days: number): void {
  useDraft.setState({ days });
}
