// Evasion: asking whether somebody watches, forging times, hiding processes, running what never touches the disk.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, type View, firstOf, onAnyCommand, onCode, onCommand } from "../../heuristic.ts";
import { has, settingsOf, value } from "../../../normalise/programs/invocation.ts";
import { privileged, wordsOf } from "../../read.ts";

const vendor =
  /virtual ?box|vbox|vmware|parallels|qemu|hyper-?v|\bkvm\b|\bxen\b|bochs|innotek|virtual machine|hypervisor/giu;
const machineFacts =
  /^(?:systemd-detect-virt|dmidecode|lscpu|lspci|lshw|hostnamectl|dmesg|ioreg|system_profiler|sysctl|virt-what|csrutil|lsmod|kextstat)$/u;

const machineSetting = /hw\.hv_vendor|hv_vmm_present|machdep\.cpu\.features/u;
const machineFile =
  /\/sys\/class\/dmi\/id\/(?:product_name|sys_vendor|board_vendor)|\/proc\/scsi\/scsi|\/sys\/hypervisor/u;

/** The makers of virtual machines that these commands name. */
function vendorsIn(commands: readonly CommandFact[]): ReadonlySet<string> {
  return new Set(commands.flatMap(settingsOf).flatMap((word) => word.toLowerCase().match(vendor) ?? []));
}

/** The command stands inside `[ "$(…)" = … ]`. */
function decides(command: CommandFact, view: View): boolean {
  const parent = command.parent === undefined ? undefined : view.facts.commands[command.parent];
  return command.wrappers.includes("$()") && parent !== undefined && /^(?:\[|\[\[|test)$/u.test(parent.program);
}

/** It calls functions in a process it is attached to, prints its memory, or records what it reads and writes. */
function readsProcess(command: CommandFact): boolean {
  return (
    settingsOf(command).some((word) => /\bcall\b|system\(|dump\b|generate-core|print\(/u.test(word)) ||
    /read|write/u.test(value(command, "--trace", "-e") ?? "") ||
    /^\d{3,}$/u.test(value(command, "-s") ?? "")
  );
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
        if (command.program === "sysctl" && command.operands.some((name) => machineSetting.test(name)))
          return "It asks whether this is a virtual machine";
        if (decides(command, view) && /^(?:ioreg|system_profiler|sysctl|csrutil|dmidecode)$/u.test(command.program))
          return "It goes on only on a certain kind of machine";
        const filters = view.facts.commands.filter((other) => other !== command && /^[ef]?grep$/u.test(other.program));
        return vendorsIn(filters).size >= 2 ? "It looks for signs of a virtual machine" : null;
      }),
      onAnyCommand([{ words: /\/sys\/|\/proc\//u }], (command) =>
        settingsOf(command).some((word) => machineFile.test(word)) && vendorsIn([command]).size >= 2
          ? "It looks for signs of a virtual machine"
          : null,
      ),
    ),
    match: [
      "ioreg -l | grep -iE 'virtualbox|vmware|parallels'",
      "sysctl -n hw.hv_vendor",
      `if [ "$(sysctl -n hw.model | grep -v Mac)" != "" ]; then exit; fi`,
    ],
    not_match: ["lscpu | grep -i model", "systemd-detect-virt", "dmesg | grep -i usb"],
  },
  {
    id: "timestamp-copied",
    threat: "Evidence tampering",
    technique: "T1070.006",
    score: severity.ask,
    check: firstOf(
      onCommand(["touch"], (command) => {
        if (/^\/(?:usr\/)?s?bin\/|^\/etc\/|^\/lib/u.test(value(command, "--reference") ?? ""))
          return "It gives a file the time of a part of the system";
        return /^\d{8,12}(?:\.\d\d)?$/u.test(value(command, "-t") ?? "")
          ? "It sets a file's time to one of its choice"
          : null;
      }),
      onCommand(["date", "timedatectl", "hwclock"], (command, view) => {
        const sets =
          has(command, "--set") ||
          command.operands.some((operand) =>
            command.program === "date" ? /^\d{8,12}$/u.test(operand) : operand === "set-time",
          );
        return sets && view.byProgram.has("touch") ? "It turns the clock back to forge a file's time" : null;
      }),
    ),
    match: [
      "touch -acmr /bin/sh payload",
      "touch -t 197001010000.00 a",
      "date 010100001971; touch x; date 010112002026",
    ],
    not_match: ["touch -d '1 hour ago' a", "touch -r a.txt b.txt", "date +%s", "sudo date -s '2026-01-01'"],
  },
  {
    id: "process-hidden",
    threat: "Obfuscation",
    technique: "T1564",
    score: severity.deny,
    check: firstOf(
      onCommand(["mount"], (command) =>
        has(command, "--bind", "--rbind") && command.operands.some((operand) => /^\/proc\/(?:\d+|\$)/u.test(operand))
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
    match: ["mount --bind /tmp/empty /proc/1234", `python3 -c "import ctypes; ctypes.CDLL(None).memfd_create('',1)"`],
    not_match: ["mount --bind src dst", "cat /proc/self/fd/0"],
  },
  {
    id: "process-entered",
    threat: "Credential access",
    technique: "T1055.008",
    score: severity.ask,
    check: onCommand(
      ["gdb", "strace", "ltrace", "frida", "lldb", "dtrace", "bpftrace", "dtruss", "sysdig"],
      (command) => {
        const process = value(command, "--attach", "-p") ?? "";
        if (!/^\$?[\d({"'`]/u.test(process) && !command.dynamic) return null;
        return readsProcess(command) || privileged(command)
          ? `${command.program} reads or changes another process`
          : null;
      },
    ),
    match: [`gdb -p 1 --batch -ex 'call (int)system("id")'`, "strace -f -e read -p $(pgrep sshd) -o /tmp/l"],
    not_match: ["gdb ./app core", "strace -c ls", "strace -p 4242"],
  },
  {
    id: "secret-filtered",
    threat: "Credential access",
    technique: "T1552",
    score: severity.ask,
    check: onCommand(["grep", "egrep", "rg", "awk"], (command, view) => {
      if (command.position === 0 || !settingsOf(command).some((word) => secretFilter.test(word))) return null;
      const source = view.facts.commands.find(
        (other) =>
          other.pipeline === command.pipeline &&
          other.position < command.position &&
          talksOfSecrets.test(other.program) &&
          (!/^(?:docker|podman|kubectl|systemctl)$/u.test(other.program) ||
            wordsOf(other).some((word) => /\b(?:inspect|describe|show|env|get)\b/u.test(word))),
      );
      return source === undefined ? null : `It picks passwords out of what ${source.program} shows`;
    }),
    match: ["ps aux | grep -i password=", "docker inspect web | grep -i secret", "history | grep -i passwd"],
    not_match: ["ps aux | grep node", "grep -rn password src", "env | grep PATH"],
  },
];
