// Wrappers: takes off what only carries another command (`sudo`, `env`, `xargs`, `find -exec`, `ssh` …).
import { quote } from "./arguments.ts";
import { containerCommand } from "./containers.ts";
import { hasOption, optionValue, parseOptions } from "./options.ts";
import { wrapperTable } from "./wrapper-table.ts";
import type { WrapperRule } from "./wrapper-table.ts";

/** One command found inside another: as words, or as text for a shell. */
export interface Carried {
  readonly label: string;
  readonly words?: readonly string[];
  readonly shell?: string;
  readonly assignments?: Readonly<Record<string, string>>;
  /** Folder it starts in, when the wrapper says so. */
  readonly directory?: string;
  /** It runs in a container or on another machine. */
  readonly elsewhere?: boolean;
  /** The text came from standard input, which is used up by then. */
  readonly fromInput?: boolean;
  /** Folders `{}` stands for something in. */
  readonly foundIn?: readonly string[];
}

export interface Unwrapped {
  readonly carried: readonly Carried[];
  /** The carrier is a command of its own as well. */
  readonly both: boolean;
}

const assignmentWord = /^[A-Za-z_]\w*=/;

/** Undefined when the program carries nothing here. `input` is its standard input, when known, else what it lists. */
export function unwrap(
  program: string,
  words: readonly string[],
  input: string | undefined,
  listed: readonly string[] | undefined,
): Unwrapped | undefined {
  switch (program) {
    case "env":
      return env(words);
    case "python":
    case "python3":
      return pythonModule(program, words);
    case "command":
      return /^-[a-zA-Z]*[vV]/.test(words[0] ?? "") ? undefined : simple("command", words, {});
    case "sg": {
      const code = optionValue(parseOptions(words, { short: "c" }), "-c");
      return code === undefined ? undefined : { carried: [{ label: "sg", shell: code }], both: false };
    }
    case "su":
    case "runuser":
      return su(program, words);
    case "find":
    case "gfind":
      return find(words, findRoots(words));
    case "fd":
    case "fdfind":
      return find(eachFound(words), fdRoots(words));
    case "npx":
    case "bunx":
    case "pnpx":
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      return packageRunner(program, words);
    case "tmux":
    case "screen":
    case "byobu":
      return multiplexer(program, words);
    case "at":
    case "batch":
      return input === undefined
        ? undefined
        : { carried: [{ label: program, shell: input, fromInput: true }], both: true };
    case "crontab":
      return input === undefined ? undefined : { carried: cronLines(input), both: true };
    case "nix-shell":
    case "nix":
      return nix(words);
    case "capsh":
      return capsh(words);
    case "bwrap":
      return bubblewrap(words);
    case "socat":
      return socat(words);
    case "xargs":
      return xargs(words, input, listed);
    case "parallel":
      return parallel(words, input, listed);
    case "setarch":
      return simple("setarch", words, { skip: architecture.test(words[0] ?? "") ? 1 : 0 });
    case "hyperfine":
    case "concurrently":
      return each(program, parseOptions(words, eachOptions).operands);
    case "git":
      return gitCarrier(words);
    case "ansible":
      return ansible(words);
    case "gcloud":
      return gcloud(words);
    case "k3s":
    case "k0s":
    case "microk8s":
    case "minikube":
      return clusterClient(program, words);
    case "microk8s.kubectl":
      return clusterClient("microk8s", ["kubectl", ...words]);
    default: {
      const inner = containerCommand(program, words);
      if (inner !== undefined) return { carried: [{ ...inner, elsewhere: true }], both: true };
      if (/^ld(?:-linux|-musl)?[\w-]*\.so(?:\.\d+)?$/.test(program))
        return simple("ld.so", words, { long: ["library-path", "preload", "argv0"] });
      const rule = Object.hasOwn(wrapperTable, program) ? wrapperTable[program] : undefined;
      return rule === undefined ? undefined : simple(program, words, rule);
    }
  }
}

const architecture =
  /^(?:x86_64|amd64|i[3-6]86|linux\d\d|uname26|aarch64|arm\w*|ppc\w*|s390x?|mips\w*|sparc\w*|riscv\w*)$/;
