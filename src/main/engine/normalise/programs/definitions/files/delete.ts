// Programs that delete or overwrite files.
import type { Definition } from "../../definition.ts";

const recursive = "-r, -R, --recursive";

export const remove: readonly Definition[] = [
  {
    names: ["rm"],
    options: [recursive, "-f, --force", "-i", "-I", "--interactive[=<text>]", "-d, --dir", "-v, --verbose"],
    operands: "delete",
    recursive: ["--recursive"],
    effects: ["delete"],
    examples: [
      { run: "rm -rf build", options: ["--recursive", "--force"], deletes: ["build"] },
      { run: "rm --recurs -- -x", options: ["--recursive"], deletes: ["-x"] },
      { run: "rm --help" },
    ],
  },
  {
    // What is in a bin can be taken out of it again.
    names: ["rmdir", "unlink", "trash", "trash-put", "gio-trash"],
    operands: "delete",
    effects: ["delete"],
    examples: [{ run: "rmdir -p old/empty", deletes: ["old/empty"] }, { run: "trash --version" }],
  },
  {
    names: ["srm", "wipe", "scrub"],
    options: [recursive, "-f, --force"],
    operands: "delete",
    recursive: ["--recursive"],
    effects: ["delete"],
    examples: [{ run: "srm -r old", deletes: ["old"] }, { run: "wipe --help" }],
  },
  {
    names: ["rimraf", "del-cli"],
    options: ["--glob", "-g"],
    operands: "delete",
    recursive: "always",
    effects: ["delete"],
    examples: [{ run: "rimraf dist", deletes: ["dist"] }, { run: "rimraf --help" }],
  },
  {
    names: ["shred"],
    options: [
      "-n, --iterations <text>",
      "-s, --size <text>",
      "--random-source <text>",
      "-u",
      "--remove[=<text>]",
      "-z, --zero",
      "-f, --force",
    ],
    operands: "write",
    effects: ["delete"],
    examples: [{ run: "shred -n 3 -u a.txt", options: ["--iterations", "-u"], writes: ["a.txt"] }, { run: "shred" }],
  },
];
