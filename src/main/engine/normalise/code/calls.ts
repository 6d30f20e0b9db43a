// Code calls: which function a string literal is handed to, and whether that function runs, decodes, writes or deletes.
import type { StringLiteral } from "./strings.ts";

export interface Callee {
  /** As written, in lower case: `subprocess.run`. */
  readonly full: string;
  /** Its last part: `run`. */
  readonly name: string;
  /** The literal is the first item of a list. */
  readonly list: boolean;
  /** Where it begins. */
  readonly start: number;
}

const word = /[\w.$:>-]/;

/** Reads backwards from a literal over brackets, a prefix such as `f` or `args=`, to the name of the function. */
export function calleeOf(text: string, literal: Pick<StringLiteral, "start">): Callee {
  let at = literal.start - 1;
  let list = false;
  for (let prefix = 0; prefix < 2 && /[rbfuRBFU]/.test(text.charAt(at)); prefix += 1) at -= 1;
  if (at !== literal.start - 1 && /\w/.test(text.charAt(at))) at = literal.start - 1;
  for (let steps = 0; steps < 24; steps += 1) {
    const letter = text.charAt(at);
    if (letter === "[") list = true;
    else if (letter === "=") {
      const named = /(?:args|command|cmd|executable|path|file)\s*$/.exec(text.slice(Math.max(0, at - 16), at));
      if (named === null) break;
      at -= named[0].length;
    } else if (letter !== "(" && letter !== " " && letter !== "\n" && letter !== "\t" && letter !== "{") break;
    at -= 1;
  }
  const end = at + 1;
  while (at >= 0 && end - at < 64 && word.test(text.charAt(at))) at -= 1;
  const full = text.slice(at + 1, end).toLowerCase();
  const name = /[\w$-]*$/.exec(full)?.[0] ?? "";
  return { full, name, list, start: at + 1 };
}

const alwaysRuns = new Set(
  (
    "system system2 popen popen2 popen3 popen4 getoutput getstatusoutput check_output check_call shell_exec passthru proc_open " +
    "pcntl_exec execsync execfile execfilesync spawnsync execl execle execlp execlpe execv execve execvp execvpe spawnl spawnlp " +
    "spawnv spawnvp posix_spawn capture2 capture2e capture3 shell-command xp_cmdshell execa execasync create_subprocess_shell " +
    "create_subprocess_exec doshellscript sh_exec"
  ).split(" "),
);
const sometimesRuns = new Set("run call exec spawn fork execute cmd command sh bash start".split(" "));

export function runsProgram(callee: Callee, language: string, text: string): boolean {
  const { name, full } = callee;
  if (name === "") return false;
  if (alwaysRuns.has(name)) return true;
  if (name === "new") return language === "rust" && full.endsWith("command::new");
  if (!sometimesRuns.has(name)) return false;
  switch (language) {
    case "javascript":
      return mayRunPrograms(text) && name !== "run" && name !== "call" && name !== "start";
    case "python":
      return name === "run" || name === "call" ? text.includes("subprocess") : name === "spawn" && full.includes("pty");
    case "perl":
    case "ruby":
    case "php":
    case "tcl":
      return name === "exec" || name === "spawn";
    case "lua":
      return full === "os.execute";
    default:
      return name === "exec" || name === "run" || name === "cmd" || name === "execute";
  }
}

function mayRunPrograms(text: string): boolean {
  return /child_process|childProcess|Bun\.spawn|Deno|execa|shelljs|zx|doShellScript/.test(text);
}

const base64Names = new Set(
  "b64decode base64_decode decode_base64 decode64 urlsafe_b64decode standard_b64decode frombase64string atob decodestring unbase64".split(
    " ",
  ),
);
const hexNames = new Set("unhexlify fromhex hex2bin a2b_hex".split(" "));

