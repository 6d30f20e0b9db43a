// Unseen text: what a variable holds or a program prints is run as a program, and nobody has seen it.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, type View, clip, onCommand, when } from "../../heuristic.ts";
import { isInterpreter } from "../../programs.ts";
import { has } from "../../../normalise/programs/invocation.ts";
import { projectLike, runsInput, someWord, wordsOf } from "../../read.ts";

/** Programs that print how a shell is to be set up, which every manual hands to `eval`. */
const setsUp =
  /^(?:ssh-agent|gpg-agent|keychain|direnv|brew|g?dircolors|starship|zoxide|fasd|(?:py|rb|nod|j|go|pl|php|swift|tf)env|fnm|mise|rtx|asdf|atuin|minikube|docker-machine|opam|(?:micro)?mamba|conda|register-python-argcomplete3?|thefuck|hub|luarocks|lesspipe(?:\.sh)?|lessfile|resize|tset|getopt|dbus-launch|gnome-keyring-daemon|oh-my-posh|sheldon|mcfly|navi|volta|tmuxifier|xcode-select|vault-env)$/u;
const setUpVerb =
  /^(?:completions?|shellenv|shell-init|init|hook|activate|env|docker-env|podman-env|completion-\w+|gen-completions?)$/u;
const setUpOption = /^(?:--(?:init|alias|completions?|print-completion|shell-completion)\b|-Mlocal::lib)/u;

/** Programs that show or rearrange text; what they print is what they are given. */
const textTool =
  /^(?:cat|tac|head|tail|g?sed|[gmn]?awk|[ef]?grep|rg|sort|uniq|tr|cut|paste|echo|printf|tee|xargs|jq|yq|envsubst|column|nl|seq|rev|comm|join|fold|fmt|expand|basename|dirname|true|:|read|history|fc|xmllint|diff|shuf|gzip|gunzip|zcat|xz|xzcat|bzcat|zstdcat)$/u;
/** Programs that list what is there: names, numbers, states. */
const lister =
  /^(?:ls|find|fd|du|df|ps|pgrep|stat|file|git|make|wc|id|date|pwd|mount|lsof|netstat|ss|ip|ipcs|lsblk|blkid|who|whoami|users|uname|hostname|nproc|export|declare|set|md5sum|sha\d+sum|dpkg|rpm|pip3?|npm|which|type|command|locate)$/u;

