// Programs of macOS and BSD that change accounts, directories and remote access.
import type { Definition } from "../../definition.ts";

export const directory: readonly Definition[] = [
  {
    names: ["dscl", "dscacheutil", "dsexport"],
    style: "long",
    operands: "path",
    describe({ program }, record) {
      if (program === "dscl") record.effect("privilege");
    },
    examples: [
      { run: "dscl . -create /Users/ada", options: ["-create"], reads: [".", "/Users/ada"], effects: ["privilege"] },
      { run: "dscacheutil -flushcache", options: ["-flushcache"] },
    ],
  },
  {
    names: ["dseditgroup"],
    style: "long",
    options: ["-o <text>", "-a <text>", "-d <text>", "-t <text>", "-n <text>", "-u <text>", "-P <text>", "-p"],
    effects: ["privilege"],
    examples: [
      { run: "dseditgroup -o edit -a ada -t user admin", options: ["-o", "-a", "-t"], effects: ["privilege"] },
      { run: "dseditgroup admin", options: [], effects: ["privilege"] },
    ],
  },
  {
    names: ["sysadminctl", "dsenableroot", "pwpolicy"],
    style: "long",
    options: [
      "-addUser <text>",
      "-deleteUser <text>",
      "-resetPasswordFor <text>",
      "-newPassword <text>",
      "-password <text>",
      "-fullName <text>",
      "-guestAccount <text>",
      "-adminUser <text>",
      "-adminPassword <text>",
      "-u <text>",
      "-p <text>",
      "-a <text>",
      "-d",
    ],
    operands: "path",
    examples: [
      { run: "sysadminctl -addUser ada -password x", options: ["-addUser", "-password"] },
      { run: "pwpolicy -u ada ./policy.plist", options: ["-u"], reads: ["./policy.plist"] },
    ],
  },
  {
    names: ["systemsetup", "networksetup", "kickstart"],
    style: "long",
    options: ["-setremotelogin <text>", "-setremoteappleevents <text>", "-f"],
    operands: "path",
    examples: [
      { run: "systemsetup -f -setremotelogin on", options: ["-f", "-setremotelogin"] },
      { run: "systemsetup -getremotelogin", options: ["-getremotelogin"] },
    ],
  },
  {
    names: ["pw"],
    options: [
      "-G, --groups <text>",
      "-g, --gid <text>",
      "-u, --uid <text>",
      "-n <text>",
      "-s <text>",
      "-d <text>",
      "-m <text>",
      "-c <text>",
    ],
    examples: [
      { run: "pw usermod ada -G wheel", options: ["--groups"] },
      { run: "pw usershow ada", options: [] },
    ],
  },
  {
    names: ["getent"],
    options: ["-s, --service <text>", "-i, --no-idn"],
    examples: [
      { run: "getent -s files passwd", options: ["--service"] },
      { run: "getent hosts", options: [] },
    ],
  },
];
