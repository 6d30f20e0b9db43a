// Denial of service: fork bombs, endless load, stopping the machine or everything on it.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, firstOf, onAnyCommand, onCode, onCommand, when } from "../../heuristic.ts";
import { has, value } from "../../../normalise/programs/invocation.ts";

const forkBomb =
  /(?<![\w:.])([\w:.]{1,40})\s{0,8}\(\s{0,8}\)\s{0,8}\{[^}]{0,80}?(?<![\w:.])\1\s*\|\s*\1\s*&|\bfunction\s+(\w+)\s*\{[^}]{0,80}?\b\2\s*\|\s*\2\s*&|%0\s*\|\s*%0|\$0\s*(?:&\s*\$0|\|\s*\$0)\s*&/u;

const miners =
  /\b(?:xmrig|minerd|cpuminer|cgminer|ethminer|nbminer|t-rex|phoenixminer|lolminer|xmr-stak)\b|stratum\+(?:tcp|ssl):/iu;

const units: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** `512`, `4k`, `1M`, `2GB` as dd counts them; what cannot be read counts as nothing. */
function sizeOf(given: string): number {
  const [, number = "0", unit = ""] = /^(\d{1,15})([kmgt]?)/iu.exec(given) ?? [];
  return Number(number) * (units[unit.toLowerCase()] ?? 1);
}

