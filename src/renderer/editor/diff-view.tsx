// Two texts as one: what is gone above what is new, with the unchanged in between folded away.
import { yaml } from "@codemirror/lang-yaml";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { openEditor } from "./shadow.ts";
import { editorLook } from "./theme.ts";

export function DiffView({ before, after, label }: { before: string; after: string; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openEditor(host.current, after, [
      lineNumbers(),
      EditorView.lineWrapping,
      yaml(),
      editorLook,
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
        syntaxHighlightDeletions: false,
      }),
    ]);
    return () => opened.destroy();
  }, [before, after, label]);
  return <div ref={host} className="h-full min-h-0" data-editor="diff" />;
}
