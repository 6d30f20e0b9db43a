// Editors live in a shadow tree of their own: there their styles are adopted sheets, which the page's content security
// policy allows, and not style elements, which it forbids.
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export function openEditor(host: HTMLElement, text: string | Text, extensions: Extension): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open", delegatesFocus: true });
  return new EditorView({ state: EditorState.create({ doc: text, extensions }), root, parent: root });
}
