// Programs that change who may read, change or run files.
import type { Definition } from "../../definition.ts";
import { has } from "../../invocation.ts";

/** Modes that leave others nothing: `600`, `go-rwx`, `u+r`. */
const privateMode = /^0?[0-7]00$|^(?:u[-+=][rwxX]*|[go]+(?:-[rwxX]+|=))(?:,(?:u[-+=][rwxX]*|[go]+(?:-[rwxX]+|=)))*$/u;
const setsUserId = /^[ugoa]*\+[rwxXt]*s|^0?[4-7][0-7]{3}$/u;
const recursive = "-R, --recursive";
const reference = "--reference <text>";
const attributes = Array.from("acdeijmsuACDST", (letter) => `-${letter}`);
/** `chmod -x file`: the mode looks like an option. */
const removedModes = ["-r", "-w", "-x", "-X", "-s", "-t"];

export const permissions: readonly Definition[] = [
  {
    names: ["chmod"],
    options: [recursive, reference, "-v, --verbose", "-f, --silent"],
    recursive: ["--recursive"],
    describe(command, record) {
      const { operands } = command;
      const isRecursive = has(command, "--recursive");
      const ownMode = !has(command, "--reference", ...removedModes);
      const isPrivate = ownMode && privateMode.test(operands[0] ?? "");
      for (const file of ownMode ? operands.slice(1) : operands)
        if (isPrivate) record.adjusts(file, isRecursive);
        else record.writes(file, isRecursive);
      if (operands.some((word) => setsUserId.test(word))) record.effect("privilege");
    },
    examples: [
      { run: "chmod -R 755 bin", options: ["--recursive"], writes: ["bin"] },
      { run: "chmod -x run.sh", writes: ["run.sh"] },
      { run: "chmod u+s tool", writes: ["tool"], effects: ["privilege"] },
      { run: "chmod --help" },
    ],
  },
  {
    names: ["chown", "chgrp"],
    options: [recursive, reference, "--from <text>", "-h, --no-dereference"],
    operands: { first: "text", rest: "write", firstGivenBy: ["--reference"] },
    recursive: ["--recursive"],
    describe({ program, operands }, record) {
      if (program === "chown" && operands.some((word) => /^(?:root|0)(?::|$)/u.test(word))) record.effect("privilege");
    },
    examples: [
      { run: "chown -R ada data", options: ["--recursive"], writes: ["data"] },
      { run: "chown root:root tool", writes: ["tool"], effects: ["privilege"] },
      { run: "chgrp --reference a.txt b.txt", writes: ["b.txt"] },
    ],
  },
  {
    names: ["chattr"],
    // `-i` takes the flag away.
    options: [recursive, "-v <text>", "-p <text>", "-V", "-f", ...attributes],
    operands: { first: "text", rest: "write", firstGivenBy: attributes },
    recursive: ["--recursive"],
    examples: [
      { run: "chattr +i notes.txt", writes: ["notes.txt"] },
      { run: "chattr -ui notes.txt", options: ["-u", "-i"], writes: ["notes.txt"] },
    ],
  },
  {
    names: ["chflags", "chcon"],
    options: [recursive, reference, "-t, --type <text>", "-u, --user <text>", "-v, --version"],
    operands: { first: "text", rest: "write", firstGivenBy: ["--reference", "--type", "--user"] },
    recursive: ["--recursive"],
    examples: [{ run: "chflags nouchg notes.txt", writes: ["notes.txt"] }, { run: "chflags hidden" }],
  },
  {
    names: ["setfacl"],
    options: [
      recursive,
      "-m, --modify <text>",
      "-x, --remove <text>",
      "-M, --modify-file <text>",
      "-X, --remove-file <text>",
      "--set <text>",
      "--restore <read>",
      "-b, --remove-all",
      "-k, --remove-default",
    ],
    operands: "write",
    recursive: ["--recursive"],
    examples: [
      { run: "setfacl -R -m u:ada:rw data", options: ["--recursive", "--modify"], writes: ["data"] },
      { run: "setfacl --help" },
    ],
  },
  {
    names: ["setcap"],
    options: ["-v", "-r", "-q", "-n <text>"],
    operands: { first: "text", rest: "write", firstGivenBy: ["-r"] },
    effects: ["privilege"],
    examples: [
      { run: "setcap cap_net_raw+ep tool", writes: ["tool"], effects: ["privilege"] },
      { run: "setcap -r tool", options: ["-r"], writes: ["tool"], effects: ["privilege"] },
    ],
  },
  {
    names: ["getcap", "getfacl", "lsattr", "getfattr"],
    options: ["-r, -R, --recursive", "-n, --name <text>", "-d, --dump"],
    operands: "path",
    examples: [{ run: "getcap -r ./bin", options: ["--recursive"], reads: ["./bin"] }, { run: "lsattr" }],
  },
  {
    names: ["setfattr"],
    options: ["-n, --name <text>", "-v, --value <text>", "-x, --remove <text>", "--restore <read>"],
    operands: "write",
    examples: [
      { run: "setfattr -n user.x -v y a.txt", options: ["--name", "--value"], writes: ["a.txt"] },
      { run: "setfattr --help" },
    ],
  },
];
