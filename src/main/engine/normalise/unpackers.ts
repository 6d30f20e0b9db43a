// Unpackers: the folder into which a program unpacks an archive.
import { hasOption, optionValue, parseOptions } from "./options.ts";

/** Where the content goes; undefined when the command brings nothing. */
type Unpacks = (words: readonly string[]) => string | undefined;

const here = ".";

const tar: Unpacks = (given) => {
  const words = /^[A-Za-z]+$/.test(given[0] ?? "") ? [`-${given[0] ?? ""}`, ...given.slice(1)] : given;
  const parsed = parseOptions(words, {
    short: "fCTXIbgHKLNVF",
    long: ["file", "directory", "one-top-level", "exclude", "strip-components", "transform"],
  });
  if (!hasOption(parsed, "-x", "--extract", "--get") || hasOption(parsed, "-O", "--to-stdout")) return undefined;
  return optionValue(parsed, "-C", "--directory", "--one-top-level") ?? here;
};
const unzip: Unpacks = (words) => {
  const parsed = parseOptions(words, { short: "dPx" });
  return hasOption(parsed, "-l", "-t", "-p", "-Z", "-v") ? undefined : (optionValue(parsed, "-d") ?? here);
};
const sevenZip: Unpacks = (words) =>
  /^[xe]$/.test(words.find((word) => !word.startsWith("-")) ?? "")
    ? (words.find((word) => /^-o./.test(word))?.slice(2) ?? here)
    : undefined;
const rar: Unpacks = (words) => {
  const plain = words.filter((word) => !word.startsWith("-"));
  return /^[xe]$/.test(plain[0] ?? "") ? (plain.slice(2).find((word) => word.endsWith("/")) ?? here) : undefined;
};
const cpio: Unpacks = (words) => {
  const parsed = parseOptions(words, { short: "DFHIOECMR", long: ["directory", "file", "format"] });
  if (hasOption(parsed, "-p", "--pass-through")) return parsed.operands[0];
  return hasOption(parsed, "-i", "--extract") && !hasOption(parsed, "-t", "--list")
    ? (optionValue(parsed, "-D", "--directory") ?? here)
    : undefined;
};
const jar: Unpacks = ([first = "", ...rest]) =>
  first.includes("x") && /^-{0,2}[a-z]+$/.test(first)
    ? (optionValue(parseOptions([first, ...rest], { short: "C" }), "-C") ?? here)
    : undefined;
const ar: Unpacks = (words) => (/^-?[a-wyzA-Z]*x/.test(words[0] ?? "") ? here : undefined);
const deb: Unpacks = (words) =>
  words.some((word) => /^(?:-[xXR]|--extract|--vextract|--raw-extract)$/.test(word))
    ? words.filter((word) => !word.startsWith("-"))[1]
    : undefined;
const into =
  (letter: string, otherwise: string): Unpacks =>
  (words) =>
    optionValue(parseOptions(words, { short: letter, long: ["dest"] }), `-${letter}`, "--dest") ?? otherwise;
const python: Unpacks = (words) => {
  const at = words.findIndex((word, index) => words[index - 1] === "-m" && /^(?:zipfile|tarfile)$/.test(word));
  if (at < 0) return undefined;
  const rest = words.slice(at + 1);
  return /^(?:-e|--extract)$/.test(rest[0] ?? "") ? (rest[2] ?? here) : undefined;
};
const ditto: Unpacks = (words) =>
  words.some((word) => /^-\w*x/.test(word)) ? words.filter((word) => !word.startsWith("-")).at(-1) : undefined;

const unpackers: ReadonlyMap<string, Unpacks> = new Map(
  Object.entries({
    tar,
    gtar: tar,
    bsdtar: tar,
    unzip,
    "7z": sevenZip,
    "7za": sevenZip,
    "7zr": sevenZip,
    "7zz": sevenZip,
    rar,
    unrar: rar,
    unar: into("o", here),
    cpio,
    bsdcpio: cpio,
    pax: (words) => (words.some((word) => /^-\w*r/.test(word)) ? here : undefined),
    jar,
    ar,
    dpkg: deb,
    "dpkg-deb": deb,
    unsquashfs: into("d", "squashfs-root"),
    cabextract: into("d", here),
    innoextract: into("d", here),
    msiextract: into("C", here),
    aunpack: () => here,
    dtrx: () => here,
    ditto,
    asar: (words) => (words[0]?.startsWith("e") === true ? words[2] : undefined),
  }),
);

/** Undefined when it unpacks nothing. */
export function unpacksTo(program: string, words: readonly string[]): string | undefined {
  const unpacks = unpackers.get(program);
  if (unpacks !== undefined) return unpacks(words);
  return program.startsWith("py") ? python(words) : undefined;
}
