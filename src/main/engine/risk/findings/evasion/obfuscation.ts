// Obfuscation: text that hides what will run, and decoders that feed a shell.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { has, settingsOf } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, firstOf, onAnyCommand, onCode, onCommand, when } from "../../heuristic.ts";
import { isInterpreter, isShell } from "../../programs.ts";
import { onlyOptions } from "../../read.ts";

function decodes(command: CommandFact): boolean {
  switch (command.program) {
    case "base64":
    case "base32":
    case "basenc":
    case "gbase64":
      return has(command, "--decode");
    case "b64decode":
    case "uudecode":
    case "rev":
      return true;
    case "xxd":
      return has(command, "-revert");
    case "openssl":
      return has(command, "-d") && (/^(?:enc|base64)$/u.test(command.subcommand) || has(command, "-base64"));
    default:
      return unpacks.test(command.program) && !/\.\w+$/u.test(command.operands.at(-1) ?? "");
  }
}

const unpacks = /^(?:gunzip|zcat|bzcat|xzcat|gzip|uncompress)$/u;

const isDecoder = (program: string): boolean =>
  /^(?:g?base64|base32|basenc|b64decode|uudecode|xxd|openssl|rev|gunzip|zcat|bzcat|xzcat|gzip|uncompress)$/u.test(
    program,
  );

