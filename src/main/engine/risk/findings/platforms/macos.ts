// macOS: what its own administration tools and its script language are turned to.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, anyAccess, firstOf, onAnyCommand, onCommand, onPath } from "../../heuristic.ts";
import { has, value, values } from "../../../normalise/programs/invocation.ts";

/** The script that osascript runs, from its options or from standard input. */
function scriptOf(command: CommandFact): string {
  const lines = [...values(command, "-e"), ...command.operands];
  return `${lines.join("\n").slice(0, longestScript)}\n${command.input?.slice(0, longestScript) ?? ""}`.toLowerCase();
}

const longestScript = 16_384;

export const macos: readonly Heuristic[] = [
  {
    id: "script-drives-programs",
    threat: "Living off the land",
    technique: "T1059.002",
    score: severity.ask,
    check: onCommand(["osascript", "osacompile"], (command) => {
      const text = scriptOf(command);
      if (
        /do shell script|do script|doshellscript|nstask|currentapplication\(\)|objc\.(?:import|unwrap|bindfunction)/u.test(
          text,
        )
      )
        return "Its AppleScript runs commands";
      if (/make (?:new )?login item|login items? at end/u.test(text)) return "Its AppleScript adds a log-in item";
      if (/\bkeystroke\b|key code|click (?:button|menu)/u.test(text))
        return "Its AppleScript types or clicks for the user";
      if (/the clipboard|get clipboard/u.test(text)) return "Its AppleScript reads what the user copied";
      if (/tell app(?:lication)? "?finder[\s\S]{0,200}\b(?:delete|duplicate|move|empty)\b/u.test(text))
        return "Its AppleScript copies or deletes files";
      if (/set volume (?:with )?(?:output )?muted|set volume 0|set visible of .{0,60} to false/u.test(text))
        return "Its AppleScript hides what is going on";
      if (
        /tell app(?:lication)? "?(?:mail|messages|contacts|notes|safari|google chrome)\b[\s\S]{0,300}\b(?:get|every|send|url of|content of|execute|make new)\b/u.test(
          text,
        )
      )
        return "Its AppleScript reads or sends what belongs to the user";
      return /system info|ipv4 address of/u.test(text) ? "Its AppleScript looks around on this machine" : null;
    }),
    match: [
      `osascript -e 'do shell script "id"'`,
      `osascript -e 'tell application "System Events" to make login item at end with properties {path:"/tmp/x.app"}'`,
      `osascript -e 'tell application "Finder" to delete POSIX file "/tmp/x"'`,
      `osascript -e 'the clipboard'`,
    ],
    not_match: [`osascript -e 'display notification "Build done"'`, `osascript -e 'beep'`],
  },
  {
    id: "script-from-elsewhere",
    threat: "Living off the land",
    technique: "T1059.002",
    score: severity.ask,
    check: firstOf(
      onCommand(["osascript"], (command, view) => {
        const script = view.facts.paths.find(
          (path) => path.access === "execute" && command.operands.includes(path.given) && path.zone !== "workspace",
        );
        return script === undefined ? null : `It lets ${script.path}, from outside the workspace, drive other programs`;
      }),
      onCommand(["open"], (command) => {
        const opened = command.operands.find((operand) =>
          /^(?:\/tmp|\/private\/tmp|\/var\/tmp|\/users\/shared|(?:~|\$home|\/users\/[^/]+)\/downloads)\/.*\.(?:command|app|pkg|mpkg|tool|terminal|workflow|scpt|dmg)\/?$/iu.test(
            operand,
          ),
        );
        return opened === undefined ? null : `It starts ${opened}, which came from elsewhere`;
      }),
    ),
    match: ["osascript /Users/Shared/update.scpt", "osascript ~/Downloads/a.js", "open /tmp/x.command"],
    not_match: [
      "osascript scripts/notify.scpt",
      "osascript -e 'beep'",
      "open http://localhost:3000",
      "open build/App.app",
    ],
  },
  {
    id: "privacy-settings-changed",
    threat: "Weakened defences",
    technique: "T1548.006",
    score: severity.deny,
    check: firstOf(
      onCommand(["tccutil"], (command) =>
        command.subcommand === "reset" &&
        /^(?:all|accessibility|systempolicy\w+|screencapture|appleevents)$/iu.test(command.operands[0] ?? "")
          ? "It takes back what the user allowed programs to see"
          : null,
      ),
      onPath(anyAccess, (path) =>
        /\/com\.apple\.tcc(?:\/|$)/iu.test(path.path) ? "It opens the database of what programs may see" : null,
      ),
      onAnyCommand([{ words: /com\.apple\.TCC/u }], (command) =>
        /com\.apple\.TCC\/TCC\.db/u.test(command.text) && !/^(?:ls|echo|stat)$/u.test(command.program)
          ? "It opens the database of what programs may see"
          : null,
      ),
    ),
    match: ["tccutil reset All", `sqlite3 ~/Library/Application\\ Support/com.apple.TCC/TCC.db 'select * from access'`],
    not_match: ["tccutil reset Camera com.example.app", "sqlite3 app.db .tables"],
  },
  {
    id: "hidden-from-user",
    threat: "Obfuscation",
    technique: "T1564.001",
    score: severity.ask,
    check: firstOf(
      onCommand(["setfile", "SetFile"], (command) =>
        value(command, "-a")?.startsWith("V") === true || has(command, "-d", "-m")
          ? "It hides a file or forges its dates"
          : null,
      ),
      onCommand(["xattr"], (command) =>
        values(command, "-w").some((data) => data.length > 200 || data.includes("$("))
          ? "It hides data beside a file"
          : null,
      ),
      onCommand(["xattr"], (command) =>
        has(command, "-c") && has(command, "-r") ? "It takes the marks off downloaded programs" : null,
      ),
      onCommand(["dscl"], (command) =>
        command.operands.some((name, at) => /ishidden$/iu.test(name) && command.operands[at + 1]?.startsWith("1"))
          ? "It hides an account"
          : null,
      ),
      onCommand(["mv", "cp", "ln"], (command) =>
        /\/\[(?:kworker|kthreadd|migration|rcu_)\S*\]?|\/(?:tmp|dev\/shm|var\/tmp)\/(?:\S*\/)?(?:sshd|crond|systemd|kworker\S*|init|dbus-daemon|launchd)$/u.test(
          command.operands.at(-1) ?? "",
        )
          ? "It gives a program the name of a part of the system"
          : null,
      ),
      onCommand(["exec"], (command) => (has(command, "-a") ? "It runs a program under another name" : null)),
      onCommand(["mkdir", "touch", "mv", "cp"], (command) =>
        command.operands.some((operand) => /\/\.{3,}(?:\/|$)|(?:^|\/)\.{3,}\/|(?:^|\/)\.\.?\s+(?:\/|$)/u.test(operand))
          ? "It makes a folder whose name is meant to be overlooked"
          : null,
      ),
    ),
    match: [
      "SetFile -a V /tmp/x",
      "xattr -rc /Applications/x.app",
      "mv miner '/tmp/[kworker/0:1]'",
      "mkdir '/tmp/...'",
    ],
    not_match: ["SetFile -a v notes.txt", "xattr -l x.app", "mv a b", "mkdir -p ../x", "exec ./server"],
  },
];
