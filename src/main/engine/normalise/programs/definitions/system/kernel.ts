// Programs that change the running kernel and its settings.
import type { Definition } from "../../definition.ts";

const privilege = ["privilege"] as const;

export const kernel: readonly Definition[] = [
  {
    names: ["modprobe", "insmod", "rmmod"],
    options: [
      "-r, --remove",
      "-n, --show, --dry-run",
      "-D, --show-depends",
      "-c, --showconfig",
      "-R, --resolve-alias",
      "-f, --force",
      "-C, --config <text>",
      "-d, --dirname <text>",
      "-v, --verbose",
      "-a, --all",
    ],
    operands: "path",
    effects: privilege,
    examples: [
      { run: "insmod ./driver.ko", reads: ["./driver.ko"], effects: privilege },
      { run: "modprobe -n zram", options: ["--dry-run"], effects: privilege },
    ],
  },
  {
    names: ["kextload", "kextunload", "kldload", "kldunload"],
    operands: "path",
    examples: [{ run: "kextload ./driver.kext", reads: ["./driver.kext"] }, { run: "kextload --help" }],
  },
  {
    names: ["setenforce", "kexec"],
    options: ["-l", "-e, --exec"],
    operands: "path",
    effects: privilege,
    examples: [
      { run: "setenforce 0", effects: privilege },
      { run: "kexec -l ./image", options: ["-l"], reads: ["./image"], effects: privilege },
    ],
  },
];