const decodeCall =
  /b64decode|decode_base64|base64\.decode|base64_decode|atob\s*\(|buffer\.from\([^)]*["'](?:base64|hex)|unhexlify|bytes\.fromhex|frombase64string|codecs\.decode|zlib\.decompress|marshal\.loads|\bpack\s*\(\s*["']h\*|unpack\s*\(\s*["'](?:u|m|h)|str_rot13|gzinflate|chr\s*\(\s*c\s*\^/iu;
const executeCall =
  /\bexec\s*[(=]|\beval\b|os\.(?:system|popen)|subprocess|child_process|\bsystem\s*\(|__import__\s*\(|compile\s*\(|loadstring|new function|instance_eval|invoke-expression|\biex\b|shell_exec|\bqx\b|popen|\b(?:system|exec)\s+(?:pack|unpack|decode|join)\b/iu;
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

export const obfuscation: readonly Heuristic[] = [
  {
    id: "decoded-and-run",
    threat: "Obfuscation",
    technique: "T1140",
    score: severity.critical,
    check: firstOf(
      onCommand(isInterpreter, (command, view) => {
        if (command.position === 0 || !onlyOptions(command)) return null;
        const decoder = view.facts.commands.find(
          (other) => other.pipeline === command.pipeline && other.position < command.position && decodes(other),
        );
        return decoder === undefined
          ? null
          : `It decodes text with ${decoder.program} and runs it with ${command.program}`;
      }),
      onCommand(isDecoder, (command, view) => {
        if (!decodes(command)) return null;
        const inside = command.wrappers.some((wrapper) => wrapper === "$()" || wrapper === "<()" || wrapper === "``");
        const runner = inside
          ? view.facts.commands.find(
              (other) =>
                other !== command &&
                isInterpreter(other.program) &&
                other.text.includes(clip(command.text).slice(0, 30)),
            )
          : undefined;
        return runner === undefined ? null : `It decodes text and runs it with ${runner.program}`;
      }),
      onAnyCommand(["wrapper"], (command) => {
        // Decoded text that is only a value (`X=$(… | base64 -d)`) is not run; text that becomes the program is.
        if (!command.wrappers.some((wrapper) => /^(?:base64|base32|hex|xxd|gzip|rev|tr)$/u.test(wrapper))) return null;
        const handedOver = command.wrappers.some((wrapper) => isInterpreter(wrapper.split(" ", 1)[0] ?? ""));
        return !handedOver && !/^["']?(?:\$\(|`)/u.test(command.text)
          ? null
          : "It hides a command in encoded text and runs it";
      }),
    ),
    match: [
      "echo ZWNobyBoaQ== | base64 -d | bash",
      'eval "$(echo ZWNobyBoaQ== | base64 --decode)"',
      "echo 6c73 | xxd -r -p | sh",
      "bash <(base64 -d payload.txt)",
    ],
    not_match: ["echo aGk= | base64 -d", "base64 -d cert.b64 > cert.pem", "zcat a.sql.gz | psql db"],
  },
  {
    id: "name-computed",
    threat: "Obfuscation",
    technique: "T1027",
    score: severity.ask,
    check: onCode((code) =>
      /\bgetattr\(\s{0,4}(?:os|subprocess|pty|builtins|__builtins__|__import__\([^()]{0,40}\))\s{0,4},[^,;\n]{0,80}(?:\[::-1\]|\bchr\(|reversed\(|fromhex|b64decode|\.decode\()/u.test(
        code.text.slice(0, 65_536),
      )
        ? "Its code computes the name of a function of the system instead of naming it"
        : null,
    ),
    match: [
      `python3 -c "import os; getattr(os, 'metsys'[::-1])('id')"`,
      `python3 -c "getattr(__import__('os'), chr(115)+'ystem')('id')"`,
    ],
    not_match: [
      `python3 -c "import os; print(getattr(os, 'getuid', None))"`,
      `python3 -c "import os, sys; print(getattr(os, sys.argv[1]))"`,
      `python3 -c "import shapes; print(getattr(shapes, 'abc'[::-1]))"`,
    ],
  },
  {
    id: "variable-obeyed",
    threat: "Obfuscation",
    technique: "T1027.010",
    score: severity.ask,
    check: onCommand(isShell, (command, view) => {
      if (!onlyOptions(command)) return null;
      const onlyVariable = /^["']?\$\{?\w+\}?["']?$/u;
      const fed = view.facts.commands.some(
        (other) =>
          other.pipeline === command.pipeline &&
          other.position === command.position - 1 &&
          /^(?:echo|printf)$/u.test(other.program) &&
          other.operands.length > 0 &&
          other.operands.every((word) => word.startsWith("-") || onlyVariable.test(word)),
      );
      return fed ? `${command.program} obeys what a variable holds, which is not shown here` : null;
    }),
    match: ['echo "$PAYLOAD" | bash', "printf $step | sh"],
    not_match: ['echo "$NAME" | wc -c', "echo 'ls' | sh", 'sh -c "$CMD"', "cat run.sh | bash"],
  },
  {
    id: "unpacked-and-run",
    threat: "Obfuscation",
    technique: "T1140",
    score: severity.ask,
    check: onCommand(isShell, (command, view) => {
      if (command.position === 0 || !onlyOptions(command)) return null;
      const source = view.facts.commands.find(
        (other) =>
          other.pipeline === command.pipeline &&
          other.position < command.position &&
          /^(?:gunzip|zcat|bzcat|xzcat|gzip|bunzip2|bzip2|unxz|xz|zstd|zstdcat|lz4|unzip|7z|ar|tar|cpio|dd|openssl|gpg2?|steghide|tail|strings)$/u.test(
            other.program,
          ) &&
          // A script's own end, or what a picture hides, is no text somebody typed.
          (!/^(?:tail|dd|strings)$/u.test(other.program) ||
            settingsOf(other).some((word) => /\$0|bs=|skip=|\.(?:png|jpe?g|gif|pdf|bin)\b/u.test(word))),
      );
      return source === undefined ? null : `It runs what ${source.program} unpacks, unseen`;
    }),
    match: ["gzip -dc setup.sh.gz | bash", "xzcat a.xz | sh", "unzip -p a.zip run.sh | sh", "tail -n +9 $0 | bash"],
    not_match: ["zcat dump.sql.gz | psql app", "cat run.sh | bash", "gzip -dc a.gz | head"],
  },
  {
    id: "decoded-in-code",
    threat: "Obfuscation",
    technique: "T1027",
    score: severity.deny,
    check: onCode((code) => {
      const text = code.text.slice(0, 65_536);
      return decodeCall.test(text) && executeCall.test(text)
        ? `Its ${code.language} code decodes text and runs it`
        : null;
    }),
    match: [
      `python3 -c "import base64;exec(base64.b64decode('cHJpbnQoMSk='))"`,
      `node -e "eval(Buffer.from('MQ==','base64').toString())"`,
    ],
    not_match: [`python3 -c "import base64;print(base64.b64decode('aGk='))"`],
  },
  {
    id: "invisible-characters",
    threat: "Obfuscation",
    technique: "T1027",
    score: severity.ask,
    check: when([{ text: invisible }], (view) => {
      const match = invisible.exec(view.text);
      return match === null
        ? null
        : {
            reason: "It contains characters that do not show or that turn the reading direction",
            evidence: `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
          };
    }),
    match: ["echo a\u202eb", "r\u200bm -rf x"],
    not_match: ["echo 'äöü 你好'", "cat 你好.txt"],
  },
  {
    id: "blank-substitute",
    threat: "Obfuscation",
    technique: "T1027",
    score: severity.ask,
    check: when([{ text: /\$\{?[a-z_]/u }], (view) => {
      const match =
        /\$\{?ifs[^=\w]|\$\{(?:path|home|pwd|shell|oldpwd|ps\d|shellopts|bash_?\w*)[:#%]{1,2}[\d~]+(?::\d+)?\}|\$\{[a-z_]\w*:\d+:1\}\$\{/u.exec(
          view.text,
        );
      return match === null || /\bifs=|while.*read|echo "?\$\{?ifs/u.test(view.text)
        ? null
        : { reason: "It builds the command out of pieces of variables", evidence: match[0] };
    }),
    match: ["cat${IFS}/etc/hosts", "${PATH:0:1}bin${PATH:0:1}ls"],
    not_match: ["while IFS= read -r line; do echo $line; done < a.txt", "echo ${name:0:3}"],
  },
  {
    id: "escaped-program",
    threat: "Obfuscation",
    technique: "T1027",
    score: severity.ask,
    check: when([{ text: /\\[x0-7u]/u }], (view) => {
      const match =
        /\$'(?:[^'\\]|\\.)*(?:\\x[0-9a-f]{2}|\\[0-7]{3}|\\u[0-9a-f]{4}){3,}/u.exec(view.text) ??
        (/\|\s*(?:ba|z|da)?sh\b/u.test(view.text) ? /(?:\\x[0-9a-f]{2}|\\[0-7]{3}){4,}/u.exec(view.text) : null);
      return match === null
        ? null
        : { reason: "It spells text with character codes so that it cannot be read", evidence: clip(match[0]) };
    }),
    match: ["$'\\x72\\x6d\\x20' x", "printf '\\x6c\\x73\\x20\\x2d' | sh"],
    not_match: ["echo $'a\\tb'", "printf '\\x41\\n'"],
  },
  {
    id: "built-command",
    threat: "Obfuscation",
    technique: "T1027",
    score: severity.medium,
    check: onAnyCommand(["wrapper", { program: (program) => program === "eval" }], (command) => {
      const evaluated = command.program === "eval" || (command.program === "" && command.wrappers.includes("eval"));
      if (!evaluated || !command.dynamic) return null;
      return /ssh-agent|brew shellenv|direnv|dircolors|starship|zoxide|pyenv|rbenv|nodenv|fnm|mise|atuin|--init|\binit\b|completion|minikube|docker-machine|opam|conda|register-python-argcomplete|thefuck|hook/u.test(
        command.text,
      )
        ? null
        : "It runs text that is put together while it runs";
    }),
    match: ['eval "$(some-generator --now)"'],
    not_match: ['eval "$(ssh-agent -s)"', 'eval "$(pyenv init -)"'],
  },
];
