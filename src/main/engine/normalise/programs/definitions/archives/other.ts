// Less common archives and packages that are unpacked.
import { looksLikePath } from "../../../places/path-words.ts";
import type { Definition } from "../../definition.ts";
import { has, value } from "../../invocation.ts";

export const otherArchives: readonly Definition[] = [
  {
    names: ["cpio", "bsdcpio"],
    options: [
      "-i, --extract",
      "-o, --create",
      "-p, --pass-through",
      "-t, --list",
      "-d, --make-directories",
      "-m, --preserve-modification-time",
      "-D, --directory <text>",
      "-F, --file <text>",
      "-H, --format <text>",
      "-I <text>",
      "-O <text>",
      "-E, --pattern-file <text>",
      "-C, --io-size <text>",
      "-M, --message <text>",
      "-R, --owner <text>",
      "--rsh-command <shell>",
    ],
    describe(command, record) {
      for (const word of [...command.operands, value(command, "--file", "-I", "-O") ?? ""])
        if (word.includes(".")) record.reads(word);
      const folder = has(command, "--pass-through")
        ? command.operands[0]
        : has(command, "--extract") && !has(command, "--list")
          ? (value(command, "--directory") ?? ".")
          : undefined;
      if (folder === undefined) return;
      record.writes(folder, folder !== ".");
      record.arrives(folder, "archive");
    },
    examples: [
      {
        run: "cpio -idD out < a.cpio",
        options: ["--extract", "--make-directories", "--directory"],
        reads: ["a.cpio"],
        writes: ["out"],
      },
      { run: "cpio -it < a.cpio", options: ["--extract", "--list"], reads: ["a.cpio"] },
    ],
  },
  {
    names: ["ar"],
    style: "bundled",
    options: ["-x", "-t", "-r", "-c", "-s"],
    describe(command, record) {
      for (const word of command.operands) if (word.includes(".")) record.reads(word);
      if (!has(command, "-x")) return;
      record.writes(".");
      record.arrives(".", "archive");
    },
    examples: [
      { run: "ar x a.deb", options: ["-x"], reads: ["a.deb"], writes: ["."] },
      { run: "ar t lib.a", options: ["-t"], reads: ["lib.a"] },
    ],
  },
  {
    names: ["jar"],
    style: "bundled",
    options: ["-x, --extract", "-c, --create", "-t, --list", "-u, --update", "-f, --file <path>", "-C <text>"],
    operands: "path",
    describe(command, record) {
      if (has(command, "--extract")) record.arrives(value(command, "-C") ?? ".", "archive");
    },
    examples: [
      { run: "jar xf ./a.jar", options: ["--extract", "--file"], reads: ["./a.jar"] },
      { run: "jar tf ./a.jar", options: ["--list", "--file"], reads: ["./a.jar"] },
    ],
  },
  {
    names: ["pax"],
    options: ["-r", "-w", "-f <path>", "-s <text>"],
    operands: "path",
    describe(command, record) {
      if (has(command, "-r")) record.arrives(".", "archive");
    },
    examples: [{ run: "pax -rf ./a.pax", options: ["-r", "-f"], reads: ["./a.pax"] }, { run: "pax -w" }],
  },
  {
    names: ["unsquashfs", "cabextract", "innoextract", "unar", "lsar", "aunpack", "dtrx"],
    options: [
      "-d, --dest, --directory, --output-dir <write>",
      "-o, --output-directory <write>",
      "-l, --list",
      "-f, --force",
    ],
    operands: "path",
    describe(command, record) {
      const { program } = command;
      if (program === "lsar") return;
      const folder = value(command, program === "unar" ? "--output-directory" : "--output-dir");
      record.arrives(folder ?? (program === "unsquashfs" ? "squashfs-root" : "."), "archive");
    },
    examples: [
      { run: "unsquashfs -d ./out ./a.sqsh", options: ["--output-dir"], reads: ["./a.sqsh"], writes: ["./out"] },
      { run: "unar --help" },
    ],
  },
  {
    names: ["msiextract"],
    options: ["-C, --directory <write>", "-l, --list"],
    operands: "path",
    describe: (command, record) => record.arrives(value(command, "--directory") ?? ".", "archive"),
    examples: [
      { run: "msiextract -C ./out ./a.msi", options: ["--directory"], reads: ["./a.msi"], writes: ["./out"] },
      { run: "msiextract --help" },
    ],
  },
  {
    names: ["dpkg-deb"],
    options: ["-x, -X, --vextract, --extract", "-R, --raw-extract", "-b, --build", "-I, --info", "-c, --contents"],
    operands: "path",
    describe(command, record) {
      const folder = has(command, "--extract", "--raw-extract") ? command.operands[1] : undefined;
      if (folder !== undefined) record.arrives(folder, "archive");
    },
    examples: [
      { run: "dpkg-deb -x ./a.deb ./out", options: ["--extract"], reads: ["./a.deb", "./out"] },
      { run: "dpkg-deb --help" },
    ],
  },
  {
    names: ["asar"],
    subcommands: {
      "extract|e": {},
      "extract-file|ef": {},
      "pack|p": {},
      "list|l": {},
    },
    describe({ subcommand, operands }, record) {
      for (const word of operands) if (looksLikePath(word)) record.reads(word);
      const folder = subcommand.startsWith("extract") ? operands[1] : undefined;
      if (folder !== undefined) record.arrives(folder, "archive");
    },
    examples: [
      { run: "asar e ./app.asar ./out", subcommand: "extract", reads: ["./app.asar", "./out"] },
      { run: "asar --version" },
    ],
  },
];
