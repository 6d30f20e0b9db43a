// Disks: commands that write to, format or detach whole devices and volumes.
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../heuristic.ts";
import { harmless, joined, operands, verbs } from "../read.ts";

const device = /^\/dev\/(?:r?disk\d|[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|md\d|dm-\d|mapper\/|loop\d|mem$|kmem$|port$)/u;

export const disk: readonly Heuristic[] = [
  {
    id: "write-device",
    threat: "Disk destruction",
    technique: "T1561.001",
    score: severity.critical,
    check: firstOf(
      onCommand(["dd", "dcfldd", "dc3dd", "pv", "tee", "cp", "cat", "shred"], (command) => {
        const target = command.arguments.find((argument) => device.test(argument.replace(/^of=/u, "")));
        if (target === undefined) return null;
        const written =
          target.startsWith("of=") ||
          ["tee", "shred"].includes(command.program) ||
          (command.program === "cp" && command.arguments.at(-1) === target);
        return written ? `It writes straight to the device ${target.replace(/^of=/u, "")}` : null;
      }),
      onCommand(["debugfs", "hexedit", "ddrescue"], (command) =>
        (command.program === "debugfs" ? command.arguments.includes("-w") : true) &&
        device.test(operands(command).at(-1) ?? "") &&
        command.program !== "hexedit"
          ? `It writes straight to the device ${operands(command).at(-1)}`
          : null,
      ),
      onAnyCommand(["redirect"], (command) => {
        const redirect = command.redirects.find((each) => each.operator.includes(">") && device.test(each.target));
        return redirect === undefined ? null : `It writes straight to the device ${redirect.target}`;
      }),
    ),
    examples: {
      risky: ["dd if=/dev/zero of=/dev/sda bs=1M", "cat image.iso > /dev/sdb", "shred -n 1 /dev/nvme0n1"],
      honest: ["dd if=/dev/zero of=file.img bs=1M count=10", "dd if=/dev/sda of=head.bin count=1"],
    },
  },
  {
    id: "format-device",
    threat: "Disk destruction",
    technique: "T1561.002",
    score: severity.deny,
    check: onCommand(/^(?:mkfs(?:\..*)?|mke2fs|mkswap|mkntfs|newfs(?:_.*)?|wipefs|blkdiscard|mkdosfs)$/u, (command) => {
      if (harmless(command)) return null;
      const target = operands(command).at(-1);
      const wiping =
        command.program !== "wipefs" || command.arguments.some((argument) => /^-[a-z]*a|^--all/u.test(argument));
      return wiping && target !== undefined && target.startsWith("/dev/")
        ? `${command.program} erases ${target}`
        : null;
    }),
    examples: {
      risky: ["mkfs.ext4 /dev/sdb1", "sudo wipefs -a /dev/sda"],
      honest: ["mkfs.ext4 disk.img", "mkfs.ext4 --help"],
    },
  },
  {
    id: "erase-volume",
    threat: "Disk destruction",
    technique: "T1561.002",
    score: severity.ask,
    check: firstOf(
      onCommand(["lvremove", "vgremove", "pvremove"], (command) =>
        harmless(command) ? null : `${command.program} removes a volume and what is on it`,
      ),
      onCommand(["zpool", "zfs"], (command) =>
        verbs(command)[0] === "destroy" && !harmless(command) ? `${command.program} destroy removes stored data` : null,
      ),
      onCommand(["cryptsetup"], (command) =>
        /\b(?:luksformat|erase|lukserase|lukskillslot|luksremovekey)\b/iu.test(joined(command))
          ? "It makes an encrypted volume unreadable"
          : null,
      ),
      onCommand(
        ["sgdisk", "parted", "sfdisk", "fdisk", "gdisk", "hdparm", "nvme", "mdadm", "diskutil", "sg_format", "asr"],
        (command) =>
          /--zap|-Z\b|-o\b.*\/dev|\bmklabel\b|--delete|\brm\s+\d|--security-erase|--trim-sector|\bformat\b|\bsanitize\b|--zero-superblock|\b(?:erase(?:disk|volume)|zerodisk|secureerase|partitiondisk|reformat|randomdisk)\b|--erase\b/iu.test(
            joined(command),
          ) && !harmless(command)
            ? `${command.program} erases a disk or its partitions`
            : null,
      ),
      onCommand(["btrfs"], (command) =>
        verbs(command, 2).join(" ") === "subvolume delete" ? "It deletes a subvolume and what is on it" : null,
      ),
    ),
    examples: {
      risky: [
        "zpool destroy tank",
        "sgdisk --zap-all /dev/sda",
        "lvremove -f vg/data",
        "diskutil eraseDisk JHFS+ x disk2",
      ],
      honest: ["zpool status", "fdisk -l", "zfs list", "diskutil list internal"],
    },
  },
];
