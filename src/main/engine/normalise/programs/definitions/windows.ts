// Windows: its administration tools.
import type { Definition } from "../definition.ts";

/** Keys of the registry that name what starts by itself. */
const startKey = /\\(?:run|runonce|winlogon|services|image file execution options)(?:\\|$)/iu;

export const windows: readonly Definition[] = [
  {
    names: ["schtasks"],
    style: "windows",
    operands: "path",
    effects: ["persistence"],
    examples: [
      { run: "schtasks /create /tn x", options: ["/create", "/tn"], effects: ["persistence"] },
      { run: "schtasks /query", options: ["/query"], effects: ["persistence"] },
    ],
  },
  {
    names: ["reg"],
    style: "windows",
    operands: "path",
    describe({ operands: [verb = "", ...words] }, record) {
      if (verb.toLowerCase() === "add" && words.some((word) => startKey.test(word))) record.effect("persistence");
    },
    examples: [
      {
        run: "reg add 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run' /v x",
        options: ["/v"],
        effects: ["persistence"],
      },
      { run: "reg query 'HKCU\\Software'" },
    ],
  },
  {
    names: ["sc"],
    style: "windows",
    operands: "path",
    describe({ operands: [verb = ""] }, record) {
      if (verb.toLowerCase() === "create") record.effect("persistence");
    },
    examples: [{ run: "sc create x binPath= y", effects: ["persistence"] }, { run: "sc query x" }],
  },
  {
    names: ["cmdkey", "vaultcmd"],
    style: "windows",
    effects: ["credential"],
    examples: [
      { run: "cmdkey /list", options: ["/list"], effects: ["credential"] },
      { run: "vaultcmd", effects: ["credential"] },
    ],
  },
  {
    names: ["runas"],
    style: "windows",
    operands: "path",
    effects: ["privilege"],
    examples: [
      { run: "runas /user:admin cmd", options: ["/user"], effects: ["privilege"] },
      { run: "runas", effects: ["privilege"] },
    ],
  },
  {
    names: ["net", "taskkill"],
    style: "windows",
    operands: "path",
    examples: [{ run: "taskkill /F /IM node.exe", options: ["/f", "/im"], reads: ["node.exe"] }, { run: "net use" }],
  },
];
