// macOS: what its own administration tools and its script language are turned to.
import type { CommandFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, anyAccess, changing, firstOf, onAnyCommand, onCommand, onPath } from "../heuristic.ts";
import { given, harmless, joined, operands, verbs } from "../read.ts";

/** What osascript is told, on its command line or on standard input. */
function told(command: CommandFact): string {
  return `${joined(command)}\n${command.input?.slice(0, 16_384) ?? ""}`.toLowerCase();
}

export const macos: readonly Heuristic[] = [
  {
    id: "script-drives-programs",
    threat: "Living off the land",
    technique: "T1059.002",
    score: severity.ask,
    check: onCommand(["osascript", "osacompile"], (command) => {
      const text = told(command);
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
    examples: {
      risky: [
        `osascript -e 'do shell script "id"'`,
        `osascript -e 'tell application "System Events" to make login item at end with properties {path:"/tmp/x.app"}'`,
        `osascript -e 'tell application "Finder" to delete POSIX file "/tmp/x"'`,
        `osascript -e 'the clipboard'`,
      ],
      honest: [`osascript -e 'display notification "Build done"'`, `osascript -e 'beep'`],
    },
  },
  {
    id: "script-from-elsewhere",
    threat: "Living off the land",
    technique: "T1059.002",
    score: severity.ask,
    check: firstOf(
      onCommand(["osascript"], (command, view) => {
        const script = view.facts.paths.find(
          (path) => path.access === "execute" && operands(command).includes(path.given) && path.zone !== "workspace",
        );
        return script === undefined ? null : `It lets ${script.path}, from outside the workspace, drive other programs`;
      }),
      onCommand(["open"], (command) => {
        const opened = operands(command).find((operand) =>
          /^(?:\/tmp|\/private\/tmp|\/var\/tmp|\/users\/shared|(?:~|\$home|\/users\/[^/]+)\/downloads)\/.*\.(?:command|app|pkg|mpkg|tool|terminal|workflow|scpt|dmg)\/?$/iu.test(
            operand,
          ),
        );
        return opened === undefined ? null : `It starts ${opened}, which came from elsewhere`;
      }),
    ),
    examples: {
      risky: ["osascript /Users/Shared/update.scpt", "osascript ~/Downloads/a.js", "open /tmp/x.command"],
      honest: [
        "osascript scripts/notify.scpt",
        "osascript -e 'beep'",
        "open http://localhost:3000",
        "open build/App.app",
      ],
    },
  },
  {
    id: "privacy-settings-changed",
    threat: "Weakened defences",
    technique: "T1548.006",
    score: severity.deny,
    check: firstOf(
      onCommand(["tccutil"], (command) =>
        verbs(command)[0] === "reset" &&
        /^(?:all|accessibility|systempolicy\w+|screencapture|appleevents)$/u.test(verbs(command)[1] ?? "")
          ? "It takes back what the user allowed programs to see"
          : null,
      ),
      onPath(anyAccess, (path) =>
        /\/com\.apple\.tcc(?:\/|$)/iu.test(path.path) ? "It opens the database of what programs may see" : null,
      ),
      onAnyCommand([{ words: /com\.apple\.TCC/u }], (command) =>
        /com\.apple\.TCC\/TCC\.db/u.test(joined(command)) && !/^(?:ls|echo|stat)$/u.test(command.program)
          ? "It opens the database of what programs may see"
          : null,
      ),
    ),
    examples: {
      risky: [
        "tccutil reset All",
        `sqlite3 ~/Library/Application\\ Support/com.apple.TCC/TCC.db 'select * from access'`,
      ],
      honest: ["tccutil reset Camera com.example.app", "sqlite3 app.db .tables"],
    },
  },
  {
    id: "system-protection-changed",
    threat: "Weakened defences",
    technique: "T1562.001",
    score: severity.ask,
    check: firstOf(
      onCommand(["nvram"], (command) =>
        operands(command).some((operand) => /^(?:boot-args|csr-active-config|recovery-boot-mode)=/u.test(operand)) ||
        (given(command, "cd") && operands(command).some((operand) => operand.startsWith("boot-args")))
          ? "It changes how the machine starts and what it checks"
          : null,
      ),
      onCommand(["csrutil"], (command) =>
        /^(?:disable|authenticated-root)$/u.test(verbs(command)[0] ?? "")
          ? "It changes the system's integrity protection"
          : null,
      ),
      onCommand(["profiles"], (command) =>
        !harmless(command) && /^(?:install|remove|renew|-i|-I|-R|-D)$/u.test(command.arguments[0] ?? "")
          ? "It installs or removes a profile that configures the whole machine"
          : null,
      ),
      onCommand(["socketfilterfw"], (command) =>
        /--setglobalstate\s+off|--setstealthmode\s+off|--add\b|--unblockapp/u.test(joined(command))
          ? "It opens the firewall"
          : null,
      ),
      onCommand(["spctl"], (command) =>
        /--add\b|--remove\b|kext-consent\s+disable/u.test(joined(command))
          ? "It changes what Gatekeeper lets through"
          : null,
      ),
      onCommand(["softwareupdate", "defaults"], (command) =>
        /--schedule\s+off|--ignore\b|(?:automatic(?:check|download|ally)\w*|criticalupdateinstall|configdatainstall|autoupdate)\s+(?:-bool(?:ean)?\s+)?(?:no|false|0)\b/iu.test(
          joined(command),
        )
          ? "It stops updates"
          : null,
      ),
      onCommand(["defaults"], (command) => {
        const line = joined(command).toLowerCase();
        return verbs(command)[0] === "write" &&
          /lsquarantine|globalstate|loginhook|logouthook|autologinuser|guestenabled|enableguestaccess|hidden(?:userslist)|nsuserkeyequivalents|dsdontwritenetworkstores\s+.*\.mcx|alloweastereggs\w*|com\.apple\.security|com\.apple\.alf|disablefeedbackassistant/u.test(
            line,
          )
          ? "It weakens a protection in the system's settings"
          : null;
      }),
      onCommand(["hdiutil"], (command) =>
        /^(?:attach|mount)$/u.test(verbs(command)[0] ?? "") && /https?:\/\//u.test(joined(command))
          ? "It mounts a disk image straight from the network"
          : null,
      ),
      onCommand(["codesign", "xattr"], (command) =>
        /--remove-signature|(?:^|\s)-w\s+com\.apple\.quarantine/u.test(joined(command))
          ? "It takes away what tells a program's origin"
          : null,
      ),
      onCommand(["fdesetup"], (command) =>
        /^(?:disable|remove|authrestart|changerecovery)$/u.test(verbs(command)[0] ?? "")
          ? "It changes the encryption of the disk"
          : null,
      ),
      onCommand(["kmutil"], (command) =>
        /^(?:load|configure-boot|trigger-panic-medic|install)$/u.test(verbs(command)[0] ?? "")
          ? "It loads code into the kernel"
          : null,
      ),
      onCommand(["bputil"], (command) =>
        given(command, "nkcams") ? "It lowers the machine's start-up security" : null,
      ),
    ),
    examples: {
      risky: [
        "sudo nvram boot-args='amfi_get_out_of_my_way=1'",
        "profiles install -path=/tmp/x.mobileconfig",
        "/usr/libexec/ApplicationFirewall/socketfilterfw --setglobalstate off",
        "defaults write com.apple.LaunchServices LSQuarantine -bool NO",
        "codesign --remove-signature /Applications/X.app",
        "hdiutil attach http://e.example/a.dmg",
      ],
      honest: [
        "hdiutil attach image.dmg",
        "nvram -p",
        "csrutil status",
        "profiles list",
        "softwareupdate --list",
        "defaults write com.apple.dock autohide -bool true",
      ],
    },
  },
  {
    id: "hidden-from-user",
    threat: "Obfuscation",
    technique: "T1564.001",
    score: severity.ask,
    check: firstOf(
      onCommand(["setfile", "SetFile"], (command) =>
        /(?:^|\s)-a\s*V|(?:^|\s)-[dm]\s/u.test(joined(command)) ? "It hides a file or forges its dates" : null,
      ),
      onCommand(["xattr"], (command) =>
        given(command, "w") && operands(command).some((operand) => operand.length > 200 || /\$\(/u.test(operand))
          ? "It hides data beside a file"
          : null,
      ),
      onCommand(["xattr"], (command) =>
        given(command, "c") && given(command, "r") ? "It takes the marks off downloaded programs" : null,
      ),
      onCommand(["dscl"], (command) => (/ishidden\s+1/iu.test(joined(command)) ? "It hides an account" : null)),
      onCommand(["mv", "cp", "ln"], (command) =>
        /\/\[(?:kworker|kthreadd|migration|rcu_)\S*\]?|\/(?:tmp|dev\/shm|var\/tmp)\/(?:\S*\/)?(?:sshd|crond|systemd|kworker\S*|init|dbus-daemon|launchd)$/u.test(
          operands(command).at(-1) ?? "",
        )
          ? "It gives a program the name of a part of the system"
          : null,
      ),
      onCommand(["exec"], (command) =>
        /(?:^|\s)-a\s/u.test(joined(command)) ? "It runs a program under another name" : null,
      ),
      onCommand(["mkdir", "touch", "mv", "cp"], (command) =>
        operands(command).some((operand) => /\/\.{3,}(?:\/|$)|(?:^|\/)\.{3,}\/|(?:^|\/)\.\.?\s+(?:\/|$)/u.test(operand))
          ? "It makes a folder whose name is meant to be overlooked"
          : null,
      ),
    ),
    examples: {
      risky: [
        "SetFile -a V /tmp/x",
        "xattr -rc /Applications/x.app",
        "mv miner '/tmp/[kworker/0:1]'",
        "mkdir '/tmp/...'",
      ],
      honest: ["SetFile -a v notes.txt", "xattr -l x.app", "mv a b", "mkdir -p ../x", "exec ./server"],
    },
  },
  {
    id: "machine-shared",
    threat: "Weakened defences",
    technique: "T1021",
    score: severity.ask,
    check: firstOf(
      onCommand(["sharing"], (command) => (given(command, "are") ? "It shares a folder with the network" : null)),
      onCommand(["cupsctl"], (command) =>
        /--remote-(?:admin|any)|weblog|errorlog=/iu.test(joined(command)) ? "It opens the printing service" : null,
      ),
      onCommand(["launchctl"], (command) =>
        /\b(?:load|enable|bootstrap|kickstart)\b/u.test(joined(command)) &&
        /ssh|screensharing|ard|smbd|vnc/iu.test(joined(command))
          ? "It opens this machine to log-ins from elsewhere"
          : null,
      ),
      onCommand(["safaridriver"], (command) =>
        given(command, "", "enable") ? "It lets programs drive the browser" : null,
      ),
      onCommand(["dsconfigad", "dsconfigldap", "kdestroy", "odutil"], (command) =>
        /-(?:add|remove|force|enable|groups|a\b|r\b)|reset/u.test(joined(command))
          ? "It changes who may log in to this machine"
          : null,
      ),
    ),
    examples: {
      risky: [
        "sharing -a /Users -S all",
        "sudo launchctl enable system/com.apple.screensharing",
        "dsconfigad -add corp.example -username x",
      ],
      honest: ["sharing -l", "launchctl list", "dsconfigad -show"],
    },
  },
  {
    id: "property-list-changed",
    threat: "Persistence",
    technique: "T1647",
    score: severity.ask,
    check: firstOf(
      onCommand(["plutil", "plistbuddy", "PlistBuddy", "defaults"], (command) => {
        const line = joined(command);
        const edits = /-(?:insert|replace|remove)\b|\b(?:add|set|delete|import|merge)\s+:|^write\b/iu.test(line);
        return edits &&
          /launch(?:agents|daemons)|lsenvironment|dyld_insert|loginwindow|programarguments|runatload|\/etc\//iu.test(
            line,
          )
          ? "It changes what starts by itself"
          : null;
      }),
      onCommand(["lsregister"], (command) =>
        given(command, "fRuks") && operands(command).length > 0
          ? "It changes which program opens a kind of file"
          : null,
      ),
      onPath(changing, (path) =>
        /\/library\/(?:application support\/\w*extensions?|input methods|quicklook|spotlight|preferencepanes|screen savers|audio\/plug-ins|security\/securityagentplugins|directoryservices\/plugins|internet plug-ins|colorpickers|workflows|mail\/.*\/(?:maildata|syncedrules))/iu.test(
          path.path,
        )
          ? `It puts something into ${path.path}, which other programs load`
          : null,
      ),
    ),
    examples: {
      risky: [
        `/usr/libexec/PlistBuddy -c 'Add :RunAtLoad bool true' ~/Library/LaunchAgents/x.plist`,
        "plutil -insert LSEnvironment -json '{}' /Applications/X.app/Contents/Info.plist",
      ],
      honest: [
        "plutil -p Info.plist",
        "defaults read com.apple.dock",
        `/usr/libexec/PlistBuddy -c 'Print :CFBundleVersion' Info.plist`,
      ],
    },
  },
];
