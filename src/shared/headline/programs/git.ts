// Git in headlines: what others lose, what is thrown away, and what only looks.
import type { CommandFact } from "../../domain/facts.ts";
import { type Act, change, changeForOthers, destroy, look, start } from "../act.ts";
import { cutEnd, few, quoted } from "../text.ts";
import { has, isRehearsal, type Reader, readers, value } from "./read.ts";

/** The branch that a refspec changes on the other side. */
function branchOf(refspec: string): string {
  const target = refspec.replace(/^\+/u, "").split(":").at(-1) ?? refspec;
  return target.replace(/^refs\/(?:heads|tags)\//u, "");
}

function push(command: CommandFact): Act {
  const [first, ...refspecs] = command.operands;
  const remote = cutEnd(value(command, "--repo") ?? first ?? "its remote");
  const named = refspecs.map(branchOf).filter((branch) => branch !== "" && branch !== "HEAD");
  const where = named.length === 0 ? `to ${remote}` : `to ${remote}/${few(named, 1)}`;
  if (isRehearsal(command)) return look("Rehearse a push", where, { reach: "network" });
  if (has(command, "--mirror")) return destroy("Overwrite everything", `on ${remote} with what is here`);
  const removed = refspecs.filter((refspec) => refspec.startsWith(":")).map(branchOf);
  if (has(command, "--delete") || removed.length > 0)
    return destroy("Delete", `${few(removed.length > 0 ? removed : named)} on ${remote}`, { note: "others lose it" });
  if (has(command, "--force") || refspecs.some((refspec) => refspec.startsWith("+")))
    return destroy("Force-push", where, { note: "rewrites what others have" });
  if (has(command, "--force-with-lease", "--force-if-includes"))
    return destroy("Force-push", where, { note: "rewrites what others have, unless they pushed meanwhile" });
  if (has(command, "--prune")) return destroy("Push", where, { note: "deletes branches there that are gone here" });
  return changeForOthers("Push", has(command, "--tags") ? `tags ${where}` : where, { note: "others will see it" });
}

function checkout(command: CommandFact): Act {
  const { operands, arguments: given } = command;
  const created = value(command, "-b", "-B", "--create", "--force-create", "--orphan");
  const discarding = has(command, "--force", "--discard-changes");
  if (created !== undefined && discarding)
    return destroy("Create branch", cutEnd(created), { note: "discards uncommitted changes", reach: "project" });
  if (created !== undefined) return change("Create branch", cutEnd(created));
  const after = given.indexOf("--");
  const paths =
    after === -1 ? operands.filter((operand) => /^(?:\.\/?|:\/|\*)$/u.test(operand)) : given.slice(after + 1);
  if (paths.length > 0) return discards(few(paths));
  if (discarding)
    return destroy("Switch", `to ${cutEnd(operands[0] ?? "another branch")}`, {
      note: "discards uncommitted changes",
      reach: "project",
    });
  return change("Switch", `to ${cutEnd(operands[0] ?? "another branch")}`);
}

function discards(what: string): Act {
  return destroy("Discard uncommitted changes", `in ${what}`, { reach: "project" });
}

function branch(command: CommandFact): Act {
  const { operands } = command;
  const names = few(operands);
  if (has(command, "-D") || (has(command, "--delete") && has(command, "--force")))
    return destroy("Delete branch", names, { note: "unmerged commits are lost", reach: "project" });
  if (has(command, "--delete")) return change("Delete merged branch", names);
  if (has(command, "--move")) return change("Rename branch", names);
  return operands.length === 0 ? look("List branches") : change("Create branch", few(operands, 1));
}

function stash(command: CommandFact): Act {
  const word = command.subcommand.split(" ")[1] ?? command.operands[0] ?? "";
  if (word === "clear") return destroy("Delete all stashed changes", "", { reach: "project" });
  if (word === "drop") return destroy("Delete stashed changes", "", { reach: "project" });
  if (word === "list" || word === "show") return look("Show stashed changes");
  return word === "pop" || word === "apply" ? change("Restore stashed changes") : change("Stash uncommitted changes");
}

function config(command: CommandFact): Act {
  const [name = "", given] = command.operands;
  if (has(command, "--get", "--list", "-l", "--get-all") || (given === undefined && !has(command, "--unset")))
    return look("Show git settings", name);
  const everywhere = has(command, "--global", "--system");
  return change("Change git setting", cutEnd(name), everywhere ? { note: "for all projects", reach: "computer" } : {});
}

function remote(command: CommandFact): Act {
  const [name = "", address = ""] = command.operands;
  if (command.subcommand.endsWith("add")) return change("Add remote", `${cutEnd(name)} (${cutEnd(address)})`);
  if (command.subcommand.endsWith("set-url"))
    return change("Point remote", `${cutEnd(name)} at ${cutEnd(address)}`, { tone: "caution" });
  return /\b(?:remove|rm)$/u.test(command.subcommand) || /^(?:remove|rm)$/u.test(name)
    ? change("Remove remote", cutEnd(address))
    : look("Show remotes");
}

function reset(command: CommandFact): Act {
  const target = cutEnd(command.operands[0] ?? "HEAD");
  if (has(command, "--hard"))
    return destroy("Discard uncommitted changes", `and reset to ${target}`, { reach: "project" });
  return has(command, "--soft", "--mixed", "--keep", "--merge")
    ? change("Reset", `to ${target}`)
    : change("Unstage files");
}

function restore(command: CommandFact): Act {
  const what = few(command.operands);
  return has(command, "--staged") && !has(command, "--worktree") ? change("Unstage", what) : discards(what);
}

function clean(command: CommandFact): Act {
  if (has(command, "--dry-run") || !has(command, "--force")) return look("List untracked files");
  const ignored = has(command, "-x", "-X") ? "untracked and ignored files" : "untracked files";
  return destroy("Delete", ignored, { reach: "project" });
}

function commit(command: CommandFact): Act {
  const skips = has(command, "--no-verify") ? ({ note: "skips hooks", tone: "caution" } as const) : {};
  return has(command, "--amend") ? change("Amend", "the last commit", skips) : change("Commit", "changes", skips);
}

const fromRemote =
  (verb: string): Reader =>
  (command) =>
    change(verb, `from ${cutEnd(command.operands[0] ?? "its remote")}`, { reach: "network" });

const subcommands: Readonly<Record<string, Reader>> = {
  push,
  checkout,
  switch: checkout,
  branch,
  stash,
  config,
  remote,
  reset,
  restore,
  clean,
  commit,
  pull: fromRemote("Pull"),
  fetch: fromRemote("Fetch"),
  clone: ({ operands }) => change("Clone", cutEnd(operands[0] ?? "a repository"), { reach: "network" }),
  add: ({ operands }) => change("Stage", operands.length === 0 ? "files" : few(operands)),
  rebase: ({ operands }) =>
    change("Rebase", operands[0] === undefined ? "" : `onto ${cutEnd(operands[0])}`, {
      note: "rewrites local commits",
    }),
  merge: ({ operands }) => change("Merge", few(operands, 1)),
  "cherry-pick": ({ operands }) => change("Copy commit", few(operands)),
  revert: ({ operands }) => change("Revert commit", few(operands)),
  "filter-branch": () => destroy("Rewrite", "the whole history", { reach: "project" }),
  "filter-repo": () => destroy("Rewrite", "the whole history", { reach: "project" }),
  reflog: (command) =>
    /expire|delete/u.test(command.subcommand)
      ? destroy("Delete", "git's record of earlier commits", { reach: "project" })
      : look("Show earlier commits"),
  gc: (command) =>
    value(command, "--prune") === undefined && value(command, "-c")?.toLowerCase().startsWith("gc.pruneexpire") !== true
      ? change("Compact", "the repository")
      : destroy("Delete", "commits that no branch holds", { reach: "project" }),
  prune: (command) =>
    isRehearsal(command)
      ? look("List commits that no branch holds")
      : destroy("Delete", "commits that no branch holds", { reach: "project" }),
  "update-ref": (command) =>
    has(command, "-d")
      ? destroy("Delete", `git reference ${few(command.operands, 1)}`, { reach: "project" })
      : change("Move", `git reference ${few(command.operands, 1)}`),
  tag: (command) =>
    has(command, "-d", "--delete")
      ? change("Delete tag", few(command.operands), { tone: "caution" })
      : command.operands.length === 0
        ? look("List tags")
        : change("Create tag", few(command.operands, 1)),
  rm: (command) => {
    if (has(command, "--cached")) return change("Stop tracking", few(command.operands));
    return change("Delete", `${few(command.operands)} from the project`, { note: "stays in git's history" });
  },
  mv: ({ operands }) => change("Move", few(operands)),
  init: () => change("Create", "a git repository"),
  apply: () => change("Apply", "a patch"),
  am: () => change("Apply", "patches"),
  bisect: () => change("Search", "the history for a change"),
  worktree: (command) =>
    command.subcommand.endsWith("remove")
      ? change("Remove", `working copy ${few(command.operands, 1)}`, { tone: "caution" })
      : change("Manage", "working copies"),
  submodule: () => change("Update", "submodules", { reach: "network" }),
  credential: () => look("Read", "stored git credentials", { tone: "caution" }),
  archive: () => change("Pack", "the project into an archive"),
  status: () => look("Show the state", "of the working copy"),
  diff: () => look("Show changes"),
  difftool: () => look("Show changes"),
  log: () => look("Show the history"),
  show: ({ operands }) => look("Show", operands.length === 0 ? "the last commit" : few(operands, 1)),
  blame: ({ operands }) => look("Show who changed", few(operands, 1)),
  grep: ({ operands }) =>
    look("Search the project", operands[0] === undefined ? "" : `for "${cutEnd(operands[0], 32)}"`),
};

const looking =
  /^(?:|ls-(?:files|tree|remote)|rev-parse|rev-list|cat-file|describe|shortlog|whatchanged|name-rev|for-each-ref|merge-base|hash-object|count-objects|check-ignore|check-attr|var|version|help|show-ref|symbolic-ref|cherry|range-diff)$/u;

export const git = readers("git", (command, facts) => {
  const [word = ""] = command.subcommand.split(" ");
  const reader = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  if (reader !== undefined) return reader(command, facts);
  return looking.test(word)
    ? look("Look up", `git ${cutEnd(word)}`.trimEnd())
    : start("Execute", quoted(`git ${word}`));
});