/** `if=x` of dd. */
function setting(command: CommandFact, name: string): string | undefined {
  return command.operands.find((operand) => operand.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** An awk pattern, or a selection of ps, leaves most processes out. */
function picksProcess(command: CommandFact): boolean {
  return (
    command.operands.some((operand) => /\/\w/u.test(operand)) ||
    command.options.some(({ name, value: given }) => /^-[pCo]$/u.test(name) || (name === "-u" && given !== undefined))
  );
}

/** A loop that nothing ends, with something in it that is not waited for. */
const endlessLoop =
  /\b(?:while\s+(?:(?:\/usr)?\/bin\/)?(?:true|:|\[\[?\s(?:1|true)\s\]\]?|\(\(\s?1\s?\)\))|until\s+(?:(?:\/usr)?\/bin\/)?false|for\s{0,4}\(\([^;()]{0,40};\s?;[^;()]{0,40}\)\))\s{0,8};?\s{0,8}do\b(?:(?!\bdone\b)[^]){0,300}?(?<![>&|\d])&(?![>&\d])/u;

/** A command by which a function reaches itself, through others perhaps, with a step in the background. */
function startsItself(commands: readonly CommandFact[]): CommandFact | undefined {
  const calls = commands.filter(({ function: name }) => name !== undefined).slice(0, 200);
  if (calls.length === 0) return undefined;
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return calls.some(({ function: name, program }) => name === from && reaches(program, to, seen));
  };
  return calls.find(
    ({ function: name = "", program, background }) => background === true && reaches(program, name, new Set()),
  );
}

export const denial: readonly Heuristic[] = [
  {
    id: "fork-bomb",
    threat: "Denial of service",
    technique: "T1499",
    score: severity.critical,
    check: firstOf(
      when([{ text: /\{|%0|\$0/u }], (view) => {
        const match = forkBomb.exec(view.text);
        return match === null
          ? null
          : { reason: "It starts copies of itself until the machine stands still", evidence: clip(match[0]) };
      }),
      onCode((code) =>
        /\bfork\s+while\s+(?:1|fork|true)|while\s*(?:\(?\s*(?:1|true)\s*\)?|True)\s*[:{]?\s*(?:os\.)?fork\b|loop\s*\{\s*fork/u.test(
          code.text.slice(0, 65_536),
        )
          ? "It starts copies of itself until the machine stands still"
          : null,
      ),
    ),
    match: [":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb", `perl -e 'fork while fork'`],
    not_match: ["f() { ls | wc -l; }; f", "build() { make & }; build"],
  },
  {
    id: "endless-processes",
    threat: "Denial of service",
    technique: "T1499",
    score: severity.ask,
    check: firstOf(
      when([{ text: endlessLoop }], (view) => {
        const match = endlessLoop.exec(view.text);
        return match === null
          ? null
          : { reason: "It starts processes in the background without end", evidence: clip(match[0]) };
      }),
      when(["command"], ({ facts }) => {
        const command = startsItself(facts.commands);
        return command === undefined
          ? null
          : { reason: "A function starts itself in the background without end", evidence: clip(command.text) };
      }),
    ),
    match: [
      "while true; do work & done",
      "for ((;;)); do work & done",
      "until false; do (work &) ; wait; done",
      "bomb(){ bomb & }; bomb",
      "first(){ second & }; second(){ first; }; first",
    ],
    not_match: [
      "while true; do check 2>&1 && break; sleep 5; done &",
      "for f in *.ts; do lint $f & done; wait",
      "build() { make & }; build",
      "retry() { run || retry; }; retry",
    ],
  },
  {
    id: "everything-killed",
    threat: "Denial of service",
    technique: "T1489",
    score: severity.deny,
    check: firstOf(
      onCommand(["kill"], (command) =>
        command.options.findLastIndex(({ name }) => name === "-1") > 0 ||
        command.operands.includes("-1") ||
        (command.operands.at(-1) === "1" &&
          (has(command, "-9", "-SIGKILL") || /^kill$/iu.test(value(command, "--signal") ?? "")))
          ? "It kills every process"
          : null,
      ),
      onCommand(["kill"], (command, view) => {
        const inner = view.facts.commands.filter((other) => other.wrappers.includes("$()"));
        // `grep -v` leaves some out; nothing picks one.
        return inner.some((other) => other.program === "ps") &&
          !inner.some(
            (other) => /^(?:grep|egrep|rg|head|tail|sed)$/u.test(other.program) && !has(other, "-v", "--invert-match"),
          ) &&
          !inner.some((other) => /^(?:awk|ps)$/u.test(other.program) && picksProcess(other)) &&
          command.dynamic
          ? "It kills every process"
          : null;
      }),
      onCommand(["killall5", "pkill"], (command) =>
        command.program === "killall5" ||
        value(command, "--euid") === "root" ||
        command.operands.at(-1) === ".*" ||
        (command.operands.at(-1) === "." && has(command, "-9"))
          ? "It kills every process"
          : null,
      ),
    ),
    match: ["kill -9 -1", "pkill -9 ."],
    not_match: ["kill 1234", "kill -9 4242", "pkill -f vite"],
  },
  {
    id: "endless-load",
    threat: "Denial of service",
    technique: "T1496",
    score: severity.ask,
    check: firstOf(
      onCommand(["yes"], (command) =>
        command.redirects.some((redirect) => /^1?>$/u.test(redirect.operator) && redirect.target === "/dev/null")
          ? "It keeps a processor busy for ever"
          : null,
      ),
      onCommand(["dd"], (command) =>
        setting(command, "if") === "/dev/zero" &&
        setting(command, "count") === undefined &&
        setting(command, "of")?.startsWith("/dev/null") === false
          ? "It fills the disk"
          : null,
      ),
      onCommand(["dd"], (command) => {
        const size = sizeOf(setting(command, "bs") ?? "512");
        const count = sizeOf(setting(command, "count") ?? "1");
        const target = setting(command, "of") ?? "/dev/null";
        return !/^\/dev\/(?:null|zero)/u.test(target) && size * count > 64 * 2 ** 30 ? "It fills the disk" : null;
      }),
      onCommand(["curl", "wget", "ab", "hping3", "nc", "ping"], (command, view) =>
        command.background === true &&
        /\bwhile\s+(?::|true|\[\s*1|\(\(\s*1)|\bfor\s*\(\(\s*;\s*;/u.test(view.text) &&
        !view.byProgram.has("sleep")
          ? "It floods another machine with requests without an end"
          : command.program === "hping3" && has(command, "--flood")
            ? "It floods another machine with packets"
            : null,
      ),
      onCommand(["fallocate", "truncate"], (command) =>
        [...command.options.map((option) => option.value ?? ""), ...command.operands].some((size) =>
          /^\d{3,}\s*g|^\d+t$/iu.test(size),
        )
          ? "It fills the disk"
          : null,
      ),
    ),
    match: [
      "yes x > /dev/null",
      "dd if=/dev/zero of=big.bin",
      "dd if=/dev/urandom of=/tmp/fill bs=1M count=999999",
      "while :; do curl -s http://shop.example > /dev/null & done",
    ],
    not_match: [
      "yes | head -n 7",
      "dd if=/dev/zero of=a.bin count=1",
      "dd if=/dev/zero of=disk.img bs=1M count=4096",
      "while true; do curl -s http://localhost:3000/health; sleep 5; done",
    ],
  },
  {
    id: "coin-mining",
    threat: "Denial of service",
    technique: "T1496",
    score: severity.deny,
    check: onAnyCommand([{ words: miners }], (command) =>
      miners.test(command.text) && !/^(?:grep|rg|echo|man|tldr|apt|apt-get|brew)$/u.test(command.program)
        ? "It mines coins with this machine"
        : null,
    ),
    match: ["./xmrig -o pool.example:3333", "timeout 60 ./xmrig-6.11/xmrig"],
    not_match: ["grep xmrig blocklist.txt"],
  },
];