const eachOptions = {
  short: "wmMrSnpcs",
  long: ["warmup", "runs", "min-runs", "max-runs", "shell", "names", "prefix", "prefix-colors", "export-json"],
};

/** Programs whose operands are command lines. */
function each(label: string, operands: readonly string[]): Unwrapped | undefined {
  return operands.length === 0 ? undefined : { carried: operands.map((shell) => ({ label, shell })), both: true };
}

/** `git bisect run …` and `git submodule foreach …` */
function gitCarrier(words: readonly string[]): Unwrapped | undefined {
  const verb = parseOptions(words, { short: "Cc", long: ["git-dir", "work-tree"], stopAtOperand: true }).operands;
  if (verb[0] === "bisect" && verb[1] === "run" && verb.length > 2)
    return { carried: [{ label: "git bisect", words: verb.slice(2) }], both: true };
  if (verb[0] !== "submodule") return undefined;
  const inner = parseOptions(verb.slice(1), {}).operands;
  if (inner[0] !== "foreach" || inner.length < 2) return undefined;
  return { carried: [{ label: "git submodule", shell: inner.slice(1).join(" ") }], both: true };
}

/** `ansible all -m shell -a 'cmd'`; without a module it runs the command as well. */
function ansible(words: readonly string[]): Unwrapped | undefined {
  const long = ["args", "module-name", "inventory", "user", "limit", "extra-vars", "forks"];
  const parsed = parseOptions(words, { short: "amiulefBPMtTk", long });
  const code = optionValue(parsed, "-a", "--args");
  const module = optionValue(parsed, "-m", "--module-name") ?? "command";
  if (code === undefined || !/^(?:ansible\.(?:builtin|legacy)\.)?(?:shell|command|raw)$/.test(module)) return undefined;
  return { carried: [{ label: "ansible", shell: code, elsewhere: true }], both: true };
}

/** `gcloud compute ssh machine --command='cmd'` */
function gcloud(words: readonly string[]): Unwrapped | undefined {
  const code = words.includes("ssh") ? optionValue(parseOptions(words, { long: ["command"] }), "--command") : undefined;
  return code === undefined
    ? undefined
    : { carried: [{ label: "gcloud ssh", shell: code, elsewhere: true }], both: true };
}

/** The client that a cluster's own program brings along: `k3s kubectl get pods`, `minikube -p x kubectl -- get pods`. */
function clusterClient(program: string, words: readonly string[]): Unwrapped | undefined {
  const [client, ...rest] = parseOptions(words, { short: "p", long: ["profile"], stopAtOperand: true }).operands;
  if (client !== "kubectl" && client !== "crictl") return undefined;
  return {
    carried: [{ label: program, words: [client, ...(rest[0] === "--" ? rest.slice(1) : rest)] }],
    both: false,
  };
}

function simple(program: string, given: readonly string[], rule: WrapperRule): Unwrapped | undefined {
  let words = given;
  if (rule.verbs !== undefined) {
    const verb = words.findIndex((word) => !word.startsWith("-"));
    if (verb < 0 || !rule.verbs.includes(words[verb] ?? "")) return undefined;
    words = words.slice(verb + 1);
  }
  const label = rule.label ?? program;
  const both = rule.both === true;
  if (rule.code !== undefined) {
    const code = optionValue(parseOptions(words, rule), ...rule.code);
    if (code !== undefined) return { carried: [{ label, shell: code }], both };
  }
  const rules = { ...rule, stopAtOperand: true };
  let rest = parseOptions(words, rules).operands;
  for (let skipped = 0; skipped < (rule.skip ?? 0); skipped += 1) rest = parseOptions(rest.slice(1), rules).operands;
  const assignments: Record<string, string> = {};
  if (rule.assignments === true) rest = takeAssignments(rest, assignments);
  if (rest[0] === "--") rest = rest.slice(1);
  if (rest.length === 0) return undefined;
  // `sudo -e file` edits the file as sudoedit does; nothing named by it is run.
  if (program === "sudo" && hasOption(parseOptions(words, rules), "-e", "--edit")) rest = ["sudoedit", ...rest];
  const carried: Carried =
    rule.shell === true
      ? { label, shell: rest.join(" "), elsewhere: rule.elsewhere === true }
      : { label, words: rest, assignments, elsewhere: rule.elsewhere === true };
  return { carried: [carried], both };
}

