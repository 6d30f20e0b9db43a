// Keeps the line that is being typed in view when the editor gets lower, as when a list of problems opens below it.
import { EditorView, ViewPlugin } from "@codemirror/view";

export const cursorStaysInView = ViewPlugin.define((view) => {
  let height = view.scrollDOM.clientHeight;
  const observer = new ResizeObserver(() => {
    const lower = view.scrollDOM.clientHeight < height;
    height = view.scrollDOM.clientHeight;
    if (lower && view.hasFocus) {
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
    }
  });
  observer.observe(view.scrollDOM);
  return { destroy: () => observer.disconnect() };
});
