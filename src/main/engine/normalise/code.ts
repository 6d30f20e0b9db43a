// Code: program text handed to an interpreter. Its string literals show the commands, paths and hosts it names.
import type { CodeFact } from "../../../shared/facts.ts";
import { readStrings } from "./code-strings.ts";
import type { StringLiteral } from "./code-strings.ts";
import { base64, escapes, hexadecimal } from "./decode.ts";
import { hostFact, urlsIn } from "./hosts.ts";
import { addHost, addPath, note } from "./inspection.ts";
import type { Access, Frame, Inspection } from "./inspection.ts";
import { limits } from "./limits.ts";
import { isBinary } from "./text.ts";

const runs =
  /(?:^|[^\w])(?:system2?|popen[234]?|Popen|getoutput|getstatusoutput|check_output|check_call|(?:subprocess|sp)\s*\.\s*(?:run|call)|pty\s*\.\s*spawn|os\s*\.\s*(?:exec|posix_spawn|spawn)\w*|(?:child_process|cp|childProcess)\s*\.\s*\w+|exec(?:Sync|File|FileSync|a|aCommand)?|spawn(?:Sync)?|fork|shell_exec|passthru|proc_open|pcntl_exec|Open3\s*\.\s*\w+|IO\s*\.\s*popen|execute|do\s+shell\s+script|shell-command|cmd|Deno\s*\.\s*Command|qx|execlp?e?|execvp?e?|xp_cmdshell|FROM\s+PROGRAM|sh|bash)\s*\(?\s*(?:args\s*=\s*|command\s*=\s*)?([[(]?)\s*$/i;
const decodes = /(?:b64decode|base64_decode|decode_base64|decode64|FromBase64String|atob|unbase64|Buffer\s*\.\s*from)\s*\(?\s*$/i;
const decodesHex = /(?:unhexlify|fromhex|hex2bin|pack\s*\(\s*["']H\*["']\s*,)\s*\(?\s*$/i;
const writes =
  /(?:write\w*|append\w*|save\w*|dump|mkdir\w*|touch|copy\w*|cp\w*|rename\w*|move|chmod\w*|symlink\w*|to_csv|to_json|createWriteStream|file_put_contents|FileWriter|truncate)\s*\(?\s*$/i;
const deletes = /(?:unlink\w*|rmtree|rmdir\w*|rm_rf?|rmSync|remove(?:dirs)?|(?:File|os|fs|FileUtils)\s*\.\s*(?:rm|delete|remove)\w*|delete)\s*\(?\s*$/i;
const opens = /(?:open\w*|read\w*|load\w*|Path|File|fopen|file_get_contents|require|include|source|glob|stat\w*|exists\w*|listdir|scandir|cat|import|chdir)\s*\(?\s*$/i;
const rooted = /^(?:~\/|~$|\/(?:etc|home|root|usr|var|tmp|proc|dev|sys|opt|Users|bin|sbin|boot|mnt|run|Library|private)(?:\/|$)|\.\.?\/|[A-Za-z]:\\)/;
const networkWords =
  /\b(?:socket|urllib|requests|http\.client|httpx|aiohttp|fetch|axios|XMLHttpRequest|WebSocket|net\.connect|TCPSocket|UDPSocket|fsockopen|curl_exec|LWP|IO::Socket|Net::HTTP|open-uri|HTTParty|smtplib|ftplib|paramiko|socketserver|http\.server|inet|curl|URLSession|HttpClient)\b/;

export function inspectCode(inspection: Inspection, language: string, text: string, command: number, frame: Frame): void {
  const fact: CodeFact = { language, text, ...(command >= 0 ? { command } : {}) };
  if (inspection.code.length < 100) inspection.code.push(fact);
  if (frame.depth > limits.depth) return note(inspection, text, "depth");
  if (text.length > inspection.budget.codeCharacters) return note(inspection, text, "size");
  inspection.budget.codeCharacters -= text.length;
  const effects = inspection.effects;
  if (language === "sql") {
    if (/\b(?:drop|delete|truncate)\b/i.test(text)) effects.add("delete");
    if (/\b(?:insert|update|alter|create|replace|merge|grant|drop)\b/i.test(text)) effects.add("write");
    if (/\bselect\b/i.test(text)) effects.add("read");
  } else if (networkWords.test(text)) effects.add("network");
  escapesToShell(inspection, language, text, command, frame);
  const literals = readStrings(text, language);
  literals.forEach((literal, index) => look(inspection, language, text, literals, index, literal, command, frame));
}

/** Languages that run the rest of a line: `:!cmd` in vim, `shell cmd` in gdb, `.shell cmd` in sqlite, `\! cmd` in psql. */
function escapesToShell(inspection: Inspection, language: string, text: string, command: number, frame: Frame): void {
  if (language !== "vim" && language !== "gdb" && language !== "sql" && language !== "tcl") return;
  const pattern =
    language === "tcl" ? /\b(?:exec|spawn|system)\s+([^\]\n;]+)/g : /(?:^|[\n;|:])\s*(?:!|\\!|\.(?:shell|system)\b|shell\b|sh\s)\s*([^\n]+)/g;
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
  const before = text.slice(Math.max(0, literal.start - 64), literal.start);
  const value = literal.value;
  if (literal.shell) return runShell(inspection, value, language, command, frame);
  const run = language === "javascript" && !mayRunPrograms(text) ? null : runs.exec(before);
  if (run !== null) return runCall(inspection, language, text, literals, index, run[1] === "[", command, frame);
  if (language === "awk" && /\|\s*$/.test(before)) return runShell(inspection, value, language, command, frame);
  if (language === "awk" && /^\s*\|\s*getline/.test(text.slice(literal.end, literal.end + 20))) {
    return runShell(inspection, value, language, command, frame);
  }
  if (language === "python" && /\b(?:exec|eval|compile)\s*\(\s*$/.test(before)) return nested(inspection, language, value, command, frame);
  if (decodes.test(before)) return decoded(inspection, language, base64(value), before, text, command, frame);
  if (decodesHex.test(before)) return decoded(inspection, language, hexadecimal(value), before, text, command, frame);
  if (value.includes("://")) {
    for (const host of urlsIn(value, "connect")) addHost(inspection, host);
    return;
  }
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value)) {
    addHost(inspection, hostFact(value, "connect"));
    return;
  }
  pathLiteral(inspection, text, literal, before, frame);
}

function mayRunPrograms(text: string): boolean {
  return /child_process|childProcess|Bun\.spawn|Deno|execa|shelljs|zx|doShellScript/.test(text);
}

function pathLiteral(inspection: Inspection, text: string, literal: StringLiteral, before: string, frame: Frame): void {
  const value = literal.value;
  if (value.length > 255 || /[\n\r\t<>|"*]/.test(value) || value.startsWith("//")) return;
  const access = accessOf(text, literal, before);
  if (access === undefined ? rooted.test(value) && !/\s/.test(value) : value !== "") addPath(inspection, value, access ?? "read", frame.scope, access === "delete");
}

function accessOf(text: string, literal: StringLiteral, before: string): Access | undefined {
  if (deletes.test(before)) return "delete";
  if (writes.test(before)) return "write";
  if (!opens.test(before)) return undefined;
  const after = text.slice(literal.end, literal.end + 24);
  return /^\s*,\s*(?:mode\s*=\s*)?["'][^"']*[waxc+]/.test(after) || /^\s*\)\s*\.\s*write/.test(after) ? "write" : "read";
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
  const words = [first.value];
  let end = first.end;
  for (const next of literals.slice(index + 1, index + 33)) {
    const between = text.slice(end, next.start);
    if (!/^\s*,\s*[[(]?\s*[rbfu]?$/.test(between)) break;
    words.push(next.value);
    end = next.end;
  }
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

function runShell(inspection: Inspection, text: string, language: string, command: number, frame: Frame): void {
  if (text.trim() !== "" && !/^[\w.-]+\/[\w.+-]+;|^https?:/.test(text)) inspection.run.shell(text, inner(language, command, frame));
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
  before: string,
  text: string,
  command: number,
  frame: Frame,
): void {
  if (value === undefined || value.length < 4) return;
  if (isBinary(value)) return note(inspection, text, "encoded");
  const coded = { ...frame, wrappers: [...frame.wrappers, language, "base64"] };
  if (/\b(?:system|popen|shell_exec|sh|bash|subprocess|spawn)\b/.test(before)) runShell(inspection, value, "base64", command, coded);
  else nested(inspection, language, value, command, coded);
}

function nested(inspection: Inspection, language: string, value: string, command: number, frame: Frame): void {
  inspectCode(inspection, language, escapes(value), command, { ...frame, depth: frame.depth + 1 });
}