function takeAssignments(words: readonly string[], into: Record<string, string>): readonly string[] {
  let at = 0;
  for (; assignmentWord.test(words[at] ?? ""); at += 1) {
    const word = words[at] ?? "";
    const equals = word.indexOf("=");
    into[word.slice(0, equals)] = word.slice(equals + 1);
  }
  return words.slice(at);
}

function env(words: readonly string[]): Unwrapped | undefined {
  const long = ["unset", "chdir", "split-string", "argv0"];
  const parsed = parseOptions(words, { short: "uCSPa", long, stopAtOperand: true });
  const assignments: Record<string, string> = {};
  const split = optionValue(parsed, "-S", "--split-string");
  const rest = takeAssignments(parsed.operands, assignments);
  const directory = optionValue(parsed, "-C", "--chdir");
  const place = directory === undefined ? {} : { directory };
  if (split !== undefined)
    return { carried: [{ label: "env", shell: [split, ...rest].join(" "), ...place }], both: false };
  return rest.length === 0
    ? undefined
    : { carried: [{ label: "env", words: rest, assignments, ...place }], both: false };
}

/** `python -m pip` is pip. */
function pythonModule(program: string, words: readonly string[]): Unwrapped | undefined {
  const at = words.indexOf("-m");
  if (at < 0 || at > 3 || !/^pip3?$/.test(words[at + 1] ?? "")) return undefined;
  return { carried: [{ label: `${program} -m`, words: words.slice(at + 1) }], both: false };
}

function su(program: string, words: readonly string[]): Unwrapped | undefined {
  const long = ["command", "session-command", "shell", "user", "group"];
  const parsed = parseOptions(words, { short: "csugGTw", long });
  const code = optionValue(parsed, "-c", "--command", "--session-command");
  if (code !== undefined) return { carried: [{ label: program, shell: code }], both: false };
  if (!hasOption(parsed, "-u", "--user") || parsed.operands.length === 0) return undefined;
  return { carried: [{ label: program, words: parsed.operands }], both: false };
}

const findRuns = new Set(["-exec", "-execdir", "-ok", "-okdir", "-x", "--exec", "-X", "--exec-batch"]);

function find(words: readonly string[], foundIn: readonly string[]): Unwrapped | undefined {
  const carried: Carried[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!findRuns.has(words[at] ?? "")) continue;
    let end = at + 1;
    while (end < words.length && words[end] !== ";" && !(words[end] === "+" && words[end - 1] === "{}")) end += 1;
    if (end > at + 1) carried.push({ label: "find -exec", words: words.slice(at + 1, end), foundIn });
    at = end;
  }
  return carried.length === 0 ? undefined : { carried, both: true };
}

/** `fd` puts what it found behind a command that has no place for it. */
function eachFound(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => findRuns.has(word));
  return at < 0 || words.slice(at).some((word) => /\{[/.]*\}/.test(word)) ? words : [...words, "{}"];
}

/** The folders an `fd` starts from: what stands behind its pattern. */
export function fdRoots(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => findRuns.has(word));
  const rules = {
    short: "eEtdcSoj",
    long: ["extension", "exclude", "type", "max-depth", "min-depth", "color", "size", "owner", "threads", "glob"],
  };
  const parsed = parseOptions(at < 0 ? words : words.slice(0, at), rules);
  const given = optionValue(parsed, "--search-path", "--base-directory");
  const roots = given === undefined ? parsed.operands.slice(1) : [given];
  return roots.length === 0 ? ["."] : roots;
}

