// Find and fd: the folders they look through, what they delete and the commands they run for each file.
import type { Definition } from "../../definition.ts";
import { hasSecretEnding, secretExamples } from "../../../places/secret-places.ts";
import { has, value, values } from "../../invocation.ts";
import type { Unwrapped } from "../../carry.ts";

const times = ["a", "B", "c", "m"];
const valued =
  "amin anewer atime Bmin Bnewer Btime cmin cnewer context ctime flags fstype gid group ilname iname inum ipath iregex iwholename links lname mmin mtime name newer path perm regex samefile size type uid used user wholename xattr xattrname xtype maxdepth mindepth depth-limit regextype files0-from printf";

const carried = (commands: readonly (readonly string[])[], foundIn: readonly string[]): Unwrapped | undefined =>
  commands.length === 0
    ? undefined
    : { carried: commands.map((words) => ({ label: "find -exec", words, foundIn })), both: true };

const orHere = (folders: readonly string[]): readonly string[] => (folders.length === 0 ? ["."] : folders);

const fdFolders = (
  invocation: Parameters<typeof value>[0] & { readonly operands: readonly string[] },
): readonly string[] => {
  const given = value(invocation, "--search-path", "--base-directory");
  return given === undefined ? orHere(invocation.operands.slice(1)) : [given];
};

/** `id_*` and `*.pem` are names of keys, `*` is everybody's. */
function namesSecret(pattern: string): boolean {
  return (
    /[a-z]{2}/iu.test(pattern) && (hasSecretEnding(pattern) || secretNames.some((name) => globMatches(pattern, name)))
  );
}

const secretNames = [...secretExamples.names, "server.pem", "credentials"];

function globMatches(pattern: string, name: string): boolean {
  const [before = "", ...rest] = pattern.split("*");
  const after = rest.at(-1) ?? "";
  if (rest.length !== 1) return pattern === name;
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

export const find: readonly Definition[] = [
  {
    names: ["find", "gfind"],
    style: "long",
    operandsBefore: ["-H", "-L", "-P", "-D", "-x"],
    options: [
      "-H",
      "-L",
      "-P",
      "-D <text>",
      "-x",
      "(",
      ")",
      "!",
      ",",
      ...valued.split(" ").map((name) => `-${name} <text>`),
      ...times.flatMap((left) => [...times, "t"].map((right) => `-newer${left}${right} <text>`)),
      "-delete",
      "-exec <command>",
      "-execdir <command>",
      "-ok <command>",
      "-okdir <command>",
      "-fprint <text>",
      "-fprint0 <text>",
      "-fls <text>",
      "-fprintf <text> <text>",
    ],
    carries: ({ commands, operands }) => carried(commands, orHere(operands)),
    lists: "operands",
    describe(command, record) {
      const secrets = values(command, "-name", "-iname", "-path").filter(namesSecret);
      const handsOn = has(command, "-exec", "-execdir", "-ok", "-okdir") || record.isPiped;
      for (const folder of orHere(command.operands)) {
        record.looksAt(folder, true);
        if (handsOn) for (const name of secrets) record.reads(`${folder}/${name}`);
        if (has(command, "-delete")) record.deletes(folder, true);
      }
      for (const file of values(command, "-fprint", "-fprint0", "-fls")) record.writes(file);
      // Its second value is a format.
      values(command, "-fprintf").forEach((file, at) => {
        if (at % 2 === 0) record.writes(file);
      });
    },
    examples: [
      { run: "find src -name '*.orig' -delete", options: ["-name", "-delete"], reads: ["src"], deletes: ["src"] },
      { run: "find src -name delete -print", options: ["-name", "-print"], reads: ["src"] },
      {
        run: "find . \\( -name a -o -name b \\) -exec rm {} +",
        options: ["(", "-name", "-o", ")", "-exec"],
        reads: ["."],
        deletes: ["."],
        runs: ["rm"],
      },
      { run: "find . -fprintf out.txt %p", reads: ["."], writes: ["out.txt"] },
    ],
  },
  {
    names: ["fd", "fdfind"],
    options: [
      "-e, --extension <text>",
      "-E, --exclude <text>",
      "-t, --type <text>",
      "-d, --max-depth <text>",
      "-c, --color <text>",
      "-S, --size <text>",
      "-o, --owner <text>",
      "-j, --threads <text>",
      "--min-depth <text>",
      "--exact-depth <text>",
      "--changed-within <text>",
      "--changed-before <text>",
      "--search-path <text>",
      "--base-directory <text>",
      "-g, --glob",
      "-H, --hidden",
      "-I, --no-ignore",
      "-x, --exec <command>",
      "-X, --exec-batch <command>",
    ],
    // What was found goes behind a command that has no place for it.
    carries: (parsed) =>
      carried(
        parsed.commands.map((words) => (words.some((word) => /\{[/.]*\}/u.test(word)) ? words : [...words, "{}"])),
        fdFolders(parsed),
      ),
    lists: fdFolders,
    operands: "path",
    examples: [
      {
        run: "fd -e ts . ./src -x rm",
        options: ["--extension", "--exec"],
        reads: ["./src", "."],
        deletes: ["./src"],
        runs: ["rm"],
      },
      { run: "fd rm ./src", reads: ["./src"] },
    ],
  },
];