export function decoderOf(callee: Callee, after: string): "base64" | "hex" | undefined {
  if (base64Names.has(callee.name)) return "base64";
  if (hexNames.has(callee.name)) return "hex";
  if (callee.full === "buffer.from")
    return /^\s*,\s*["']hex/.test(after) ? "hex" : /^\s*,\s*["']base64/.test(after) ? "base64" : undefined;
  return undefined;
}

/**
 * Functions that save what they fetch under the name in a later argument: `urlretrieve(url, "x")`. Blanks behind the bracket
 * have one way to match, so that thousands of literals cost no more than a look each.
 */
const saves =
  /\b(?:urlretrieve|getstore|mirror|copy_stream|copy|download(?:_?file(?:obj)?)?|save_?as)\s*\((?:[^()]|\([^()]*\)){1,200},\s*(?:\w+\s*=\s*)?$/i;

/** Whether the literal is the name under which such a function saves something. */
export function isSavedName(text: string, literal: StringLiteral): boolean {
  const before = text.slice(Math.max(0, literal.start - 300), literal.start);
  return before.trimEnd().endsWith(",") || before.endsWith("=") ? saves.test(before) : false;
}

/** Words of code that gets something from elsewhere. */
const fetches =
  /\b(?:urlopen|urlretrieve|requests|httpx|aiohttp|urllib3?|fetch|axios|https?\.(?:get|request)|Net::HTTP|URI\.open|open-uri|LWP|getstore|HTTP::Tiny|HTTParty|Faraday|curl_exec|URLSession|HttpClient|got)\b|(?:copy|fopen|file_get_contents)\s*\(\s*["']https?:/;

/** For each file that a text writes, about one text after the other. */
export const fetchesSomething = askedAgain(fetches);

/** A question about a whole text that is asked for each of its literals. */
function askedAgain(pattern: RegExp): (text: string) => boolean {
  let asked: { readonly text: string; readonly answer: boolean } | undefined;
  return (text) => {
    if (asked?.text !== text) asked = { text, answer: pattern.test(text) };
    return asked.answer;
  };
}

const deletes = /^(?:unlink\w*|rmtree|remove_tree|rmdir\w*|rm_rf?|rm_r|rmsync|rm|remove(?:dirs|sync)?|delete\w*)$/;
const writes =
  /^(?:writefile\w*|appendfile\w*|save\w+|mkdir\w*|makedirs|touch|copy\w*|cp\w*|rename\w*|move|chmod\w*|chown\w*|symlink\w*|to_csv|to_json|createwritestream|file_put_contents|filewriter|truncate)$/;
const opens =
  /^(?:open\w*|read\w*|load\w*|path|file|fopen|file_get_contents|include\w*|source|glob|stat\w*|exists\w*|isfile|isdir|listdir|scandir|chdir|createreadstream|opendir)$/;

type CodeAccess = "read" | "write" | "delete";

function accessOf(callee: Callee, after: string): CodeAccess | undefined {
  const { name, full } = callee;
  if (name === "" || opens.test(name)) {
    if (/^\s*\)?\s*\.\s*(?:write|touch|mkdir)/.test(after)) return "write";
    if (/^\s*\)?\s*\.\s*(?:unlink|rmdir)/.test(after)) return "delete";
    if (name === "") return undefined;
  }
  if (/^(?:file|io)\.(?:bin)?write$/.test(full)) return "write";
  if (deletes.test(name)) return "delete";
  if (writes.test(name)) return "write";
  if (!opens.test(name)) return undefined;
  return /^\s*,\s*(?:mode\s*=\s*)?["'][^"']*[waxc+]/.test(after) ? "write" : "read";
}

/** Functions that give a place back for a place. */
const placeCalls =
  /^(?:path|purepath|posixpath|pathname|join|joinpath|resolve|expanduser|expand_path|abspath|realpath|normpath|str|string|format)$/;
/** The end of such a call, and methods that do the same. */
const placeEnd = /^\s*\)(?:\s*\.\s*(?:expanduser|resolve|absolute|as_posix|to_s|tostring)\(\))*/i;
const ranks = { read: 1, write: 2, delete: 3 } as const;

/** What happens to the place a literal names, whatever stands around it: `rmtree(str(Path("x").resolve()))` deletes it. */
export function accessAt(text: string, literal: StringLiteral): CodeAccess | undefined {
  let access: CodeAccess | undefined;
  let { start, end } = literal;
  for (let depth = 0; depth < 4; depth += 1) {
    const callee = calleeOf(text, { start });
    const after = text.slice(end, end + 64);
    // What stands behind a comma is no file of its own: `open("x", "w").write(…)`.
    const found = /,\s*$/.test(text.slice(Math.max(0, start - 4), start)) ? undefined : accessOf(callee, after);
    if (found !== undefined && (access === undefined || ranks[found] > ranks[access])) access = found;
    const close = placeCalls.test(callee.name) ? placeEnd.exec(after) : null;
    if (close === null) break;
    start = callee.start;
    end += close[0].length;
  }
  return access;
}

const walks = /(?:^|[.:])(?:walk|r?glob|iglob|scandir|listdir|readdir(?:sync)?|iterdir|find|children|each_child)$/;
const deletesEach = askedAgain(/\b(?:remove|unlink\w*|rmtree|rmSync|rm_rf?|rmdir\w*|FileUtils\.rm\w*)\s?[(\s]/);

/** A folder whose entries are listed by code that deletes: `for f in os.walk("x"): os.remove(f)`. */
export function isEmptied(text: string, literal: StringLiteral): boolean {
  const behind = /^\s*\)?\s*\.\s*(?:r?glob|iterdir|walk)\(/.test(text.slice(literal.end, literal.end + 24));
  return (behind || walks.test(calleeOf(text, literal).full)) && deletesEach(text);
}
