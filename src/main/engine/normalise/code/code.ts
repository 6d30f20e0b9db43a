// Code: program text handed to an interpreter. Its string literals show the commands, paths and hosts it names.
import type { CodeFact, HostFact } from "../../../../shared/domain/facts.ts";
import { accessAt, calleeOf, decoderOf, fetchesSomething, isEmptied, isSavedName, runsProgram } from "./calls.ts";
import type { Callee } from "./calls.ts";
import { withCalledNames } from "./names.ts";
import { joinStrings, withPlaces } from "./places.ts";
import { readStrings } from "./strings.ts";
import type { StringLiteral } from "./strings.ts";
import { base64, escapes, hexadecimal } from "./decode.ts";
import { hostFact, looksLikeHost, urlsIn } from "../places/hosts.ts";
import { addArrival, addHost, addPath, note, reachNetwork } from "../inspection.ts";
import type { Access, Frame, Inspection } from "../inspection.ts";
import { expandBraces } from "../shell/braces.ts";
import { limits } from "../limits.ts";
import { isBinary } from "../text.ts";

const rooted =
  /^(?:~\/|~$|\/(?:etc|home|root|usr|var|tmp|proc|dev|sys|opt|Users|bin|sbin|boot|mnt|run|Library|private)(?:\/|$)|\.\.?\/|[A-Za-z]:\\)/;
const networkWords =
  /\b(?:socket|urllib|requests|http\.client|httpx|aiohttp|fetch|axios|XMLHttpRequest|WebSocket|net\.connect|TCPSocket|UDPSocket|fsockopen|curl_exec|LWP|IO::Socket|Net::HTTP|open-uri|HTTParty|smtplib|ftplib|paramiko|socketserver|http\.server|inet|curl|URLSession|HttpClient)\b/;

export function inspectCode(
  inspection: Inspection,
  language: string,
  given: string,
  command: number,
  frame: Frame,
): void {
  const fact: CodeFact = { language, text: given, ...(command >= 0 ? { command } : {}) };
  if (inspection.code.length < 100) inspection.code.push(fact);
  if (frame.depth > limits.depth) return note(inspection, given, "depth");
  if (given.length > inspection.budget.codeCharacters) return note(inspection, given, "size");
  inspection.budget.codeCharacters -= given.length;
  const text = withCalledNames(given);
  const effects = inspection.effects;
  if (language === "sql") {
    if (/\b(?:drop|delete|truncate)\b/i.test(text)) effects.add("delete");
    if (/\b(?:insert|update|alter|create|replace|merge|grant|drop)\b/i.test(text)) effects.add("write");
    if (/\bselect\b/i.test(text)) effects.add("read");
  } else if (networkWords.test(text)) reachNetwork(inspection);
  escapesToShell(inspection, language, text, command, frame);
  const literals = readStrings(text, language);
  literals.forEach((literal, index) => look(inspection, language, text, literals, index, literal, command, frame));
  if (literals.length > 0 || text.includes("ome")) lookAgain(inspection, language, text, literals, command, frame);
}

/** Once more, with the places that it computes: only what the text itself did not show. */
function lookAgain(
  inspection: Inspection,
  language: string,
  given: string,
  seen: readonly StringLiteral[],
  command: number,
  frame: Frame,
): void {
  const text = withPlaces(given);
  const single = text === given ? seen : readStrings(text, language);
  const literals = joinStrings(text, language, single, (literal) => calleeOf(text, literal).full);
  if (text === given && literals.length === seen.length) return;
  const known = new Set(seen.map(({ value }) => value));
  literals.forEach((literal, index) => {
    const callee = calleeOf(text, literal);
    if (runsProgram(callee, language, text)) {
      const added = wordsOf(text, literals, index).words.some((word) => !known.has(word));
      if (added) runCall(inspection, language, text, literals, index, callee.list, command, frame);
    } else if (!known.has(literal.value)) look(inspection, language, text, literals, index, literal, command, frame);
    else savedLiteral(inspection, literal.value, text, placeAccess(text, literal), frame);
  });
}

