// Git: which commands reach a remote, change files, delete work or run something.
import { remoteHost, urlsIn } from "../../places/hosts.ts";
import { hasSecretEnding } from "../../places/secret-places.ts";
import { looksLikePath } from "../../places/path-words.ts";
import type { Definition, Describe, Syntax } from "../definition.ts";
import { values } from "../invocation.ts";
import type { Recorder } from "../recorder.ts";

/** A remote is named by its short name, an address or a path; without one, the project's own is used. */
function contacts(direction: "download" | "upload"): Describe {
  return ({ operands }, record) => {
    record.network();
    record.effect(direction === "download" ? "write" : "read");
    for (const word of operands) record.host(remoteHost(word, direction) ?? urlsIn(word, direction)[0]);
  };
}

/** What stands after `--` is a path. All of the project is what git changes anyway. */
const restoresNamed: Describe = ({ arguments: words }, record) => {
  const at = words.indexOf("--");
  if (at === -1) return;
  for (const word of words.slice(at + 1)) if (!/^(?:\.\/?|:\/|\*)$/.test(word)) record.writes(word, true);
};

const stashOptions = ["-u, --include-untracked", "-a, --all", "-k, --keep-index", "-S, --staged", "-p, --patch"];
const changes = { effects: ["write"] } as const satisfies Syntax;
const dryRun = "-n, --dry-run";
const force = "-f, --force";

/** Remotes of services that build and run what is pushed to them. */
const deploying = /^(?:heroku|dokku|production|prod|live|piku|clever)$/u;

/** `HEAD:.env` is a file as well. Revisions are operands too, so only what is clearly a path or named like a secret counts. */
const readsRevisions: Describe = ({ operands, subcommand, options }, record) => {
  // A log without patches tells which commits changed a file, and no more.
  const content = subcommand !== "log" || options.some(({ name }) => /^(?:-p|-u|--patch|-G|-S|-L)$/u.test(name));
  for (const word of operands) {
    const inRevision = /^[^:]*[^:/\\]:(?!\/\/)(.+)$/u.exec(word)?.[1];
    if (inRevision !== undefined) record.reads(inRevision);
    else if (looksLikePath(word) && word.includes("/")) record.reads(word);
    else if (content && hasSecretEnding(word)) record.reads(word);
  }
};

const shows: Syntax = {
  options: [
    "--output <write>",
    "-L <text>",
    "-n, --max-count <text>",
    "--format <text>",
    "--ext-diff",
    "-p, --patch",
    "-G <text>",
    "-S <text>",
  ],
  describe: readsRevisions,
};

