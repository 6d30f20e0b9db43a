// The editor in the console's own colours. Its rules live in a shadow tree, where tokens arrive as inherited properties.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--color-ink)", backgroundColor: "var(--color-canvas)", fontSize: "12.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--color-ink)" },
  ".cm-line": { padding: "0 12px 0 8px" },
  ".cm-gutters": {
    backgroundColor: "var(--color-canvas)",
    color: "var(--color-faint)",
    border: "none",
    paddingLeft: "10px",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--color-hover) 70%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--color-ink)" },
  ".cm-cursor": { borderLeftColor: "var(--color-ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "light-dark(#cfdcf7, #33456b)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--color-edge)",
  },
  // The base theme draws these as data: images, which the content security policy refuses.
  ".cm-lintRange": { backgroundImage: "none !important", paddingBottom: "0" },
  ".cm-lintRange-error": {
    textDecoration: "underline wavy var(--color-danger)",
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
  },
  ".cm-lintPoint:after": { borderBottomColor: "var(--color-danger) !important" },
  ".cm-problem-line": { backgroundColor: "var(--color-danger-soft)" },
  ".cm-tooltip": {
    backgroundColor: "var(--color-raised)",
    color: "var(--color-ink)",
    border: "1px solid var(--color-edge)",
    borderRadius: "6px",
    overflow: "hidden",
    boxShadow: "0 8px 24px rgb(0 0 0 / 0.18)",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", fontSize: "12px", maxHeight: "15em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip-autocomplete ul li[aria-selected], .cm-tooltip-autocomplete-disabled ul li[aria-selected]": {
    background: "var(--color-selected) !important",
    color: "var(--color-ink) !important",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { color: "var(--color-faint)", fontStyle: "normal", marginLeft: "1.2em" },
  ".cm-diagnostic": { padding: "6px 10px", maxWidth: "36rem", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--color-danger)" },
  ".cm-panels": { backgroundColor: "var(--color-surface)", color: "var(--color-ink)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--color-line)" },
  ".cm-panel.cm-search": { padding: "8px 28px 8px 12px", fontFamily: "var(--font-sans)", fontSize: "12px" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": {
    margin: "2px 6px 2px 0",
    fontSize: "12px",
  },
  ".cm-panel.cm-search input[type=checkbox]": { accentColor: "var(--color-accent)", margin: "0 4px 0 0" },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", color: "var(--color-quiet)" },
  ".cm-panel.cm-search .cm-textfield": {
    width: "13rem",
    height: "26px",
    padding: "0 8px",
    border: "1px solid var(--color-edge)",
    borderRadius: "6px",
    backgroundColor: "var(--color-raised)",
    color: "var(--color-ink)",
    fontFamily: "var(--font-mono)",
  },
  ".cm-panel.cm-search .cm-button": {
    height: "26px",
    padding: "0 8px",
    border: "1px solid var(--color-edge)",
    borderRadius: "6px",
    backgroundImage: "none",
    backgroundColor: "var(--color-raised)",
    color: "var(--color-ink)",
  },
  ".cm-panel.cm-search [name=close]": { top: "6px", right: "8px", fontSize: "16px", color: "var(--color-quiet)" },
  ".cm-searchMatch": { backgroundColor: "light-dark(#fdeeb5, #57491a)" },
  ".cm-searchMatch.cm-searchMatch-selected": { outline: "1px solid var(--color-accent)" },
  // Differences: lines by a soft colour, words by a stronger one, and always a sign in the gutter.
  ".cm-changedLine, .cm-insertedLine": { backgroundColor: "var(--color-risk-low-soft) !important" },
  ".cm-deletedChunk": {
    backgroundColor: "var(--color-danger-soft) !important",
    padding: "0 12px 0 8px",
    textDecoration: "none",
  },
  ".cm-deletedChunk .cm-deletedLine": { textDecoration: "none" },
  ".cm-deletedText, .cm-changedText": { background: "none !important", textDecoration: "none" },
  ".cm-changedText": { fontWeight: "600" },
  ".cm-changeGutter": { width: "4px", paddingLeft: "0" },
  ".cm-changedLineGutter": { background: "var(--color-risk-low) !important" },
  ".cm-deletedLineGutter": { background: "var(--color-danger) !important" },
  ".cm-collapsedLines": {
    background: "var(--color-surface) !important",
    color: "var(--color-quiet) !important",
    borderTop: "1px solid var(--color-line)",
    borderBottom: "1px solid var(--color-line)",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
    padding: "3px 12px",
  },
  // The signs around it are in no font of ours.
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: "'' !important" },
  ".cm-scroller::-webkit-scrollbar": { width: "10px", height: "10px" },
  ".cm-scroller::-webkit-scrollbar-thumb": {
    border: "3px solid transparent",
    borderRadius: "5px",
    background: "var(--color-edge) content-box",
  },
  ".cm-scroller::-webkit-scrollbar-corner": { background: "transparent" },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--color-faint)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--color-accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--color-risk-low)" },
  { tag: [tags.keyword, tags.bool, tags.null, tags.number], color: "var(--color-conditional)" },
  {
    tag: [tags.punctuation, tags.separator, tags.bracket, tags.squareBracket, tags.brace],
    color: "var(--color-quiet)",
  },
]);

export const editorLook: Extension = [look, syntaxHighlighting(colours)];