/** Programs that print nothing. */
const silent = /^(?:cd|pushd|popd|test|\[|\[\[|sleep|wait|exit|return|unset|shift|mkdir|touch|false)$/u;

/** Variables that by custom name a program. */
const programVariable =
  /^["']?\$\{?(?:CC|CXX|CPP|LD|AR|NM|RANLIB|STRIP|AS|FC|PYTHON\w*|PY\w?|NODE|NPM|NPX|PNPM|YARN|BUN|DENO|PIP\w*|UV|JAVA\w*|MVN|GRADLE\w*|GO|CARGO|RUSTC|RUBY|PERL|PHP|LUA|MAKE|CMAKE|NINJA|EDITOR|VISUAL|PAGER|BROWSER|SHELL|SUDO|DOCKER|PODMAN|KUBECTL|HELM|GIT|SED|AWK|GREP|TAR|CURL|WGET|ADB|GRADLEW|PYTEST|\w+_(?:BIN|EXE|PROGRAM))\b/u;
/** Parameters of a function or script, whoever calls it; and PowerShell, where a variable at the start is a value. */
const noProgram = /^["']?\$(?:[\d@*#?!-]|\{[\d@*#?!-]|PS\w|env:|\w+(?:\.\w|\[|\s*[-+]?=))/u;
/** A program that `xargs` or `find` starts, named by a variable. */
const startedByName = /(?<=(?:\bxargs(?:\s+-\S+)*|-exec(?:dir)?)\s+)["']?\$\{?[A-Za-z_].*/su;

/** Code that is nothing but a variable or a substitution. */
const onlyExpansion = /^\s*(?:\$[A-Za-z_]\w*|\$\{\w+\}|\$\([^]*\)|`[^]*`)\s*$/u;

/** Why text that these print is not seen; null when it is a file of the project, rearranged, or a custom everybody knows. */
function unseen(sources: readonly CommandFact[], view: View): string | null {
  if (sources.length === 0) return "text that is only known when it runs";
  // Each of them prints: what a shell is set up by says nothing of what stands beside it.
  const strange = sources.find((source) => !isSetUp(source) && !isKnown(source));
  if (strange !== undefined) return `what ${strange.program || "another program"} prints`;
  const outside = sources.flatMap((source) => readFiles(source)).find((file) => isOutside(file, view));
  return outside === undefined ? null : `what stands in ${outside}`;
}

/** What the project's own programs print is theirs, as what they do is. */
function isKnown(source: CommandFact): boolean {
  if ([textTool, lister, silent].some((kind) => kind.test(source.program)) || /^["']?\.\/\w/u.test(source.text))
    return true;
  return source.program === "perl" && has(source, "-p", "-n");
}

function isSetUp(source: CommandFact): boolean {
  if (/^["']?(?:\.|\/(?:tmp|var\/tmp|dev\/shm)\/)/u.test(source.text)) return false;
  if (setsUp.test(source.program) || someWord(source, setUpOption)) return true;
  return wordsOf(source)
    .slice(0, 2)
    .some((verb) => setUpVerb.test(verb.toLowerCase()));
}

function readFiles(source: CommandFact): readonly string[] {
  if (!textTool.test(source.program) || source.program === "echo" || source.program === "printf") return [];
  const redirected = source.redirects.filter(({ operator }) => operator === "<").map(({ target }) => target);
  return [...source.operands, ...redirected];
}

function isOutside(file: string, { facts }: View): boolean {
  if (!/^(?:\/|~|\.\.\/|\$\{?HOME\b)/u.test(file)) return false;
  return facts.paths.some((path) => path.given === file && path.zone !== "system" && !projectLike(path));
}

function sourceOf(command: CommandFact, index: number, view: View): string | null {
  const { commands } = view.facts;
  const { program, wrappers, pipeline, position } = command;
  const inside = (label: string) =>
    commands.filter((other) => other.parent === index && other.wrappers.includes(label));
  const before = () => commands.filter((other) => other.pipeline === pipeline && other.position < position);
  if (program === "{}" && command.dynamic) return unseen(before(), view);
  if (program === "" && command.dynamic) {
    // What runs on another machine is that machine's to judge; taking another user's rights is asked about as such.
    if (command.function !== undefined || wrappers.some((wrapper) => /^(?:ssh|su|runuser)\b/u.test(wrapper)))
      return null;
    const listed = wrappers.some((wrapper) => /^(?:xargs|find)/u.test(wrapper));
    // Behind `sudo`, `env` and their like.
    const text = (listed ? startedByName : /["']?[$`].*/su).exec(command.text)?.[0];
    if (text === undefined || noProgram.test(text)) return null;
    const substituted = inside("$()");
    if (substituted.length > 0) return unseen(substituted, view);
    if (commands.some((other) => other.program === "read" && other.pipeline === pipeline && other.position > 0))
      return unseen(before(), view);
    const handed = wrappers.some((wrapper) => isInterpreter(wrapper.split(" ", 1)[0] ?? ""));
    return !handed && programVariable.test(text) ? null : "what a variable holds";
  }
  if (!isInterpreter(program)) return null;
  if (view.facts.code.some((code) => code.command === index && onlyExpansion.test(code.text))) {
    const substituted = inside("$()");
    return substituted.length > 0 ? unseen(substituted, view) : "what a variable holds";
  }
  if (command.operands[0]?.startsWith("<(") === true)
    return isUninspected(command, view) ? unseen(inside("<()"), view) : null;
  return position === 0 || command.input !== undefined || !runsInput(command) ? null : unseen(before(), view);
}

/** `bash <(echo ls)` shows what it runs. */
function isUninspected({ text, dynamic }: CommandFact, { facts }: View): boolean {
  return dynamic || facts.uninspected.some(({ part, why }) => why === "dynamic" && part === text);
}

/** A script that is only written runs what it is given later, by whoever runs it: there it is how scripts are. */
export const onlyWhenRun: ReadonlySet<string> = new Set(["unseen-text-run"]);

export const unseenText: readonly Heuristic[] = [
  {
    id: "unseen-text-run",
    threat: "Cannot be inspected",
    technique: "T1059.004",
    score: severity.ask,
    check: when(["uninspected"], (view) => {
      for (const [index, command] of view.facts.commands.entries()) {
        const source = sourceOf(command, index, view);
        if (source !== null)
          return { reason: `It runs ${source} as a program, which nobody has seen`, evidence: clip(command.text) };
      }
      return null;
    }),
    match: [
      'eval "$X"',
      'eval "$(fetch-orders --now)"',
      "$STEP --now",
      "$(next-step) x",
      "kubectl get configmap x -o yaml | sh",
      "bash <(next-step)",
      "source <(/tmp/next-step completion)",
      "cat ~/Downloads/x.sh | bash",
      'eval "$(fetch-orders --now; ssh-agent -s)"',
      "next-step | kubectl completion bash | sh",
      'sh -c "$X"',
      'python3 -c "$X"',
      "next-step | xargs -I{} sh -c '{}'",
      "psql -c 'select text from orders' | python3 -",
    ],
    not_match: [
      'eval "$(ssh-agent -s)"',
      'eval "$(direnv hook bash)"',
      'eval "$(cd tools && conda shell.bash hook | sed s/a/b/)"',
      'eval "$(/opt/homebrew/bin/brew shellenv)"',
      'eval "$(dircolors -b ~/.dircolors)"',
      "source <(kubectl completion bash)",
      "cat run.sh | bash",
      "bash <(cat run.sh)",
      'ls | awk \'{print "mv " $1 " " $1 ".bak"}\' | sh',
      "$PYTHON -m pytest",
      "sudo $EDITOR notes.txt",
      'python3 -c "$(cat check.py)"',
      "find . -type f | xargs -i {} dirname {}",
      '"$@"',
      'cmd="npm test"; eval "$cmd"',
      "$DIR/build.sh",
      'ssh build "$STEP"',
      "find . -name '*.jpg' -printf 'mv %p %p.old' | while read l; do eval $l; done",
      "psql -c 'select 1' | python3 -m json.tool",
    ],
  },
  {
    id: "script-run-elsewhere",
    threat: "Remote code execution",
    technique: "T1021.004",
    score: severity.warn,
    check: onCommand(["ssh"], (command) => {
      const [, ...remote] = command.operands;
      const shell = remote.some((word) => /^(?:sudo\s+)?(?:ba|z|da)?sh(?:\s+-s\b.*)?$/u.test(word));
      const fed = command.position > 0 || command.redirects.some((redirect) => /^<(?!&)/u.test(redirect.operator));
      return shell && fed ? "It has another machine run a script that is not shown here" : null;
    }),
    match: ["ssh root@10.0.0.5 'bash -s' < setup.sh", "cat setup.sh | ssh root@10.0.0.5 sh"],
    not_match: ["ssh host.example uptime", "ssh host.example < /dev/null"],
  },
];