const subcommands: Readonly<Record<string, Syntax>> = {
  add: { options: [force, dryRun, "-A, --all", "-p, --patch", "-u, --update"], operands: "read" },
  am: { operands: "write", ...changes },
  apply: { options: ["-p <text>", "--check", "-R, --reverse", "--cached"], operands: "read", ...changes },
  bisect: {
    subcommands: {
      run: {
        stopAfter: 1,
        carries: ({ operands }) =>
          operands.length === 0 ? undefined : { carried: [{ label: "git bisect", words: operands }], both: true },
      },
    },
  },
  archive: { options: ["-o, --output <write>", "--remote <text>", "--format <text>"], describe: readsRevisions },
  blame: shows,
  "cat-file": { options: ["-p", "-t", "-s", "-e", "--batch"], describe: readsRevisions },
  branch: { options: ["-d, --delete", "-D", force, "-m, --move", "-u, --set-upstream-to <text>"] },
  checkout: {
    options: [force, "--", "-b <text>", "-B <text>", "--orphan <text>", "-p, --patch", "-t, --track"],
    describe: restoresNamed,
    ...changes,
  },
  "cherry-pick": changes,
  clean: {
    options: [force, dryRun, "-d", "-x", "-X", "-q, --quiet", "-i, --interactive", "-e, --exclude <text>"],
    describe: ({ operands }, record) => record.deletes(operands[0] ?? ".", true),
  },
  clone: {
    options: [
      "-b, --branch <text>",
      "-o, --origin <text>",
      "-c, --config <text>",
      "-j, --jobs <text>",
      "-u, --upload-pack <shell>",
      "--depth <text>",
      "--template <text>",
      "--reference <text>",
      "--recurse-submodules",
    ],
    describe(command, record) {
      contacts("download")(command, record);
      for (const setting of values(command, "--config")) applySetting(setting, record);
      const target = command.operands[1];
      if (target !== undefined) record.writes(target, true);
    },
  },
  commit: {
    options: [
      "-m, --message <text>",
      "-F, --file <text>",
      "-C <text>",
      "-c <text>",
      "--author <text>",
      "-n, --no-verify",
      "--amend",
      "-a, --all",
    ],
    ...changes,
  },
  config: {
    options: ["--global", "--system", "--local", "--unset", "--get", "--list", "-f, --file <text>", "--add"],
    describe: ({ operands }, record) => applySetting(operands.join("="), record),
  },
  credential: { effects: ["credential"] },
  diff: shows,
  difftool: { options: ["-x, --extcmd <shell>", "-t, --tool <text>"] },
  fetch: {
    options: ["--upload-pack <shell>", "--depth <text>", "-a, --append", force],
    describe: contacts("download"),
  },
  "filter-branch": { options: [force], ...changes },
  gc: { options: ["--prune[=<text>]", "--aggressive"], ...changes },
  grep: { options: ["-O, --open-files-in-pager[=<shell>]", "-e <text>", "-f <read>"] },
  "hash-object": { operands: "read" },
  init: changes,
  log: shows,
  "ls-files": { options: ["-x, --exclude <text>", "-X, --exclude-from <text>", "-o, --others"] },
  // What another command gets to read of it are the names of contents.
  "ls-tree": {
    options: ["-r", "-d", "-l", "--name-only", "--full-tree"],
    describe(command, record) {
      if (record.isPiped) readsRevisions(command, record);
    },
  },
  "ls-remote": { options: ["--upload-pack <shell>"], describe: contacts("download") },
  merge: { options: ["-m <text>", "-X, --strategy-option <text>", "-s, --strategy <text>"], ...changes },
  mv: { operands: "write", ...changes },
  prune: { options: [dryRun, "--expire <text>", "-v, --verbose"], ...changes },
  pull: {
    options: ["--upload-pack <shell>", "--rebase[=<text>]", "-s, --strategy <text>", force],
    describe: contacts("download"),
  },
  push: {
    describe(command, record) {
      contacts("upload")(command, record);
      if (command.options.some(({ name }) => name === "--dry-run")) return;
      const [remote = "origin"] = command.operands;
      const known =
        remoteHost(remote, "upload") === undefined && !/[/:]/u.test(remote) && !record.newRemotes.has(remote);
      if (deploying.test(remote)) record.leavesProject("production", remote);
      else record.leavesProject("host", remote, known);
    },
    options: [
      force,
      "--force-with-lease[=<text>]",
      "--force-if-includes",
      "-d, --delete",
      "--mirror",
      "--prune",
      "--all",
      "--tags",
      dryRun,
      "-u, --set-upstream",
      "-o, --push-option <text>",
      "--repo <url>",
      "--receive-pack, --exec <shell>",
      "-q, --quiet",
      "-v, --verbose",
    ],
  },
  rebase: {
    options: ["-x, --exec <shell>", "--onto <text>", "-i, --interactive", "-s, --strategy <text>"],
    ...changes,
  },
  reflog: { subcommands: { expire: { options: ["--expire <text>", "--all"] }, delete: {}, show: {} } },
  remote: {
    options: ["-v, --verbose"],
    subcommands: {
      "set-url": { options: ["--add", "--push", "--delete"] },
      add: { options: ["-f", "-t <text>", "-m <text>"] },
    },
    describe({ operands, subcommand }, record) {
      for (const word of operands) record.host(remoteHost(word, "connect") ?? urlsIn(word, "connect")[0]);
      if (/ (?:add|set-url)$/u.test(subcommand) && operands[0] !== undefined) record.newRemotes.add(operands[0]);
    },
  },
  reset: { options: ["--hard", "--soft", "--mixed", "--merge", "--keep", "-p, --patch"], ...changes },
  restore: {
    options: ["-S, --staged", "-W, --worktree", "-s, --source <text>", "-p, --patch"],
    operands: "write",
    ...changes,
  },
  revert: changes,
  rm: { options: ["-r", force, "--cached", dryRun], operands: "delete", recursive: ["-r"] },
  show: shows,
  stash: {
    options: stashOptions,
    describe: restoresNamed,
    subcommands: {
      push: { options: ["-m, --message <text>", ...stashOptions], describe: restoresNamed },
      pop: {},
      apply: {},
      drop: {},
      clear: {},
      list: {},
      show: {},
    },
    ...changes,
  },
  submodule: {
    options: ["-q, --quiet"],
    subcommands: {
      add: { options: ["-b <text>", force, "--name <text>"] },
      update: { options: ["--init", "--recursive", "--remote", force] },
      deinit: { options: [force, "--all"] },
      foreach: {
        options: ["--recursive"],
        stopAfter: 1,
        carries: ({ operands }) =>
          operands.length === 0
            ? undefined
            : { carried: [{ label: "git submodule", shell: operands.join(" ") }], both: true },
      },
      init: {},
      status: {},
      sync: {},
    },
    describe: contacts("download"),
  },
  switch: {
    options: ["-c, --create <text>", "-C, --force-create <text>", force, "--discard-changes", "-d, --detach"],
    ...changes,
  },
  "update-ref": { options: ["-d"] },
  worktree: {
    subcommands: { add: { options: ["-b <text>", force] }, remove: { options: [force] }, list: {}, prune: {} },
    ...changes,
  },
};

