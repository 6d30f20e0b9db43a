// Reading: a text as whoever reads it takes it in. Layout, emphasis and letters that do not show are read over.
import { percentDecoded, withoutLookalikes } from "./folding.ts";

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

/** Words that something other than blanks joins: `ignore-all-previous-instructions`. Short names, files, paths and calls stay. */
const joinedWords =
  /(?<![a-z0-9_./+'-])[a-z']{1,24}([-._+])(?:[a-z']{1,24}\1){2,30}[a-z']{1,24}(?![a-z0-9_/+(-]|\.[a-z0-9])/gu;

/** Words joined in pairs, one pair behind the other: `ignore-all previous-instructions`. */
const joinedPairs =
  /(?<![a-z0-9_./+'-])[a-z']{1,24}([-_+])[a-z']{1,24}(?: [a-z']{1,24}\1[a-z']{1,24}){1,15}(?![a-z0-9_/+(-]|\.[a-z0-9])/gu;

/** Makes a word stand out in Markdown; `names_like_this` and fences stay. */
const emphasis = /(?<![a-z0-9*_~`])(?!```)[*_~`]+(?=[a-z0-9])|(?<=[a-z0-9.,:;!?])[*_~`]+(?![a-z0-9*_~`])/gu;

/** Lower case, look-alike letters folded, blanks in a row made one, none around it. */
export function asRead(text: string): string {
  const spelled = text.includes("&") ? text.replaceAll(entity, letterOf) : text;
  const visible = beyondAscii.test(spelled)
    ? withoutLookalikes(spelled.normalize("NFKC").replaceAll(invisible, "").replaceAll(/[‘’]/gu, "'"))
    : spelled;
  const words = visible.includes("<") ? visible.replaceAll(inlineTag, "").replaceAll(blockTag, " ") : visible;
  const told = words.includes("<!--") ? commentsLast(words) : words;
  const lines = withoutBars(`\n${percentDecoded(told)}`)
    .replaceAll(lineMark, " ")
    .replaceAll(escapedBreak, " ");
  const plain = lines
    .replaceAll(/(?:\s|%20)+/gu, " ")
    .trim()
    .toLowerCase()
    .replaceAll(emphasis, "");
  return plain.replaceAll(joinedWords, apart).replaceAll(joinedPairs, apart);
}

function apart(joined: string, sign: string): string {
  return joined.replaceAll(sign, " ");
}

const longestAside = 80;

/** A short comment stands between the words of a phrase; what it says is read behind everything else. */
function commentsLast(text: string): string {
  const parts: string[] = [];
  const comments: string[] = [];
  let from = 0;
  let end = 0;
  for (let at = text.indexOf("<!--"); at >= 0; at = text.indexOf("<!--", at + 4)) {
    if (end < at + 4) end = text.indexOf("-->", at + 4);
    if (end < 0) break;
    if (end - at > longestAside) continue;
    parts.push(text.slice(from, at));
    comments.push(text.slice(at + 4, end));
    from = end + 3;
  }
  return comments.length === 0 ? text : `${parts.join(" ")} ${text.slice(from)} \n ${comments.join(" \n ")}`;
}

/** At the beginning of a line, and not before a program that goes on with the line before. */
const bar =
  /\n[ \t]{0,8}\|(?=[ \t])(?![ \t]+(?:sudo|(?:ba|da|k|z)?sh|python\d?|perl|node|ruby|php|xargs|tee|base64|tar|g?unzip|gzip|jq|grep|sed|awk|sort|head|tail|tr|cut)\b)/gu;
const rowEnd = /[\\|][ \t]{0,3}$/u;
const barAhead = /^\n[ \t]{0,8}\|[ \t]/u;

/** Bars at the beginning of lines one below the other quote a text; lines that end with one are the rows of a table. */
function withoutBars(text: string): string {
  let before = -1;
  return text.replaceAll(bar, (mark, at: number) => {
    const end = text.indexOf("\n", at + 1);
    const follows = before >= 0 && text.lastIndexOf("\n", at - 1) === before;
    before = at;
    if (
      follows ? rowEnd.test(text.slice(Math.max(0, at - 4), at)) : end < 0 || !barAhead.test(text.slice(end, end + 12))
    )
      return mark;
    return rowEnd.test(text.slice(Math.max(at, end - 4), end)) ? mark : " ";
  });
}

function letterOf(_entity: string, decimal: string | undefined, hexadecimal: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "20", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
}
