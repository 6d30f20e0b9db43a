// Code calls: which function a string literal is handed to, and whether that function runs, decodes, writes or deletes.
import type { StringLiteral } from "./code-strings.ts";

export interface Callee {
  /** As written, in lower case: `subprocess.run`. */
  readonly full: string;
  /** Its last part: `run`. */
  readonly name: string;
  /** The literal is the first item of a list. */
  readonly list: boolean;
}

const word = /[\w.$:>-]/;

/** Reads backwards from a literal over brackets, a prefix such as `f` or `args=`, to the name of the function. */
export function calleeOf(text: string, literal: StringLiteral): Callee {
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
  return { full, name, list };
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

/** Asked for each file that a text writes, about one text after the other. */
let asked: { readonly text: string; readonly answer: boolean } | undefined;

export function fetchesSomething(text: string): boolean {
  if (asked?.text !== text) asked = { text, answer: fetches.test(text) };
  return asked.answer;
}

const deletes = /^(?:unlink\w*|rmtree|rmdir\w*|rm_rf?|rm_r|rmsync|rm|remove(?:dirs|sync)?|delete\w*)$/;
const writes =
  /^(?:writefile\w*|appendfile\w*|save\w+|mkdir\w*|makedirs|touch|copy\w*|cp\w*|rename\w*|move|chmod\w*|chown\w*|symlink\w*|to_csv|to_json|createwritestream|file_put_contents|filewriter|truncate)$/;
const opens =
  /^(?:open\w*|read\w*|load\w*|path|file|fopen|file_get_contents|include\w*|source|glob|stat\w*|exists\w*|isfile|isdir|listdir|scandir|chdir|createreadstream|opendir)$/;

export function accessOf(callee: Callee, after: string): "read" | "write" | "delete" | undefined {
  const { name, full } = callee;
  if (name === "") return undefined;
  if (/^(?:file|io)\.(?:bin)?write$/.test(full)) return "write";
  if (deletes.test(name)) return "delete";
  if (writes.test(name)) return "write";
  if (!opens.test(name)) return undefined;
  const writing =
    /^\s*,\s*(?:mode\s*=\s*)?["'][^"']*[waxc+]/.test(after) || /^\s*\)\s*\.\s*(?:write|touch|mkdir)/.test(after);
  if (writing) return "write";
  return /^\s*\)\s*\.\s*(?:unlink|rmdir)/.test(after) ? "delete" : "read";
}
