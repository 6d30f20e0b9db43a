// Program table: which arguments of common programs are files, and what happens to them.
import type { Access } from "./inspection.ts";

export interface ProgramRule {
  /** Short options that take a value, and long ones. */
  readonly short?: string;
  readonly long?: readonly string[];
  /** What happens to the operands; "none" when they are no files. */
  readonly operands: Access | "none";
  /** The first operand is something else (a pattern, a mode), unless one of `firstGiven` gives it. */
  readonly first?: "none" | Access;
  readonly firstGiven?: readonly string[];
  /** The last of several operands. */
  readonly last?: Access;
  /** Options whose value is a file. */
  readonly files?: Readonly<Record<string, Access>>;
  /** Options that make it work on everything below a folder; "always" for programs that do anyway. */
  readonly recursive?: readonly string[] | "always";
  /** Options that change what happens to the operands: `sed -i` writes. */
  readonly writesWith?: readonly string[];
  /** It looks at names, sizes and modes only; "private" when it only takes rights away from others. */
  readonly metadata?: "always" | "private";
}

const reader: ProgramRule = { operands: "read" };
const looker: ProgramRule = { operands: "read", metadata: "always" };
const copier: ProgramRule = {
  operands: "read",
  last: "write",
  short: "tS",
  long: ["target-directory", "suffix"],
  files: { "-t": "write", "--target-directory": "write" },
  recursive: ["-r", "-R", "-a", "--recursive", "--archive"],
};
const searcher: ProgramRule = {
  operands: "read",
  first: "none",
  firstGiven: ["-e", "-f", "--regexp", "--file"],
  short: "ABCDEefdmgtTjMrpOo",
  long: ["regexp", "file", "include", "exclude", "exclude-dir", "max-count", "context", "color", "glob", "type"],
  files: { "-f": "read", "--file": "read" },
  recursive: "always",
};
const recursiveChange = ["-R", "--recursive"];
const editor: ProgramRule = { operands: "write", short: "cSuUiT" };

function each(names: string, rule: ProgramRule): readonly (readonly [string, ProgramRule])[] {
  return names.split(" ").map((name) => [name, rule]);
}

