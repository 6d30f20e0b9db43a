// Tar: what it packs, where it unpacks to, and the options that run a command.
import type { Definition } from "../../definition.ts";
import { has, value, values } from "../../invocation.ts";

/** `host:file`: the archive is on another machine. */
const remoteArchive = /^[\w.-]+@?[\w.-]*:/u;

export const tar: readonly Definition[] = [
  {
    names: ["tar", "gtar", "bsdtar"],
    style: "bundled",
    options: [
      "-x, --get, --extract",
      "-c, --create",
      "-t, --list",
      "-r, --append",
      "-u, --update",
      "-A, --catenate, --concatenate",
      "-f, --file <text>",
      "-C, --directory <text>",
      "-T, --files-from <text>",
      "-X, --exclude-from <text>",
      "-I, --use-compress-program <shell>",
      "-b, --blocking-factor <text>",
      "-g, --listed-incremental <text>",
      "-H, --format <text>",
      "-K, --starting-file <text>",
      "-L, --tape-length <text>",
      "-N, --newer <text>",
      "-V, --label <text>",
      "-F, --info-script <shell>",
      "-O, --to-stdout",
      "-P, --absolute-paths, --absolute-names",
      "--one-top-level[=<text>]",
      "--exclude <text>",
      "--strip-components <text>",
      "--transform <text>",
      "--to-command <shell>",
      "--checkpoint[=<text>]",
      "--checkpoint-action <text>",
      "--owner <text>",
      "--group <text>",
      "--mode <text>",
    ],
    describe(command, record) {
      const extracts = has(command, "--extract");
      const creates = has(command, "--create", "--append", "--update", "--concatenate");
      const file = value(command, "--file");
      const folder = value(command, "--directory");
      if (file !== undefined && !remoteArchive.test(file)) record.access(file, creates ? "write" : "read");
      if (folder !== undefined) record.access(folder, extracts ? "write" : "read", true);
      if (extracts && folder === undefined) record.writes(".");
      // The names in the archive decide where its files go.
      if (extracts && has(command, "--absolute-names")) record.writes("/", true);
      if (creates) for (const operand of command.operands) record.reads(operand, true);
      if (extracts && !has(command, "--to-stdout"))
        record.arrives(value(command, "--directory", "--one-top-level") ?? ".", "archive");
      for (const action of values(command, "--checkpoint-action"))
        if (action.startsWith("exec=")) record.runs(action.slice(5), "tar");
    },
    examples: [
      {
        run: "tar xzf a.tgz -C out",
        options: ["--extract", "-z", "--file", "--directory"],
        reads: ["a.tgz"],
        writes: ["out"],
      },
      { run: "tar tzf a.tgz", options: ["--list", "-z", "--file"], reads: ["a.tgz"] },
      { run: "tar -czf a.tgz src docs", reads: ["src", "docs"], writes: ["a.tgz"] },
      { run: "tar --extract --file=a.tar", reads: ["a.tar"], writes: ["."] },
      {
        run: "tar cf a.tar src --checkpoint=1 --checkpoint-action=exec='rm old'",
        reads: ["src"],
        writes: ["a.tar"],
        deletes: ["old"],
        runs: ["rm"],
      },
    ],
  },
];
