// Programs that format, partition, mount and erase disks.
import type { Definition } from "../../definition.ts";

const types = ["-t, --type, --types <text>", "-L, --label <text>", "-U, --uuid <text>"];

export const disks: readonly Definition[] = [
  {
    names:
      "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs mke2fs mkswap mkntfs mkdosfs newfs".split(
        " ",
      ),
    options: [...types, "-n", "-N <text>", "-b <text>", "-F", "-q"],
    operands: "write",
    effects: ["write"],
    examples: [
      { run: "mkfs.ext4 -L data disk.img", options: ["--label"], writes: ["disk.img"] },
      { run: "mkfs --help" },
    ],
  },
  {
    names: ["wipefs", "blkdiscard"],
    options: ["-a, --all", "-n, --no-act", "-f, --force", "-o, --offset <text>", "-t, --types <text>", "-b, --backup"],
    operands: "write",
    effects: ["delete"],
    examples: [{ run: "wipefs -a disk.img", options: ["--all"], writes: ["disk.img"] }, { run: "wipefs --help" }],
  },
  {
    names: ["fdisk", "cfdisk", "gdisk", "sfdisk", "sgdisk", "parted"],
    options: [
      "-l, --list",
      "-o, --clear",
      "-Z, --zap-all",
      "--zap",
      "--delete",
      "-d <text>",
      "-n, --new <text>",
      "-t, --typecode <text>",
      "-s, --script",
    ],
    operands: "write",
    effects: ["write"],
    examples: [
      { run: "sgdisk -Z disk.img", options: ["--zap-all"], writes: ["disk.img"] },
      { run: "fdisk -l", options: ["--list"] },
    ],
  },
  {
    names: ["hdparm", "nvme", "mdadm", "sg_format", "asr", "diskutil", "badblocks"],
    operands: "path",
    examples: [
      { run: "mdadm --zero-superblock /dev/sdb", options: ["--zero-superblock"], reads: ["/dev/sdb"] },
      { run: "diskutil list" },
    ],
  },
  {
    names: ["cryptsetup"],
    options: [
      "-d, --key-file <read>",
      "-c, --cipher <text>",
      "-s, --key-size <text>",
      "-q, --batch-mode",
      "--type <text>",
    ],
    subcommands: {
      luksFormat: { operands: "path" },
      "erase|luksErase": { operands: "path" },
      luksKillSlot: { operands: "path" },
      luksRemoveKey: { operands: "path" },
      luksAddKey: { operands: "path" },
      luksDump: { operands: "path" },
      "open|luksOpen": { operands: "path" },
      "close|luksClose": {},
      status: {},
    },
    examples: [
      { run: "cryptsetup -q luksFormat ./disk.img", subcommand: "luksFormat", reads: ["./disk.img"] },
      { run: "cryptsetup status data", subcommand: "status" },
    ],
  },
  {
    names: ["zpool", "zfs"],
    options: ["-f", "-n", "-r", "-R"],
    subcommands: { destroy: {}, create: { options: ["-o <text>", "-O <text>"] }, list: {}, status: {}, snapshot: {} },
    examples: [
      { run: "zpool destroy tank", subcommand: "destroy" },
      { run: "zpool status", subcommand: "status" },
    ],
  },
  {
    names: ["btrfs"],
    operands: "path",
    subcommands: {
      "subvolume|sub": {
        subcommands: {
          "delete|del": { operands: "path" },
          "create|cr": { operands: "path" },
          list: { operands: "path" },
        },
      },
      filesystem: { operands: "path" },
    },
    examples: [
      { run: "btrfs sub del ./old", subcommand: "subvolume delete", reads: ["./old"] },
      { run: "btrfs subvolume list .", subcommand: "subvolume list", reads: ["."] },
    ],
  },
  {
    names: ["lvremove", "vgremove", "pvremove", "lvcreate", "vgcreate", "pvcreate"],
    options: [
      "-f, --force",
      "-y, --yes",
      "-L, --size <text>",
      "-n, --name <text>",
      "-l, --extents <text>",
      "-t, --test",
    ],
    operands: "path",
    examples: [
      { run: "lvremove -f /dev/vg/data", options: ["--force"], reads: ["/dev/vg/data"] },
      { run: "lvremove --help" },
    ],
  },
  {
    names: ["mount"],
    options: [
      "-t, --types <text>",
      "-o, --options <text>",
      "-O, --test-opts <text>",
      "-B, --bind",
      "-R, --rbind",
      "-M, --move",
      "-a, --all",
      "-l, --show-labels",
    ],
    operands: { first: "read", rest: "write" },
    describe({ arguments: words }, record) {
      // Alone it lists what is mounted.
      if (words.length > 0) record.effect("privilege");
    },
    examples: [
      {
        run: "mount -t ext4 disk.img mnt",
        options: ["--types"],
        reads: ["disk.img"],
        writes: ["mnt"],
        effects: ["privilege"],
      },
      { run: "mount" },
    ],
  },
  {
    names: ["umount"],
    options: ["-t, --types <text>", "-O, --test-opts <text>", "-l, --lazy", "-f, --force", "-a, --all"],
    operands: "write",
    effects: ["privilege"],
    examples: [
      { run: "umount -l mnt", options: ["--lazy"], writes: ["mnt"], effects: ["privilege"] },
      { run: "umount -a", options: ["--all"], effects: ["privilege"] },
    ],
  },
  {
    names: ["losetup", "swapon", "swapoff"],
    options: ["-a, --all", "-d, --detach <path>", "-f, --find", "-o, --offset <text>", "-P, --partscan", "-s, --show"],
    operands: "path",
    effects: ["privilege"],
    examples: [
      { run: "losetup -f ./disk.img", options: ["--find"], reads: ["./disk.img"], effects: ["privilege"] },
      { run: "losetup -a", options: ["--all"], effects: ["privilege"] },
    ],
  },
  {
    names: ["debugfs", "ddrescue"],
    options: ["-w", "-R <text>", "-f <text>", "-n"],
    operands: "path",
    examples: [{ run: "debugfs -w ./disk.img", options: ["-w"], reads: ["./disk.img"] }, { run: "debugfs -V" }],
  },
];
