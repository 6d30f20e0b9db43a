// The policy as text: highlighted, completed from the schema, with the compiler's problems where they are.
import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { PolicyProblem } from "../../shared/domain/policy.ts";
import { policyOffers } from "./policy-completion.ts";
import { cursorStaysInView } from "./cursor-in-view.ts";
import { openEditor } from "./shadow.ts";
import { hangingIndent } from "./hanging-indent.ts";
import { editorLook } from "./theme.ts";
import { policyEditor as labels, searchPanel } from "../labels/policy.ts";

export interface PolicyEditorProps {
  readonly text: string;
  readonly problems: readonly PolicyProblem[];
  /** Goes there, and again whenever the object is a new one. */
  readonly goTo: { readonly line: number; readonly column?: number } | undefined;
  /** Opens the search panel. */
  readonly finding: boolean;
  readonly onArrived: () => void;
  readonly onChange: (text: string) => void;
}

export function PolicyEditor(props: PolicyEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openEditor(host.current, latest.current.text, [
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      autocompletion({ override: [complete], icons: false }),
      highlightActiveLine(),
      EditorView.lineWrapping,
      hangingIndent,
      cursorStaysInView,
      yaml(),
      editorLook,
      EditorState.tabSize.of(2),
      // On top, where it hides no line that is being typed at the end of the file.
      search({ top: true }),
      EditorState.phrases.of(searchPanel),
      EditorView.contentAttributes.of({
        "aria-label": labels.policyFile,
        "aria-description": labels.escapeHint,
        spellcheck: "false",
        tabindex: "0",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onChange(update.state.doc.toString());
      }),
      keymap.of([
        // Before the next one, so that Escape closes the search panel first.
        ...searchKeymap,
        // Keyboard users must be able to leave: after Escape, Tab moves the focus again.
        { key: "Escape", run: leave },
        ...completionKeymap,
        ...lintKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ]);
    view.current = opened;
    return () => opened.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === props.text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.text } });
  }, [props.text]);

  useEffect(() => {
    const editor = view.current;
    if (editor !== undefined) editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor, props.problems)));
  }, [props.problems]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || props.goTo === undefined) return;
    const line = editor.state.doc.line(Math.min(Math.max(1, props.goTo.line), editor.state.doc.lines));
    const anchor = Math.min(line.to, line.from + (props.goTo.column ?? 1) - 1);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    editor.focus();
    latest.current.onArrived();
  }, [props.goTo]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || !props.finding) return;
    openSearchPanel(editor);
    latest.current.onArrived();
  }, [props.finding]);

  return <div ref={host} className="h-full min-h-0" data-editor="policy" />;
}

function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const before = state.sliceDoc(Math.max(0, pos - 1), pos);
  if (!explicit && !/[\w."]/.test(before)) return null;
  const found = policyOffers(state.doc.toString(), pos);
  if (found === undefined) return null;
  return {
    from: found.from,
    options: found.offers.map(({ label, detail, kind, insert }) => ({
      label,
      type: kind,
      ...(detail === undefined ? {} : { detail }),
      ...(insert === undefined ? {} : { apply: insert }),
    })),
    validFor: /^[\w*.-]*$/,
  };
}

/** A problem is a place; what is underlined is the word there, or the line when there is none. */
function diagnosticsOf({ state }: EditorView, problems: readonly PolicyProblem[]): Diagnostic[] {
  return problems.map(({ line, column, path, message }) => {
    const at = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
    const from = Math.min(at.to, at.from + column - 1);
    const length = /^[\w"'.*-]+/.exec(state.sliceDoc(from, at.to))?.[0].length ?? 0;
    return {
      from: length === 0 ? at.from : from,
      to: length === 0 ? at.to : from + length,
      severity: "error" as const,
      message: path === "" ? message : `${path}: ${message}`,
    };
  });
}

/** Completion and panels handle the key first; otherwise the focus moves to the tabs next to the editor. */
function leave(): boolean {
  const tab = document.querySelector<HTMLElement>('[role="tab"][data-state="active"]');
  tab?.focus();
  return tab !== null;
}
