// Escape: getting out of a container by way of other name spaces and control groups.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../../heuristic.ts";
import { has, value } from "../../../normalise/programs/invocation.ts";
import { someWord } from "../../read.ts";

export const escape: readonly Heuristic[] = [
  {
    id: "other-namespace",
    threat: "Sandbox escape",
    technique: "T1611",
    score: severity.deny,
    check: firstOf(
      onCommand(["nsenter"], (command) =>
        !has(command, "--help") &&
        (/^(?:1\b|\$)/u.test(value(command, "--target") ?? "") || someWord(command, /\/proc\/(?:1|\$\w+)\//u))
          ? "It enters the name space of another process"
          : null,
      ),
      onAnyCommand(["redirect"], (command) =>
        /release_agent|notify_on_release|\/sys\/fs\/cgroup\/[^\s]*\/(?:release_agent|devices\.allow)/u.test(
          command.text,
        ) && command.redirects.length > 0
          ? "It uses control groups to run on the host"
          : null,
      ),
    ),
    match: ["nsenter --target 1 --mount -- sh", "nsenter -t 1 -m -u -i -n bash"],
    not_match: ["nsenter --help", "lsns"],
  },
];
