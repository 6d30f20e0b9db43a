// The look of large texts. Its rules live in a shadow tree, where tokens arrive as inherited properties.
import { EditorView } from "@codemirror/view";

const marked = (level: string) => ({
  backgroundColor: `var(--color-risk-${level}-soft)`,
  textDecorationColor: `var(--color-risk-${level})`,
});

export const largeTextLook = EditorView.theme({
  "&": { height: "100%", color: "var(--color-ink)", backgroundColor: "var(--color-surface)", fontSize: "12.5px" },
  "&.cm-focused": { outline: "2px solid var(--color-accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "4px 0" },
  // Left to right always: the text itself has no say in the order in which it is shown.
  ".cm-line": {
    position: "relative",
    padding: "0 14px",
    overflowWrap: "anywhere",
    direction: "ltr",
    unicodeBidi: "bidi-override",
  },
  ".cm-same, .cm-added, .cm-removed": { paddingLeft: "34px" },
  ".cm-same": { color: "var(--color-quiet)" },
  ".cm-added": { backgroundColor: "var(--color-risk-low-soft)" },
  ".cm-removed": { backgroundColor: "var(--color-danger-soft)" },
  ".cm-added:before, .cm-removed:before": { position: "absolute", left: "14px", color: "var(--color-faint)" },
  ".cm-added:before": { content: "'+'" },
  ".cm-removed:before": { content: "'−'" },
  // A line that goes on from the row above.
  ".cm-continued": { paddingLeft: "34px" },
  ".cm-continued:before": { position: "absolute", left: "14px", color: "var(--color-faint)", content: "'↳'" },
  ".cm-kind-name": {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  },
  ".cm-hidden-character": {
    display: "inline-block",
    margin: "0 1px",
    whiteSpace: "nowrap",
    lineHeight: "16px",
    padding: "0 4px",
    borderRadius: "2px",
    fontFamily: "var(--font-sans)",
    fontSize: "11px",
    fontWeight: "600",
    color: "var(--color-risk-critical)",
    backgroundColor: "var(--color-risk-critical-soft)",
    boxShadow: "inset 0 0 0 1px color-mix(in srgb, var(--color-risk-critical) 40%, transparent)",
  },
  ".cm-finding": { textDecoration: "underline 2px", textUnderlineOffset: "3px" },
  ".cm-finding-low": marked("low"),
  ".cm-finding-medium": marked("medium"),
  ".cm-finding-high": marked("high"),
  ".cm-finding-critical": marked("critical"),
  ".cm-folded": {
    display: "block",
    width: "100%",
    padding: "0 14px",
    border: "none",
    background: "none",
    textAlign: "left",
    fontFamily: "var(--font-sans)",
    fontSize: "11px",
    lineHeight: "20px",
    color: "var(--color-faint)",
  },
  ".cm-folded:hover": { backgroundColor: "var(--color-hover)", color: "var(--color-ink)" },
  ".cm-scroller::-webkit-scrollbar": { width: "10px", height: "10px" },
  ".cm-scroller::-webkit-scrollbar-thumb": {
    border: "3px solid transparent",
    borderRadius: "5px",
    background: "var(--color-edge) content-box",
  },
});
