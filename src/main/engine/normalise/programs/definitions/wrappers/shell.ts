// Env, busybox and shell builtins that run the command in their arguments.
import { carriedByRule, takeAssignments } from "../../carry.ts";
import type { Definition } from "../../definition.ts";
import { has, value } from "../../invocation.ts";
import { printsName } from "../../printing.ts";
import { wrapper } from "./wrapper.ts";

/** A lone `-` stands for `-i`. */
function withoutDash(operands: readonly string[]): readonly string[] {
  return operands[0] === "-" ? operands.slice(1) : operands;
}

export const shell: readonly Definition[] = [
  wrapper(["busybox", "toybox", "builtin", "lvm"], [], "busybox"),
  wrapper(["exec"], ["-a <text>", "-c", "-l"], "exec -a x"),
  wrapper(
    [
      "ld.so",
      "ld-linux.so",
      "ld-linux-x86-64.so",
      "ld-linux-aarch64.so",
      "ld-linux-armhf.so",
      "ld-musl-x86_64.so",
      "ld-musl-aarch64.so",
      "ld64.so",
    ],
    ["--library-path <text>", "--preload <text>", "--argv0 <text>"],
    "ld.so --preload a.so",
    { label: "ld.so" },
  ),
  {
    names: ["command"],
    options: ["-v", "-V", "-p"],
    stopAfter: 1,
    prints: printsName,
    carries: (parsed, feed) => (has(parsed, "-v", "-V") ? undefined : carriedByRule({}, parsed, feed)),
    examples: [
      { run: "command -p rm old", deletes: ["old"] },
      { run: "command -v rm", options: ["-v"] },
    ],
  },
  {
    names: ["env", "genv"],
    options: [
      "-i, --ignore-environment",
      "-u, --unset <text>",
      "-C, --chdir <text>",
      "-S, --split-string <text>",
      "-P <text>",
      "-a, --argv0 <text>",
      "-0, --null",
    ],
    stopAfter: 1,
    carries(parsed) {
      const assignments: Record<string, string> = {};
      const words = takeAssignments(withoutDash(parsed.operands), assignments);
      const directory = value(parsed, "--chdir");
      const place = directory === undefined ? {} : { directory };
      const split = value(parsed, "--split-string");
      if (split !== undefined)
        return { carried: [{ label: "env", shell: [split, ...words].join(" "), ...place }], both: false };
      return words.length === 0
        ? undefined
        : { carried: [{ label: "env", words, assignments, ...place }], both: false };
    },
    examples: [
      { run: "env -u A B=1 rm old", deletes: ["old"] },
      { run: "env -S 'rm -f' old", deletes: ["old"] },
      { run: "env - rm old", deletes: ["old"] },
      { run: "env A=1" },
    ],
  },
];
