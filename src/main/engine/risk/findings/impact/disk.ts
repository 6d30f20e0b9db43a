// Disks: commands that write to, format or detach whole devices and volumes.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../../heuristic.ts";
import { has, isDryRun } from "../../../normalise/programs/invocation.ts";

const device = /^\/dev\/(?:r?disk\d|[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|md\d|dm-\d|mapper\/|loop\d|mem$|kmem$|port$)/u;

export const disk: readonly Heuristic[] = [
  {
    id: "write-device",
    threat: "Disk destruction",
    technique: "T1561.001",
    score: severity.critical,
    check: firstOf(
      onCommand(["dd", "dcfldd", "dc3dd", "pv", "tee", "cp", "cat", "shred"], (command) => {
        const target = command.operands.find((operand) => device.test(operand.replace(/^of=/u, "")));
        if (target === undefined) return null;
        const written =
          target.startsWith("of=") ||
          ["tee", "shred"].includes(command.program) ||
          (command.program === "cp" && command.operands.at(-1) === target);
        return written ? `It writes straight to the device ${target.replace(/^of=/u, "")}` : null;
      }),
      onCommand(["debugfs", "ddrescue"], (command) =>
        (command.program !== "debugfs" || has(command, "-w")) && device.test(command.operands.at(-1) ?? "")
          ? `It writes straight to the device ${command.operands.at(-1)}`
          : null,
      ),
      onAnyCommand(["redirect"], (command) => {
        const redirect = command.redirects.find((each) => each.operator.includes(">") && device.test(each.target));
        return redirect === undefined ? null : `It writes straight to the device ${redirect.target}`;
      }),
    ),
    match: ["dd if=/dev/zero of=/dev/sda bs=1M", "cat image.iso > /dev/sdb", "shred -n 1 /dev/nvme0n1"],
    not_match: ["dd if=/dev/zero of=file.img bs=1M count=10", "dd if=/dev/sda of=head.bin count=1"],
  },
  {
    id: "format-device",
    threat: "Disk destruction",
    technique: "T1561.002",
    // Every manual on storage formats devices: the owner says whether this one is meant.
    score: severity.ask,
    check: onCommand(/^(?:mkfs(?:\..*)?|mke2fs|mkswap|mkntfs|newfs(?:_.*)?|wipefs|blkdiscard|mkdosfs)$/u, (command) => {
      if (isDryRun(command)) return null;
      const target = command.operands.at(-1);
      const wiping = command.program !== "wipefs" || has(command, "--all");
      return wiping && target !== undefined && target.startsWith("/dev/")
        ? `${command.program} erases ${target}`
        : null;
    }),
    match: ["mkfs.ext4 /dev/sdb1", "sudo wipefs -a /dev/sda"],
    not_match: ["mkfs.ext4 disk.img", "mkfs.ext4 --help"],
  },
];