export const git: readonly Definition[] = [
  {
    names: ["git"],
    options: [
      "-C <read>",
      "-c <text>",
      "--git-dir <text>",
      "--work-tree <text>",
      "--namespace <text>",
      "--exec-path[=<text>]",
      "-p, --paginate",
      "-P, --no-pager",
      "--bare",
    ],
    subcommands,
    urls: "ignore",
    lists: ({ subcommand, operands }) => (subcommand === "ls-files" ? operands : undefined),
    describe(command, record) {
      if (command.subcommand.startsWith("credential-")) record.effect("credential");
      for (const setting of values(command, "-c")) applySetting(setting, record);
      // Every git command is a program in that folder.
      for (const folder of values(command, "--exec-path")) record.executes(`${folder}/git-${command.subcommand}`);
    },
    examples: [
      { run: "git push -f origin main", subcommand: "push", options: ["--force"], effects: ["network"] },
      {
        run: "git push https://example.org/x.git HEAD",
        subcommand: "push",
        hosts: ["example.org"],
        effects: ["network"],
      },
      { run: "git push --dry --force", subcommand: "push", options: ["--dry-run", "--force"], effects: ["network"] },
      { run: "git -C ../other status", subcommand: "status", options: ["-C"], reads: ["../other"] },
      { run: "git commit -m 'push --force'", subcommand: "commit", options: ["--message"], effects: ["write"] },
      { run: "git clean -fdx", subcommand: "clean", options: ["--force", "-d", "-x"], deletes: ["."] },
      { run: "git log --output=out.txt", subcommand: "log", options: ["--output"], writes: ["out.txt"] },
      { run: "git rm -r old", subcommand: "rm", options: ["-r"], deletes: ["old"] },
      {
        run: "git clone https://example.org/x.git there",
        subcommand: "clone",
        writes: ["there"],
        hosts: ["example.org"],
        effects: ["network"],
      },
      { run: "git config core.hooksPath hooks", subcommand: "config", effects: ["persistence"] },
      { run: "git config user.name Ada", subcommand: "config" },
      { run: "git -c core.pager='rm x' log", subcommand: "log", options: ["-c"], deletes: ["x"], runs: ["rm"] },
      { run: "git -c core.pager=cat log", subcommand: "log", options: ["-c"] },
    ],
  },
];

const hookFolder = /^core\.hookspath$/iu;
const commandSetting =
  /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|askpass)|alias\.|pager\.|diff\..*(?:command|textconv)|diff\.external|credential\.helper|filter\..*(?:clean|smudge)|gpg\.program|sequence\.editor|protocol\.ext)/iu;
/** Helpers of git itself, and programs that only show something, with options at most. */
const ownHelper = /^(?:cache|store|osxkeychain|manager|libsecret|true|false|cat|less)(?:\s+-\S+)*\s*$/u;

/** `name=value`: some settings are commands, one moves the hooks. */
function applySetting(text: string, record: Recorder): void {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? "" : text.slice(equals + 1);
  if (value === "") return;
  if (hookFolder.test(name)) record.effect("persistence");
  if (!commandSetting.test(name)) return;
  const command = value.startsWith("!") ? value.slice(1) : /^alias\./iu.test(name) ? undefined : value;
  if (command !== undefined && !ownHelper.test(command)) record.runs(command, "git config");
}
