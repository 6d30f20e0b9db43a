// PowerShell and cmd: no parser, only statements cut into words, so that programs, paths and hosts can be seen.
import type { Frame, Inspection } from "../inspection.ts";
import { addHost, addPath, note } from "../inspection.ts";
import { base64Utf16 } from "../code/decode.ts";
import { urlsIn } from "../places/hosts.ts";
import { limits } from "../limits.ts";
import { parse } from "../programs/parse.ts";
import { syntaxOf } from "../programs/registry.ts";
import { programName } from "../programs/program-name.ts";

export type WindowsLanguage = "powershell" | "cmd";

const cmdlet =
  /(?:^|[\s;|({&=])(?:Get|Set|New|Remove|Invoke|Start|Stop|Add|Import|Export|Out|Write|Copy|Move|Test|Select|Where|ForEach|ConvertTo|ConvertFrom|Enable|Disable|Register|Unregister|Clear|Restart|Rename|Compress|Expand|Install|Find|Resolve|Measure|Format|Join|Split|Sort|Group|Read|Send|Wait|Update|Uninstall|Mount|Dismount|Debug|Trace|Enter|Exit|Push|Pop|Receive|Limit|Show|Suspend|Resume|Checkpoint|Restore|Grant|Revoke|Block|Unblock|Protect|Unprotect|Save|Publish)-[A-Z][A-Za-z]{2,}/;
const powershellSigns =
  /(?:^|[;|&]\s*)(?:ri|gci)\s(?:[^;|]*\s)?-(?:fo|r\b|rec)|\$env:[A-Za-z]|\[(?:System\.|Net\.|IO\.|Convert\]|Text\.|Reflection\.|Ref\]|Environment\])|-ErrorAction\b|\biex\s*\(|\|\s*iex\b|\bIEX\b|\$PSScriptRoot|\bNew-Object\b/;
const cmdSigns =
  /(?:^|[\s"=&|])[a-zA-Z]:\\\w|%(?:TEMP|TMP|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|COMSPEC|PROGRAMDATA|PROGRAMFILES|USERNAME|COMPUTERNAME|HOMEPATH|HOMEDRIVE|SYSTEMDRIVE|PUBLIC|ALLUSERSPROFILE|ERRORLEVEL|LOGONSERVER|USERDOMAIN)(?:\([^)]*\))?%|(?:^|[\s"])HK(?:LM|CU|CR|EY_\w+)\\|^\s*@echo off|\bif (?:not )?exist "|>\s*nul\b/im;

/** Which of the two a text clearly is, if any. POSIX shells are the rule, so doubt means neither. */
export function windowsLanguage(text: string): WindowsLanguage | undefined {
  const start = text.length > 4096 ? text.slice(0, 4096) : text;
  // Here-documents carry other people's languages.
  if (/<<-?\s*['"\\]?\w/.test(start)) return undefined;
  if (
    !start.includes("\\") &&
    !start.includes("-") &&
    !start.includes("%") &&
    !start.includes("$") &&
    !start.includes("[")
  )
    return undefined;
  if (/^\s*(?:sudo\s+)?(?:pwsh|powershell(?:\.exe)?)\b/i.test(start))
    return /["'].*\\|\\.*["']/.test(start) ? cmdlike(start) : undefined;
  if (/^\s*(?:wine|dosbox|smbclient|nxc|crackmapexec)\b/.test(start)) return undefined;
  if (
    cmdlet.test(start) &&
    !/(?:^|[;&|]\s*)(?:git|npm|docker|az|aws|kubectl|man|tldr|grep|find|cat|sed|echo|python3?)\s/.test(start)
  )
    return "powershell";
  if (powershellSigns.test(start) && !/\b(?:sed|awk|perl|grep|jq)\b/.test(start)) return "powershell";
  return cmdlike(start);
}

function cmdlike(given: string): WindowsLanguage | undefined {
  // cmd knows no single quotes; what stands in them was written for a POSIX shell.
  const text = given.replace(/'[^']*'/g, "''");
  return cmdSigns.test(text) && !/\b(?:sed|awk|perl|grep|find \/|jq|printf|date|python3?)\b/.test(text)
    ? "cmd"
    : undefined;
}

/** Looks at each statement's words. What the language would make of them is not known, and said so. */
export function inspectPowershell(inspection: Inspection, text: string, frame: Frame, language: WindowsLanguage): void {
  if (frame.depth > limits.depth) return note(inspection, text, "depth");
  if (inspection.code.length < 100) {
    inspection.code.push({ language, text, ...(frame.parent === undefined ? {} : { command: frame.parent }) });
  }
  if (text.length > inspection.budget.shellCharacters) return note(inspection, text, "size");
  inspection.budget.shellCharacters -= text.length;
  note(inspection, text, "language");
  for (const host of urlsIn(text, "connect")) addHost(inspection, host);
  let position = 0;
  let before: readonly string[] = [];
  inspection.pipelines += 1;
  for (const statement of splitStatements(text, language)) {
    if (!statement.piped) {
      inspection.pipelines += 1;
      position = 0;
    }
    const inner: Frame = {
      ...frame,
      depth: frame.depth + 1,
      pipeline: inspection.pipelines - 1,
      position,
      literal: false,
      staged: true,
    };
    runStatement(inspection, statement, inner, before);
    before = statement.words;
    position += 1;
  }
  staticCalls(inspection, text, frame);
  encodedText(inspection, text, frame);
}

/** Programs whose arguments are the same everywhere. */
const posixPrograms =
  /^(?:cmd|powershell|pwsh|wsl|bash|sh|python\d?|node|perl|ruby|php|curl|wget|ssh|scp|git|docker|npm|npx|pip3?)$/;

interface Statement {
  readonly words: readonly string[];
  readonly text: string;
  readonly piped: boolean;
}

function runStatement(
  inspection: Inspection,
  statement: Statement,
  frame: Frame,
  before: readonly string[] = [],
): void {
  const [first = "", ...rest] = statement.words;
  const called = first === "&" || first === "." || /^(?:call|start)$/i.test(first);
  const words = (called && rest.length > 0 ? rest : statement.words).filter((word) => word !== "");
  const given = words[0];
  if (given === undefined || inspection.budget.commands <= 0) return;
  inspection.budget.commands -= 1;
  const program = programName(given.replace(/^@/, ""), inspection.world)
    .toLowerCase()
    .replace(/\.(?:com|cmd|bat)$/, "");
  if (/^[$[(@{}]/.test(given) && !/^\$?\(?(?:new-object|\[)/i.test(given)) {
    for (const word of words) addWindowsPath(inspection, word, frame);
    return;
  }
  if (posixPrograms.test(program)) {
    const raw = { unknownProgram: false, start: 0, end: 0, redirects: [], assignments: {} };
    inspection.run.command(
      { ...raw, words: [program, ...words.slice(1)], guess: program, text: statement.text },
      frame,
    );
    return;
  }
  const parsed = parse(words.slice(1), syntaxOf(program));
  inspection.parsed.push(parsed);
  inspection.commands.push({
    program,
    arguments: words.slice(1),
    subcommand: parsed.subcommand,
    options: parsed.options,
    operands: parsed.operands,
    text: statement.text,
    wrappers: frame.wrappers,
    pipeline: frame.pipeline,
    position: frame.position,
    redirects: [],
    assignments: {},
    dynamic: given.startsWith("$"),
    ...(frame.parent === undefined ? {} : { parent: frame.parent }),
  });
  const access = accessOf(program);
  const below = words.some((word) => /^(?:-r(?:e\w*)?|\/s)$/i.test(word));
  for (const word of words.slice(1)) addWindowsPath(inspection, word, frame, access, below);
  if (program === "robocopy" && words.some((word) => /^\/(?:mir|purge)$/i.test(word)))
    addWindowsPath(inspection, words[2] ?? "", frame, "delete", true);
  // What is listed and handed on is what is deleted.
  if (access === "delete" && statement.piped)
    for (const word of before) addWindowsPath(inspection, word, frame, "delete", true);
  if (program === "start-process" && words.some((word) => /^runas$/i.test(word))) inspection.effects.add("privilege");
  if (
    /^(?:invoke-webrequest|iwr|wget|curl|invoke-restmethod|irm|start-bitstransfer|bitsadmin|certutil|net|nslookup|ping|test-netconnection)$/.test(
      program,
    )
  ) {
    inspection.effects.add("network");
  }
  if (/^(?:schtasks|register-scheduledtask|new-service|sc|set-itemproperty|new-itemproperty)$/.test(program))
    inspection.effects.add("persistence");
  if (/^(?:remove-item|del|erase|rd|rmdir|rm|vssadmin|clear-eventlog|wevtutil)$/.test(program))
    inspection.effects.add("delete");
}

function accessOf(program: string): "read" | "write" | "delete" {
  if (/^(?:remove-item|del|erase|rd|rmdir|rm|ri)$/.test(program)) return "delete";
  return /^(?:set-content|out-file|new-item|add-content|copy|copy-item|xcopy|robocopy|move|move-item|md|mkdir|tee-object|export-\w+)$/.test(
    program,
  )
    ? "write"
    : "read";
}

function addWindowsPath(
  inspection: Inspection,
  word: string,
  frame: Frame,
  access: "read" | "write" | "delete" = "read",
  recursive = false,
): void {
  const bare = word.replace(/^["'(]+|["')]+$/g, "");
  if (bare.length > 1024 || /^(?:\/\w\b|-)/.test(bare)) return;
  const path = bare.replace(/\\/g, "/").replace(/^\$\{?HOME\}?(?=\/|$)/i, "~");
  if (/^(?:[a-z]:\/|\/\/|(?:~|\.{1,2}|%\w+%|\$env:\w+)(?:\/|$)|\/\w+(?:\/|$))/i.test(path))
    addPath(inspection, path, access, frame.scope, recursive);
}

const staticCall = /\[(?:System\.)?IO\.(File|Directory)\]::(\w+)\(\s*\\?["']([^"'\n]{1,255})["']/giu;

/** `[IO.File]::ReadAllText("x")` and its like. */
function staticCalls(inspection: Inspection, text: string, frame: Frame): void {
  for (const [, kind = "", name = "", path = ""] of text.matchAll(staticCall)) {
    const access = /^(?:delete|move)/i.test(name)
      ? "delete"
      : /^(?:write|append|create|copy|open)/i.test(name)
        ? "write"
        : "read";
    addWindowsPath(inspection, path, frame, access, /directory/i.test(kind));
  }
}

/** `FromBase64String("…")` and `-enc …` inside the text. */
function encodedText(inspection: Inspection, text: string, frame: Frame): void {
  for (const match of text.matchAll(/(?:-e(?:nc\w*|c)?\s+|FromBase64String\(\s*)["']?([A-Za-z0-9+/=]{24,})/gi)) {
    const decoded = base64Utf16(match[1] ?? "");
    if (decoded === undefined || /[^\t\n\r -~]/.test(decoded.slice(0, 64))) continue;
    inspectPowershell(
      inspection,
      decoded,
      { ...frame, depth: frame.depth + 2, wrappers: [...frame.wrappers, "base64"] },
      "powershell",
    );
  }
}

function splitStatements(text: string, language: WindowsLanguage): readonly Statement[] {
  const statements: Statement[] = [];
  let words: string[] = [];
  let word = "";
  let open = false;
  let start = 0;
  let piped = false;
  /** For each open bracket: whether a statement of its own stands in it. */
  const brackets: boolean[] = [];
  const endWord = (): void => {
    if (open) words.push(word);
    word = "";
    open = false;
  };
  const end = (at: number, pipe: boolean): void => {
    endWord();
    if (words.length > limits.words) words.length = limits.words;
    if (words.length > 0 && statements.length < limits.commands)
      statements.push({ words, text: text.slice(start, at).trim(), piped });
    words = [];
    start = at + 1;
    piped = pipe;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"' || (letter === "'" && language === "powershell")) {
      const close = text.indexOf(letter, at + 1);
      open = true;
      if (close < 0) continue;
      word += text.slice(at + 1, close);
      at = close;
    } else if ((letter === "`" && language === "powershell") || (letter === "^" && language === "cmd")) {
      // The escape character of each language; inside a word it only hides it.
      at += 1;
      if (text.charAt(at) !== "\n") word += text.charAt(at);
    } else if (letter === "|") end(at, text.charAt(at + 1) !== "|");
    else if (
      letter === "\n" ||
      (letter === ";" && language === "powershell") ||
      (letter === "&" && text.charAt(at + 1) === "&")
    )
      end(at, false);
    else if (letter === "&" && language === "cmd") end(at, false);
    else if (language === "powershell" && (letter === "(" || letter === "{")) {
      brackets.push(!open);
      if (open) word += letter;
      else end(at, false);
    } else if (language === "powershell" && (letter === ")" || letter === "}")) {
      if (brackets.pop() === false) word += letter;
      else end(at, false);
    } else if (/\s/.test(letter)) endWord();
    else {
      word += letter;
      open = true;
    }
  }
  end(text.length, false);
  return statements;
}
