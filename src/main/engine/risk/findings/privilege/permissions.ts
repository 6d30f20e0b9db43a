// Permissions: opening files to everybody, or taking them away from their owner.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onCommand, onPath } from "../../heuristic.ts";
import { has } from "../../../normalise/programs/invocation.ts";
import { changes, systemPlace } from "../../read.ts";

const open =
  /^(?:0?[0-7]?[0-7][2367][2367]|0?[0-7]?[0-7]{2}[2367]|[ugoa]*[oa][ugoa]*[+=][rxXst]*w[rwxXst]*(?:,.*)?|\+[rx]*w[rwx]*|ugo\+rwx|.*,o[+=][rx]*w.*)$/u;
const coreSystem =
  /^\/(?:etc|bin|sbin|lib\d*|boot|usr\/(?:bin|sbin|lib\w*)|root|proc|sys|System|private\/etc)(?:\/|$)|^\/(?:var\/spool\/cron)/u;
const locked = /^(?:0?000|a?[-=]rwx|a=)$/u;

export const permissions: readonly Heuristic[] = [
  {
    id: "open-to-everybody",
    threat: "Weakened permissions",
    technique: "T1222.002",
    score: severity.ask,
    check: onCommand(["chmod"], (command, view) => {
      const mode = command.operands[0] ?? "";
      if (!open.test(mode) && !locked.test(mode)) return null;
      const wide =
        has(command, "--recursive") ||
        view.facts.paths.some(
          (path) => changes(path) && (systemPlace(path) || path.zone === "secrets" || path.zone === "home"),
        );
      return wide ? `chmod ${mode} lets everybody change the files` : null;
    }),
    match: ["chmod -R 777 .", "chmod 777 /etc/passwd", "chmod a+w ~/.ssh"],
    not_match: ["chmod 755 run.sh", "chmod +x run.sh", "chmod -R u+w build"],
  },
  {
    id: "open-file",
    threat: "Weakened permissions",
    technique: "T1222.002",
    score: severity.warn,
    check: onCommand(["chmod"], (command) =>
      open.test(command.operands[0] ?? "") ? `chmod ${command.operands[0]} lets everybody change the file` : null,
    ),
    match: ["chmod 777 run.sh", "chmod o+w data"],
    not_match: ["chmod 644 a.txt", "chmod u+w a.txt"],
  },
  {
    id: "system-rights-changed",
    threat: "Weakened permissions",
    technique: "T1222.002",
    score: severity.ask,
    check: firstOf(
      onCommand(["chown", "chgrp"], (command, view) =>
        view.facts.paths.some((path) => changes(path) && (coreSystem.test(path.path) || /\/\.ssh\b/u.test(path.path)))
          ? `${command.program} gives system files to somebody else`
          : null,
      ),
      onCommand(["chmod", "setfacl"], (command, view) =>
        view.facts.paths.some((path) => changes(path) && !path.recursive && coreSystem.test(path.path))
          ? `${command.program} changes the rights of system files`
          : null,
      ),
      onPath(["write"], (path) =>
        path.zone === "secrets" && path.recursive ? `It changes the rights of ${path.path}` : null,
      ),
    ),
    match: ["sudo chown user /etc/shadow", "chmod 644 /etc/sudoers"],
    not_match: ["chown user file.txt", "chmod 600 key.pem"],
  },
];
