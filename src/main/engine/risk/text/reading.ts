// Reading: a text as whoever reads it takes it in. Layout, emphasis and letters that do not show are read over.

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const beyondAscii = /[^\0-\x7f]/u;
const entity = /&(?:nbsp|#(\d{1,7})|#x([0-9a-f]{1,6}));/giu;

/** Attributes too short to say anything: what stands in longer ones is read. */
const attributes = String.raw`(?:\s[\w-]{1,30}=["']?[^\s"'<>]{0,60}["']?){0,4}\s?\/?`;
const inlineTag = new RegExp(`</?(?:b|i|u|s|em|strong|mark|small|big|code|span|font|wbr)${attributes}>`, "giu");
const blockTag = new RegExp(`</?(?:br|p|div|li|td|tr|h[1-6])${attributes}>`, "giu");

/** What begins the lines of a quotation, a list or a comment. Not a pipe: it goes on with the line before. */
const lineMark = /\n(?:[ \t]*(?:>+|(?:[#;%*]+|\/{2,}|--+)(?=[ \t])))+/gu;
const escapedBreak = /\\n|\\[rt](?![a-z])/giu;

/** Makes a word stand out in Markdown; `names_like_this` and fences stay. */
const emphasis = /(?<![a-z0-9*_~`])(?!```)[*_~`]+(?=[a-z0-9])|(?<=[a-z0-9.,:;!?])[*_~`]+(?![a-z0-9*_~`])/gu;

/** Lower case, look-alike letters folded, blanks in a row made one, none around it. */
export function asRead(text: string): string {
  const spelled = text.includes("&") ? text.replaceAll(entity, letterOf) : text;
  const visible = beyondAscii.test(spelled)
    ? spelled.normalize("NFKC").replaceAll(invisible, "").replaceAll(/[‘’]/gu, "'")
    : spelled;
  const words = visible.includes("<") ? visible.replaceAll(inlineTag, "").replaceAll(blockTag, " ") : visible;
  const lines = `\n${words}`.replaceAll(lineMark, " ").replaceAll(escapedBreak, " ");
  return lines.replaceAll(/\s+/gu, " ").trim().toLowerCase().replaceAll(emphasis, "");
}

function letterOf(_entity: string, decimal: string | undefined, hexadecimal: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "20", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
}
