// Denial of service: fork bombs, endless load, stopping the machine or everything on it.
import { severity } from "../bands.ts";
import { type Heuristic, clip, firstOf, onAnyCommand, onCode, onCommand, when } from "../heuristic.ts";
import { given, harmless, joined, operands } from "../read.ts";

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
    examples: {
      risky: [":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb", `perl -e 'fork while fork'`],
      honest: ["f() { ls | wc -l; }; f", "build() { make & }; build"],
    },
  },
  {
    id: "machine-stopped",
    threat: "Denial of service",
    technique: "T1529",
    score: severity.ask,
    check: firstOf(
      onCommand(["shutdown", "reboot", "halt", "poweroff"], (command) =>
        harmless(command) ||
        given(command, "ckw", "wtmp-only", "show") ||
        (command.program !== "shutdown" && given(command, "h"))
          ? null
          : `${command.program} stops the machine`,
      ),
      onCommand(["init", "telinit"], (command) =>
        /^[06]$/u.test(operands(command)[0] ?? "") ? "It stops the machine" : null,
      ),
      onCommand(["systemctl", "loginctl"], (command) =>
        /^(?:poweroff|reboot|halt|kexec)$/u.test(operands(command)[0] ?? "")
          ? `systemctl ${operands(command)[0]} stops the machine`
          : null,
      ),
    ),
    examples: {
      risky: ["sudo reboot", "shutdown -h +1", "systemctl poweroff -i"],
      honest: ["shutdown --help", "shutdown -c", "uptime"],
    },
  },
  {
    id: "everything-killed",
    threat: "Denial of service",
    technique: "T1489",
    score: severity.deny,
    check: firstOf(
      onCommand(["kill"], (command) =>
        (/(?:^|\s)(?:--\s+)?-1$/u.test(joined(command)) && command.arguments.length > 1) ||
        /(?:^|\s)(?:-9|-kill|-s\s*kill|-SIGKILL)\s+1$/iu.test(joined(command))
          ? "It kills every process"
          : null,
      ),
      onCommand(["kill"], (command, view) => {
        const inner = view.facts.commands.filter((other) => other.wrappers.includes("$()"));
        // `grep -v` leaves some out; nothing picks one.
        return inner.some((other) => other.program === "ps") &&
          !inner.some(
            (other) =>
              /^(?:grep|egrep|rg|head|tail|sed)$/u.test(other.program) && !/^-[a-z]*v/u.test(other.arguments[0] ?? ""),
          ) &&
          !inner.some((other) => /^(?:awk|ps)$/u.test(other.program) && /\/\w|-[pCo]\b|-u\s*\w/u.test(joined(other))) &&
          command.dynamic
          ? "It kills every process"
          : null;
      }),
      onCommand(["killall5", "pkill"], (command) =>
        command.program === "killall5" || /(?:^|\s)(?:-u\s*root|-9\s+\.\*?|\.\*)$/u.test(joined(command))
          ? "It kills every process"
          : null,
      ),
    ),
    examples: { risky: ["kill -9 -1", "pkill -9 ."], honest: ["kill 1234", "kill -9 4242", "pkill -f vite"] },
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
        /if=\/dev\/zero/u.test(joined(command)) &&
        !/count=/u.test(joined(command)) &&
        /of=(?!\/dev\/null)/u.test(joined(command))
          ? "It fills the disk"
          : null,
      ),
      onCommand(["dd"], (command) => {
        const size = sizeOf(/\bbs=(\S+)/u.exec(joined(command))?.[1] ?? "512");
        const count = sizeOf(/\bcount=(\S+)/u.exec(joined(command))?.[1] ?? "1");
        return /of=(?!\/dev\/(?:null|zero))/u.test(joined(command)) && size * count > 64 * 2 ** 30
          ? "It fills the disk"
          : null;
      }),
      onCommand(["curl", "wget", "ab", "hping3", "nc", "ping"], (command, view) =>
        command.background === true &&
        /\bwhile\s+(?::|true|\[\s*1|\(\(\s*1)|\bfor\s*\(\(\s*;\s*;/u.test(view.text) &&
        !view.byProgram.has("sleep")
          ? "It floods another machine with requests without an end"
          : command.program === "hping3" && /--flood/u.test(joined(command))
            ? "It floods another machine with packets"
            : null,
      ),
      onCommand(["fallocate", "truncate"], (command) =>
        /\d{3,}\s*g|\dt\b/iu.test(joined(command)) ? "It fills the disk" : null,
      ),
    ),
    examples: {
      risky: [
        "yes x > /dev/null",
        "dd if=/dev/zero of=big.bin",
        "dd if=/dev/urandom of=/tmp/fill bs=1M count=999999",
        "while :; do curl -s http://shop.example > /dev/null & done",
      ],
      honest: [
        "yes | head -n 7",
        "dd if=/dev/zero of=a.bin count=1",
        "dd if=/dev/zero of=disk.img bs=1M count=4096",
        "while true; do curl -s http://localhost:3000/health; sleep 5; done",
      ],
    },
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
    examples: {
      risky: ["./xmrig -o pool.example:3333", "timeout 60 ./xmrig-6.11/xmrig"],
      honest: ["grep xmrig blocklist.txt"],
    },
  },
];