const lineEscape = /(?:^|[\n;|:])[ \t]*(?:[rwe][ \t]+)?(?:!|\\!|\.(?:shell|system)\b|shell\b|sh\s)\s*([^\n]+)/g;
/** The same with what may stand before it, `:silent! %!cmd`, and `:terminal cmd`. */
const editorEscape =
  /(?:^|[\n;|:])[ \t]*(?:(?:sil(?:ent)?|noa(?:utocmd)?|verb(?:ose)?|keepj(?:umps)?|(?:arg|buf|tab|win|c|l)do)!?[ \t]+){0,4}(?:[%.$\d,'<>]{1,12}[ \t]*)?(?:[rwe][ \t]+)?(?:!|\\!|\.(?:shell|system)\b|shell\b|sh\s|ter(?:m(?:inal)?)?[ \t]+(?:\+\+\w+[ \t]+){0,4})\s*([^\n]+)/g;
const shellEscapes: Readonly<Record<string, RegExp>> = {
  vim: editorEscape,
  gdb: lineEscape,
  sql: lineEscape,
  tcl: /\b(?:exec|spawn|system)\s+([^\]\n;]+)/g,
  m4: /\be?syscmd\(`?([^')]+)/g,
  // Of IPython; plain Python has no such line.
  python: /^[ \t]*(?:!(?!\[)|%%?(?:bash|sh|system|sx)\b)[ \t]*([^\n]+)/gm,
};

/** Languages that run the rest of a line: `:!cmd` in vim, `shell cmd` in gdb, `.shell cmd` in sqlite, `\! cmd` in psql. */
function escapesToShell(inspection: Inspection, language: string, text: string, command: number, frame: Frame): void {
  const pattern = Object.hasOwn(shellEscapes, language) ? shellEscapes[language] : undefined;
  if (pattern === undefined) return;
  for (const match of text.matchAll(pattern)) {
    const line = match[1]?.trim();
    if (line !== undefined && line !== "") runShell(inspection, line, language, command, frame);
  }
}

function look(
  inspection: Inspection,
  language: string,
  text: string,
  literals: readonly StringLiteral[],
  index: number,
  literal: StringLiteral,
  command: number,
  frame: Frame,
): void {
  const value = literal.value;
  if (literal.shell) return runShell(inspection, value, language, command, frame);
  const callee = calleeOf(text, literal);
  // A text that the editor takes for a line of its own: `:execute "!cmd"`.
  if (language === "vim" && /^(?:exe(?:cute)?|(?:vim\.)?(?:api\.)?(?:nvim_)?(?:cmd|command|exec2?))$/.test(callee.full))
    return nested(inspection, language, value, command, frame);
  if (runsProgram(callee, language, text))
    return runCall(inspection, language, text, literals, index, callee.list, command, frame);
  if (isShellText(language, text, literal)) return runShell(inspection, value, language, command, frame);
  if (language === "python" && /^(?:exec|eval|compile)$/.test(callee.full))
    return nested(inspection, language, value, command, frame);
  const after = text.slice(literal.end, literal.end + 24);
  const decoder = decoderOf(callee, after);
  if (decoder !== undefined) {
    const plain = decoder === "hex" ? hexadecimal(value) : base64(value);
    return decoded(
      inspection,
      language,
      plain,
      decoder,
      text.slice(Math.max(0, literal.start - 80), literal.start),
      command,
      frame,
    );
  }
  if (isStartedShell(value, text)) return runShell(inspection, value, language, command, frame);
  if (value.includes("://")) {
    for (const host of urlsIn(value, "connect")) addHost(inspection, host);
  } else if (isAddress(value, callee)) addHost(inspection, hostFact(value, "connect"));
  else if (value.startsWith("/inet")) addHost(inspection, awkSocket(value));
  else if (language === "awk" && />\s*$/.test(text.slice(Math.max(0, literal.start - 4), literal.start)))
    pathLiteral(inspection, value, "write", frame);
  else savedLiteral(inspection, value, text, placeAccess(text, literal), frame);
}

function placeAccess(text: string, literal: StringLiteral): Access | undefined {
  if (isSavedName(text, literal)) return "write";
  return isEmptied(text, literal) ? "delete" : accessAt(text, literal);
}

/** `sprintf("/bin/sh …")` and the like: a shell is named in code that starts programs. */
function isStartedShell(value: string, text: string): boolean {
  return (
    /^(?:\/usr)?\/bin\/(?:ba|da|z|k|a)?sh\s/.test(value) && /\b(?:exec|system|spawn|popen|dup2|Process\w*)\b/.test(text)
  );
}

/** An address, or a name handed to something that connects. */
function isAddress(value: string, callee: Callee): boolean {
  if (value.length > 255) return false;
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/.test(value)) return true;
  return /connect|socket|inet|^open$|^new$|^dial$/.test(callee.name + callee.full) && looksLikeHost(value);
}

/** `/inet/tcp/0/host/port`, as gawk writes it. */
function awkSocket(value: string): HostFact | undefined {
  const match = /^\/inet[46]?\/(tcp|udp)\/\d+\/([^/]+)\/(\d+)$/.exec(value);
  if (match === null || match[2] === "0") return undefined;
  return hostFact(match[2] ?? "", "connect", { scheme: match[1] ?? "tcp", port: Number(match[3]) });
}

/** Places where a text is a command without a function around it. */
function isShellText(language: string, text: string, literal: StringLiteral): boolean {
  if (language === "groovy" || language === "scala")
    return /^\s*\.\s*(?:execute\s*\(|!)/.test(text.slice(literal.end, literal.end + 16));
  if (language !== "awk" && language !== "applescript" && language !== "sql") return false;
  const before = text.slice(Math.max(0, literal.start - 32), literal.start);
  if (language === "applescript") return /do\s+shell\s+script\s+$/i.test(before);
  if (language === "sql") return /(?:(?:from|to)\s+program|xp_cmdshell)\s+$/i.test(before);
  return /[^|]\|\s*$/.test(before) || /^\s*\|\s*getline/.test(text.slice(literal.end, literal.end + 20));
}

/** A file that code writes which also fetches: it came from the network, whatever the address was. */
function savedLiteral(
  inspection: Inspection,
  value: string,
  text: string,
  access: Access | undefined,
  frame: Frame,
): void {
  pathLiteral(inspection, value, access, frame);
  if (access === "write" && value.length <= 255 && fetchesSomething(text))
    addArrival(inspection, value, "network", frame.scope);
}

function pathLiteral(inspection: Inspection, value: string, access: Access | undefined, frame: Frame): void {
  if (value === "" || value.length > 255 || value.startsWith("//") || /[\n\r\t<>|"]/.test(value)) return;
  if ((access ?? "read") === "read" && /[*{]/.test(value) && value.startsWith("~/.")) {
    // A pattern of names in the home reads what it finds there.
    for (const place of expandBraces(value) ?? [])
      addPath(inspection, place.replace(/\/?[^/]*\*.*$/, ""), "read", frame.scope, true);
    return;
  }
  if (value.includes("*") && (access !== "delete" || !rooted.test(value))) return;
  if (access === undefined && (!rooted.test(value) || /\s/.test(value))) return;
  addPath(inspection, value, access ?? "read", frame.scope, access === "delete");
}

/** `system("…")` and `run(["a", "b"])`; the words of a list follow as further literals. */
function runCall(
  inspection: Inspection,
  language: string,
  text: string,
  literals: readonly StringLiteral[],
  index: number,
  list: boolean,
  command: number,
  frame: Frame,
): void {
  const first = literals[index];
  if (first === undefined) return;
  const { words, end } = wordsOf(text, literals, index);
  const rest = text.slice(end, end + 16);
  if (!list && words.length === 1) {
    if (/^\s*(?:\+|\.\s*["'$]|%)/.test(rest)) note(inspection, text.slice(first.start, end + 16), "dynamic");
    return runShell(inspection, first.value, language, command, frame);
  }
  const program = words[0] ?? "";
  // `execl("/bin/sh", "sh", "-c", …)` names the program twice.
  const repeated = words[1] !== undefined && program.endsWith(`/${words[1]}`) ? [program, ...words.slice(2)] : words;
  inspection.run.command(
    {
      words: repeated,
      unknownProgram: false,
      guess: program,
      text: text.slice(first.start, end),
      start: 0,
      end: 0,
      redirects: [],
      assignments: {},
    },
    { ...inner(language, command, frame), pipeline: inspection.pipelines++ },
  );
}

const nextWord =
  /^\s*\)\s*\.\s*args?\s*\(\s*&?\[?\s*$|^\s*,\s*(?:\{\s*args\s*:\s*)?[[(]?\s*(?:(?:str|(?:os\.path\.)?expanduser|(?:pathlib\.)?Path)\(\s*)?[rbfu]?$/;

/** A literal and those that follow it in the same list or call, and where the last of them ends. */
function wordsOf(
  text: string,
  literals: readonly StringLiteral[],
  index: number,
): { readonly words: readonly string[]; readonly end: number } {
  const words: string[] = [];
  let end = literals[index]?.start ?? 0;
  for (const next of literals.slice(index, index + 33)) {
    if (words.length > 0 && !nextWord.test(text.slice(end, next.start))) break;
    words.push(next.value);
    end = next.end;
  }
  return { words, end };
}

function runShell(inspection: Inspection, text: string, language: string, command: number, frame: Frame): void {
  if (text.trim() !== "" && !/^[\w.-]+\/[\w.+-]+;|^https?:/.test(text))
    inspection.run.shell(text, inner(language, command, frame));
}

function inner(language: string, command: number, frame: Frame): Frame {
  return {
    ...frame,
    depth: frame.depth + 1,
    wrappers: [...frame.wrappers, language],
    parent: command >= 0 ? command : frame.parent,
    staged: false,
    position: 0,
    input: undefined,
    piped: false,
    literal: false,
  };
}

function decoded(
  inspection: Inspection,
  language: string,
  value: string | undefined,
  decoder: "base64" | "hex",
  before: string,
  command: number,
  frame: Frame,
): void {
  if (value === undefined || value.length < 4) return;
  if (isBinary(value)) return note(inspection, before, "encoded");
  const coded = { ...frame, wrappers: [...frame.wrappers, language] };
  if (/\b(?:system|popen|shell_exec|sh|bash|subprocess|spawn)\b/.test(before))
    runShell(inspection, value, decoder, command, coded);
  else nested(inspection, language, value, command, { ...coded, wrappers: [...coded.wrappers, decoder] });
}

function nested(inspection: Inspection, language: string, value: string, command: number, frame: Frame): void {
  inspectCode(inspection, language, escapes(value), command, { ...frame, depth: frame.depth + 1 });
}