export const programTable: ReadonlyMap<string, ProgramRule> = new Map([
  ...each(
    "cat tac nl less more most bat batcat wc md5sum sha1sum sha256sum sha512sum shasum md5 cksum b2sum strings od hexdump hd rev fold fmt pr expand unexpand column paste join comm look zcat bzcat xzcat zless zgrep diff3 colordiff sdiff cmp diff vimdiff iconv base64 base32 base58 xxd uniq tsort ptx lolcat pygmentize aspell jq yq xmllint csvcut exiftool identify ldd nm objdump readelf size",
    reader,
  ),
  ...each("file stat readlink realpath basename dirname", looker),
  ["head", { operands: "read", short: "nc", long: ["lines", "bytes"] }],
  ["tail", { operands: "read", short: "ncs", long: ["lines", "bytes", "pid"] }],
  ["cut", { operands: "read", short: "bcdfs", long: ["delimiter", "fields", "bytes", "characters"] }],
  [
    "sort",
    { operands: "read", short: "kotTS", files: { "-o": "write", "--output": "write" }, long: ["output", "key"] },
  ],
  ["tr", { operands: "none" }],
  ["base64", { operands: "read", short: "wio", files: { "-i": "read", "-o": "write" } }],
  [
    "jq",
    {
      operands: "read",
      first: "none",
      firstGiven: ["-f", "--from-file"],
      long: ["arg", "argjson", "slurpfile", "rawfile", "from-file", "indent"],
      short: "f",
    },
  ],
  ["yq", { operands: "read", first: "none", writesWith: ["-i", "--inplace", "-y"] }],
  ["ls", { ...looker, short: "IwT", recursive: ["-R", "--recursive"] }],
  ...each("dir vdir exa eza tree lsd", { ...looker, short: "LIPo", recursive: "always" }),
  ["du", { ...looker, short: "dtB", recursive: "always" }],
  ...each("grep egrep fgrep zgrep zegrep", {
    ...searcher,
    short: "ABCDdefm",
    recursive: ["-r", "-R", "--recursive", "--dereference-recursive"],
  }),
  ["rg", searcher],
  ["ack", searcher],
  [
    "sed",
    {
      operands: "read",
      first: "none",
      firstGiven: ["-e", "-f", "--expression", "--file"],
      short: "efl",
      long: ["expression", "file"],
      files: { "-f": "read" },
      writesWith: ["-i", "--in-place"],
    },
  ],
  [
    "gsed",
    {
      operands: "read",
      first: "none",
      firstGiven: ["-e", "-f", "--expression", "--file"],
      short: "efl",
      long: ["expression", "file"],
      writesWith: ["-i", "--in-place"],
    },
  ],
  ...each("awk gawk mawk nawk", {
    operands: "read",
    first: "none",
    firstGiven: ["-f", "--file"],
    short: "Fvfeid",
    long: ["file", "assign", "source", "include"],
    files: { "-f": "execute" },
  }),
  ["perl", { operands: "read", first: "execute", firstGiven: ["-e", "-E"], short: "eEIMm", writesWith: ["-i"] }],
  ["rm", { operands: "delete", recursive: ["-r", "-R", "--recursive"] }],
  // What is in a bin can be taken out of it again.
  ...each("rmdir unlink trash trash-put gio-trash", { operands: "delete" }),
  ...each("srm wipe", { operands: "delete", recursive: ["-r", "-R", "--recursive"] }),
  ...each("rimraf del-cli", { operands: "delete", recursive: "always" }),
  ["shred", { operands: "write", short: "ns", long: ["iterations", "size", "random-source"] }],
  ["truncate", { operands: "write", short: "srR", long: ["size", "reference"] }],
  ["fallocate", { operands: "write", short: "lo", long: ["length", "offset"] }],
  ["cp", copier],
  ["gcp", copier],
  ["ditto", copier],
  ["mv", { ...copier, operands: "write", recursive: "always" }],
  ["ln", { ...copier }],
  ["link", { ...copier }],
  [
    "install",
    {
      ...copier,
      short: "tSmog",
      long: ["target-directory", "suffix", "mode", "owner", "group"],
      writesWith: ["-d", "--directory"],
    },
  ],
  ...each("tee sponge", { operands: "write" }),
  ["touch", { operands: "write", short: "dtr", long: ["date", "reference"] }],
  ...each("mkdir mkfifo mknod", { operands: "write", short: "mZ", long: ["mode"] }),
  ["mktemp", { operands: "none", short: "p" }],
  ...each("chmod chown chgrp chattr chflags chcon setfacl", {
    operands: "write",
    first: "none",
    firstGiven: ["--reference"],
    long: ["reference", "from"],
    recursive: recursiveChange,
    metadata: "private",
  }),
  ["setfacl", { operands: "write", short: "mxbkMX", recursive: recursiveChange }],
  ["setcap", { operands: "write", first: "none" }],
  ...each("setfattr xattr", { operands: "write", short: "nvx" }),
  ["compress", { operands: "write" }],
  ...each("mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat mke2fs mkswap wipefs blkdiscard", {
    operands: "write",
    short: "tLU",
  }),
  ...each("fdisk parted sfdisk gdisk cfdisk sgdisk", { operands: "write" }),
  ["mount", { operands: "write", first: "read", short: "toO", long: ["types", "options", "bind", "rbind", "move"] }],
  ["umount", { operands: "write", short: "tO" }],
  ["split", { operands: "read", short: "abCln", long: ["bytes", "lines", "number"] }],
  ...each("nano vi vim nvim emacs pico ed ex micro kate gedit joe mcedit hx code subl", editor),
  ["patch", { operands: "write", short: "piodDBYzFrV", files: { "-i": "read", "-o": "write" } }],
  [
    "gpg",
    {
      operands: "read",
      short: "orRu",
      long: ["output", "recipient", "homedir", "passphrase"],
      files: { "-o": "write", "--output": "write" },
    },
  ],
  ["ssh-keygen", { operands: "none", short: "fCtbNPmIVOsnDQr", files: { "-f": "write" } }],
  ["strace", { operands: "none", short: "oeEpPaIsSuXUb", files: { "-o": "write" } }],
  ["gcc", { operands: "read", short: "oIlLDUxWfm", files: { "-o": "write" } }],
  ["cc", { operands: "read", short: "oIlLDUxWfm", files: { "-o": "write" } }],
  ["g++", { operands: "read", short: "oIlLDUxWfm", files: { "-o": "write" } }],
  ["clang", { operands: "read", short: "oIlLDUxWfm", files: { "-o": "write" } }],
  ...each(
    "echo printf true false test [ [[ : kill killall pkill sleep exit return export unset set alias type which whereis whatis man info date whoami id groups uname hostname uptime ps top htop free df env printenv history jobs fg bg wait yes seq expr bc let declare local typeset readonly shift getopts ulimit umask clear reset tput stty logname nproc arch lscpu lsblk lsusb lspci cal factor numfmt apropos hash times trap read tldr",
    { operands: "none" },
  ),
  ...each("cd pushd popd", { operands: "none" }),
]);