/** Package managers that start a program by its name: `npx rimraf x`, `npm exec -- rm x`, `yarn dlx tool`. */
function packageRunner(program: string, words: readonly string[]): Unwrapped | undefined {
  const rules = {
    short: "pcwC",
    long: ["package", "call", "workspace", "prefix", "dir", "filter"],
    stopAtOperand: true,
  };
  const outer = parseOptions(words, rules);
  const named = program.endsWith("x");
  if (!named && !/^(?:exec|x|dlx)$/.test(outer.operands[0] ?? "")) return undefined;
  const label = named ? program : `${program} ${outer.operands[0] ?? ""}`;
  const parsed = named ? outer : parseOptions(outer.operands.slice(1), rules);
  const code = optionValue(parsed, "-c", "--call") ?? optionValue(outer, "-c", "--call");
  if (code !== undefined) return { carried: [{ label, shell: code }], both: true };
  const [tool = "", ...rest] = parsed.operands;
  // `rimraf@5` is rimraf; a name with a scope or an address says nothing about what it does.
  const name = /^([\w.-]+)(?:@[\w.^~-]+)?$/.exec(tool)?.[1];
  return name === undefined ? undefined : { carried: [{ label, words: [name, ...rest] }], both: true };
}

/** The folders a `find` starts from. */
export function findRoots(words: readonly string[]): readonly string[] {
  const roots: string[] = [];
  for (const word of words) {
    if (word.startsWith("-") || word === "(" || word === "!") {
      if (/^-[HLPDO]/.test(word) && roots.length === 0) continue;
      break;
    }
    roots.push(word);
  }
  return roots.length === 0 ? ["."] : roots;
}

function xargs(words: readonly string[], input: string | undefined, listed: readonly string[] | undefined): Unwrapped {
  const rule = wrapperTable["xargs"] ?? {};
  const parsed = parseOptions(words, { ...rule, stopAtOperand: true });
  const inner = parsed.operands.length === 0 ? ["echo"] : parsed.operands;
  // With a place to put it, an item is a whole line.
  const place = optionValue(parsed, "-I", "--replace") ?? (hasOption(parsed, "-i") ? "{}" : undefined);
  const items =
    input === undefined || input.length > 4096
      ? []
      : input.split(place !== undefined || hasOption(parsed, "-0", "-d", "-L") ? /[\0\n]/ : /\s+/);
  const given = items.filter((item) => item.trim() !== "");
  const known = given.slice(0, 64);
  // A shell without `-c` would take the names as scripts: nobody knows what those do.
  const names = inner[0] !== undefined && /^(?:.*\/)?(?:ba|z|da|k|a)?sh$/.test(inner[0]) && !inner.includes("-c");
  if (known.length === 0 && listed !== undefined && !names) {
    const each = place === undefined ? [...inner, "{}"] : inner.map((word) => word.replaceAll(place, "{}"));
    return { carried: [{ label: "xargs", words: each, foundIn: listed }], both: false };
  }
  const full =
    known.length === 0
      ? inner
      : place === undefined
        ? [...inner, ...known]
        : inner.flatMap((word) => (word === place ? known : [word.replaceAll(place, known[0] ?? "")]));
  return { carried: [{ label: "xargs", words: full }], both: false };
}

function parallel(
  words: readonly string[],
  input: string | undefined,
  listed: readonly string[] | undefined,
): Unwrapped | undefined {
  const rule = wrapperTable["parallel"] ?? {};
  const rest = parseOptions(words, { ...rule, stopAtOperand: true }).operands;
  const end = rest.findIndex((word) => /^:::[:+]?\+?$/.test(word));
  const command = end < 0 ? rest : rest.slice(0, end);
  const lines =
    input === undefined || input.length > 4096 ? [] : input.split("\n").filter((line) => line.trim() !== "");
  const values = end < 0 ? lines.slice(0, 64) : rest.slice(end + 1).filter((word) => !word.startsWith(":::"));
  // Without a command the values are the commands.
  if (command.length === 0) {
    return values.length === 0
      ? undefined
      : { carried: values.map((value) => ({ label: "parallel", shell: value })), both: false };
  }
  const text = command.join(" ");
  if (values.length === 0 && listed !== undefined)
    return {
      carried: [{ label: "parallel", shell: /\{[/.]*\}/.test(text) ? text : `${text} {}`, foundIn: listed }],
      both: false,
    };
  const shell =
    values.length === 0
      ? text
      : text.includes("{}")
        ? text.replaceAll("{}", () => values.map(quote).join(" "))
        : `${text} ${values.map(quote).join(" ")}`;
  return { carried: [{ label: "parallel", shell }], both: false };
}

