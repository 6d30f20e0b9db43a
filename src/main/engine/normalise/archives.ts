// Archives: what tar, zip, rsync-like and unpacking programs read and write.
import type { CommandFact } from "../../../shared/facts.ts";
import { addPath } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { hasOption, optionValue, parseOptions } from "./options.ts";
import { unpacksTo } from "./unpackers.ts";

export function describeArchive(inspection: Inspection, fact: CommandFact, frame: Frame): boolean {
  switch (fact.program) {
    case "tar":
    case "gtar":
    case "bsdtar":
      tar(inspection, fact.arguments, frame);
      return true;
    case "zip":
    case "7z":
    case "7za":
    case "rar":
    case "unrar":
      zip(inspection, fact.program, fact.arguments, frame);
      unpacked(inspection, fact, frame);
      return true;
    case "unzip":
      unzip(inspection, fact.arguments, frame);
      return true;
    case "gunzip":
    case "bunzip2":
    case "unxz":
    case "unzstd":
    case "unlzma":
    case "uncompress":
    case "gzip":
    case "bzip2":
    case "xz":
    case "zstd":
    case "lzma":
    case "lz4":
    case "pigz":
      compressed(inspection, fact.arguments, frame);
      return true;
    case "cpio":
    case "bsdcpio":
    case "ar":
      for (const word of fact.arguments) if (word.includes(".")) addPath(inspection, word, "read", frame.scope);
      unpacked(inspection, fact, frame);
      return true;
    default:
      return false;
  }
}

function unpacked(inspection: Inspection, { program, arguments: words }: CommandFact, frame: Frame): void {
  const folder = unpacksTo(program, words);
  if (folder !== undefined) addPath(inspection, folder, "write", frame.scope, folder !== ".");
}

function tar(inspection: Inspection, given: readonly string[], frame: Frame): void {
  // The first word may leave its dash out: `tar xzf a.tgz`.
  const words = /^[A-Za-z]+$/.test(given[0] ?? "") ? [`-${given[0] ?? ""}`, ...given.slice(1)] : given;
  const long = [
    "file",
    "directory",
    "exclude",
    "files-from",
    "strip-components",
    "transform",
    "to-command",
    "use-compress-program",
    "checkpoint-action",
    "exclude-from",
    "owner",
    "group",
    "mode",
  ];
  const parsed = parseOptions(words, { short: "fCTXIbgHKLNVF", long });
  const file = optionValue(parsed, "-f", "--file");
  const folder = optionValue(parsed, "-C", "--directory");
  const extracts = hasOption(parsed, "-x", "--extract", "--get");
  const creates = hasOption(parsed, "-c", "--create", "-r", "--append", "-u", "--update", "-A");
  if (file !== undefined && file !== "-" && !/^[\w.-]+@?[\w.-]*:/.test(file))
    addPath(inspection, file, creates ? "write" : "read", frame.scope);
  if (folder !== undefined) addPath(inspection, folder, extracts ? "write" : "read", frame.scope, true);
  if (extracts && folder === undefined) addPath(inspection, ".", "write", frame.scope);
  // The names in the archive decide where its files go.
  if (extracts && hasOption(parsed, "-P", "--absolute-names", "--absolute-paths"))
    addPath(inspection, "/", "write", frame.scope, true);
  if (creates) for (const operand of parsed.operands) addPath(inspection, operand, "read", frame.scope, true);
  for (const option of parsed.options) {
    const value = option.value;
    if (value === undefined) continue;
    if (option.name === "--to-command") run(inspection, value, frame);
    else if (option.name === "-I" || option.name === "--use-compress-program") run(inspection, value, frame);
    else if (option.name === "--checkpoint-action" && value.startsWith("exec=")) run(inspection, value.slice(5), frame);
  }
}

function run(inspection: Inspection, text: string, frame: Frame): void {
  inspection.run.shell(text, {
    ...frame,
    depth: frame.depth + 1,
    wrappers: [...frame.wrappers, "tar"],
    parent: inspection.commands.length - 1,
    literal: false,
    input: undefined,
    piped: false,
  });
}

function zip(inspection: Inspection, program: string, words: readonly string[], frame: Frame): void {
  let operands = parseOptions(words, { short: program === "zip" ? "bnPstxi" : "" }).operands;
  const verb = program === "zip" ? "a" : operands[0];
  if (program !== "zip") operands = operands.slice(1);
  const creates = verb === "a" || verb === "u";
  operands.forEach((operand, index) => {
    addPath(inspection, operand, index === 0 && creates ? "write" : "read", frame.scope, index > 0);
  });
}

function unzip(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: "dPx" });
  const archive = parsed.operands[0];
  if (archive !== undefined) addPath(inspection, archive, "read", frame.scope);
  if (!hasOption(parsed, "-l", "-t", "-p", "-Z"))
    addPath(inspection, optionValue(parsed, "-d") ?? ".", "write", frame.scope);
}

/** The file is replaced by one with another name; unpacking takes the ending off. */
function compressed(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: "So", long: ["suffix"] });
  const output = optionValue(parsed, "-o");
  const shows = hasOption(parsed, "-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test");
  if (output !== undefined) addPath(inspection, output, "write", frame.scope);
  for (const operand of parsed.operands) {
    addPath(inspection, operand, "read", frame.scope);
    if (shows || output !== undefined) continue;
    addPath(inspection, operand, "write", frame.scope);
    const plain = /^(.+)\.(?:gz|bz2|xz|zst|lzma|lz4|Z|z)$/.exec(operand)?.[1];
    if (plain !== undefined) addPath(inspection, plain, "write", frame.scope);
  }
}
