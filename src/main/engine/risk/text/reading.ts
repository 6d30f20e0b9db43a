// Reading: a text as whoever reads it takes it in. Layout, emphasis and letters that do not show are read over.

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const beyondAscii = /[^\0-\x7f]/u;
const entity = /&(?:nbsp|#(\d{1,7})|#x([0-9a-f]{1,6}));/giu;

/** What stands before each line of a quotation, a list or a comment, and what stands for the end of one. A pipe goes on: `curl …` and `sh`. */
const layout =
  /\n[ \t]*(?:[>#;%*]{1,8}|\/{2,4}|--)[ \t]|\\n|\\[rt](?![a-z])|<(?:br|\/?(?:p|div|li|td|tr|h[1-6]))\s?\/?>/giu;

/** Makes a word stand out in Markdown or HTML; `names_like_this` and fences stay. */
const emphasis =
  /(?<![a-z0-9*_~`])(?!```)[*_~`]{1,8}(?=[a-z0-9])|(?<=[a-z0-9.,:;!?])[*_~`]{1,8}(?![a-z0-9*_~`])|<\/?(?:b|i|u|s|em|strong|mark|small|big|code|span|font|wbr)>/gu;

/** Lower case, look-alike letters folded, blanks in a row made one, none around it. */
export function asRead(text: string): string {
  const spelled = text.includes("&") ? text.replaceAll(entity, letterOf) : text;
  const visible = beyondAscii.test(spelled)
    ? spelled.normalize("NFKC").replaceAll(invisible, "").replaceAll(/[‘’]/gu, "'")
    : spelled;
  const words = `\n${visible}`.replaceAll(layout, " ").replaceAll(/\s+/gu, " ");
  return words.trim().toLowerCase().replaceAll(emphasis, "");
}

function letterOf(_entity: string, decimal: string | undefined, hexadecimal: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "20", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
}