function multiplexer(program: string, words: readonly string[]): Unwrapped | undefined {
  if (program === "screen") {
    const stuffed = words.indexOf("stuff");
    if (stuffed >= 0)
      return {
        carried: [{ label: "screen", shell: (words[stuffed + 1] ?? "").replace(/\\n|\^M/g, "\n") }],
        both: true,
      };
    return simple("screen", words, { short: "SctTpxeh", both: true });
  }
  const verb = words.findIndex((word) =>
    /^(?:new|new-session|neww|new-window|splitw|split-window|respawn-pane|run|run-shell|send|send-keys|popup|display-popup|if-shell)$/.test(
      word,
    ),
  );
  if (verb < 0) return undefined;
  const rest = parseOptions(words.slice(verb + 1), { short: "nstcexyFTw" }).operands;
  const keys = (words[verb] ?? "").startsWith("send")
    ? rest.filter((word) => !/^(?:Enter|C-m|C-c|Escape|Space)$/.test(word))
    : rest;
  return keys.length === 0 ? undefined : { carried: [{ label: "tmux", shell: keys.join(" ") }], both: true };
}

/** The commands of crontab lines: five fields or `@daily`, then a command. */
export function cronLines(text: string): readonly Carried[] {
  const carried: Carried[] = [];
  for (const line of text.split("\n").slice(0, 200)) {
    const match = /^\s*(?:@\w+|(?:[\d*,/\-A-Za-z]+\s+){4}[\d*,/\-A-Za-z]+)\s+(.+)$/.exec(line);
    if (match?.[1] !== undefined) carried.push({ label: "crontab", shell: match[1], fromInput: true });
  }
  return carried;
}

function nix(words: readonly string[]): Unwrapped | undefined {
  const at = words.findIndex((word) => word === "--run" || word === "--command" || word === "-c");
  const code = at < 0 ? undefined : words[at + 1];
  if (code === undefined) return undefined;
  const carried =
    words[at] === "--run" ? { label: "nix-shell", shell: code } : { label: "nix", words: words.slice(at + 1) };
  return { carried: [carried], both: true };
}

function capsh(words: readonly string[]): Unwrapped | undefined {
  const at = words.indexOf("--");
  return at < 0 ? undefined : { carried: [{ label: "capsh", words: ["bash", ...words.slice(at + 1)] }], both: true };
}

/** Options of bwrap with one value and with two; all others have none. */
const oneValue =
  /^--(?:args|argv0|userns2?|pidns|chdir|unsetenv|lock-file|sync-fd|proc|dev|tmpfs|mqueue|dir|remount-ro|seccomp|add-seccomp-fd|exec-label|file-label|uid|gid|hostname|cap-add|cap-drop|perms|size|info-fd|block-fd)$/;
const twoValues = /^--(?:setenv|(?:ro-|dev-)?bind(?:-try|-data|-fd)?|symlink|file|bind-data|ro-bind-data|chmod)$/;

function bubblewrap(words: readonly string[]): Unwrapped | undefined {
  let at = 0;
  while ((words[at] ?? "").startsWith("--")) {
    const word = words[at] ?? "";
    at += twoValues.test(word) ? 3 : oneValue.test(word) ? 2 : 1;
  }
  const inner = words.slice(at);
  return inner.length === 0 ? undefined : { carried: [{ label: "bwrap", words: inner }], both: true };
}

function socat(words: readonly string[]): Unwrapped | undefined {
  const carried: Carried[] = [];
  for (const word of words) {
    const match = /^(exec|system|shell):(?:"([^"]*)"|'([^']*)'|([^,]*))/i.exec(word);
    const code = match?.[2] ?? match?.[3] ?? match?.[4];
    if (code !== undefined) carried.push({ label: "socat", shell: code });
  }
  return carried.length === 0 ? undefined : { carried, both: true };
}
