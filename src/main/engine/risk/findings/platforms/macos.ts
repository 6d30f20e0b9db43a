// macOS: what its own administration tools and its script language are turned to.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, anyAccess, changing, firstOf, onAnyCommand, onCommand, onPath } from "../../heuristic.ts";
import { has, isDryRun, value, values } from "../../../normalise/programs/invocation.ts";

/** The script that osascript runs, from its options or from standard input. */
function scriptOf(command: CommandFact): string {
  const lines = [...values(command, "-e"), ...command.operands];
  return `${lines.join("\n").slice(0, longestScript)}\n${command.input?.slice(0, longestScript) ?? ""}`.toLowerCase();
}

const longestScript = 16_384;

const updateSetting = /^(?:automatic(?:check|download|ally)\w*|criticalupdateinstall|configdatainstall|autoupdate)$/iu;
const startsItself =
  /launch(?:agents|daemons)|lsenvironment|dyld_insert|loginwindow|programarguments|runatload|\/etc\//iu;

const protectingSetting =
  /lsquarantine|globalstate|loginhook|logouthook|autologinuser|guestenabled|enableguestaccess|hidden(?:userslist)|nsuserkeyequivalents|alloweastereggs\w*|com\.apple\.security|com\.apple\.alf|disablefeedbackassistant/iu;

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
    id: "system-protection-changed",
    threat: "Weakened defences",
    technique: "T1562.001",
    score: severity.ask,
    check: firstOf(
      onCommand(["nvram"], (command) =>
        command.operands.some((operand) => /^(?:boot-args|csr-active-config|recovery-boot-mode)=/u.test(operand)) ||
        values(command, "-d").some((name) => name.startsWith("boot-args"))
          ? "It changes how the machine starts and what it checks"
          : null,
      ),
      onCommand(["csrutil"], (command) =>
        /^(?:disable|authenticated-root)$/u.test(command.subcommand)
          ? "It changes the system's integrity protection"
          : null,
      ),
      onCommand(["profiles"], (command) =>
        !isDryRun(command) && (/^(?:install|remove|renew)$/u.test(command.subcommand) || has(command, "-I", "-R", "-D"))
          ? "It installs or removes a profile that configures the whole machine"
          : null,
      ),
      onCommand(["socketfilterfw"], (command) =>
        values(command, "--setglobalstate", "--setstealthmode").includes("off") || has(command, "--add", "--unblockapp")
          ? "It opens the firewall"
          : null,
      ),
      onCommand(["spctl"], (command) =>
        has(command, "--add", "--remove") ||
        (command.subcommand === "kext-consent" && command.operands[0] === "disable")
          ? "It changes what Gatekeeper lets through"
          : null,
      ),
      onCommand(["softwareupdate"], (command) =>
        value(command, "--schedule") === "off" || has(command, "--ignore") ? "It stops updates" : null,
      ),
      onCommand(["defaults"], (command) =>
        command.operands.some((operand) => updateSetting.test(operand)) &&
        [...values(command, "-bool"), ...command.operands].some((given) => /^(?:no|false|0)$/iu.test(given))
          ? "It stops updates"
          : null,
      ),
      onCommand(["defaults"], (command) =>
        command.subcommand === "write" && command.operands.some((word) => protectingSetting.test(word))
          ? "It weakens a protection in the system's settings"
          : null,
      ),
      onCommand(["hdiutil"], (command) =>
        command.subcommand === "attach" && command.operands.some((operand) => /^https?:\/\//u.test(operand))
          ? "It mounts a disk image straight from the network"
          : null,
      ),
      onCommand(["codesign", "xattr"], (command) =>
        has(command, "--remove-signature") || value(command, "-w") === "com.apple.quarantine"
          ? "It takes away what tells a program's origin"
          : null,
      ),
      onCommand(["fdesetup"], (command) =>
        /^(?:disable|remove|authrestart|changerecovery)$/u.test(command.subcommand)
          ? "It changes the encryption of the disk"
          : null,
      ),
      onCommand(["kmutil"], (command) =>
        /^(?:load|configure-boot|trigger-panic-medic|install)$/u.test(command.subcommand)
          ? "It loads code into the kernel"
          : null,
      ),
      onCommand(["bputil"], (command) =>
        has(command, "--reduced-security", "--enable-kexts", "-c", "-a", "-m", "-s")
          ? "It lowers the machine's start-up security"
          : null,
      ),
    ),
    match: [
      "sudo nvram boot-args='amfi_get_out_of_my_way=1'",
      "profiles install -path=/tmp/x.mobileconfig",
      "/usr/libexec/ApplicationFirewall/socketfilterfw --setglobalstate off",
      "defaults write com.apple.LaunchServices LSQuarantine -bool NO",
      "codesign --remove-signature /Applications/X.app",
      "hdiutil attach http://e.example/a.dmg",
    ],
    not_match: [
      "hdiutil attach image.dmg",
      "nvram -p",
      "csrutil status",
      "profiles list",
      "softwareupdate --list",
      "defaults write com.apple.dock autohide -bool true",
    ],
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
  {
    id: "machine-shared",
    threat: "Weakened defences",
    technique: "T1021",
    score: severity.ask,
    check: firstOf(
      onCommand(["sharing"], (command) =>
        has(command, "-a", "-r", "-e") ? "It shares a folder with the network" : null,
      ),
      onCommand(["cupsctl"], (command) =>
        has(command, "--remote-admin", "--remote-any") ||
        command.operands.some((setting) => /^(?:weblog|errorlog=)/iu.test(setting))
          ? "It opens the printing service"
          : null,
      ),
      onCommand(["launchctl"], (command) =>
        /^(?:load|enable|bootstrap|kickstart)$/u.test(command.subcommand) &&
        command.operands.some((operand) => /ssh|screensharing|ard|smbd|vnc/iu.test(operand))
          ? "It opens this machine to log-ins from elsewhere"
          : null,
      ),
      onCommand(["safaridriver"], (command) =>
        has(command, "--enable") ? "It lets programs drive the browser" : null,
      ),
      onCommand(["dsconfigad", "dsconfigldap", "kdestroy", "odutil"], (command) =>
        has(command, "-a", "-r", "-force", "-enable", "-groups") || command.operands.includes("reset")
          ? "It changes who may log in to this machine"
          : null,
      ),
    ),
    match: [
      "sharing -a /Users -S all",
      "sudo launchctl enable system/com.apple.screensharing",
      "dsconfigad -add corp.example -username x",
    ],
    not_match: ["sharing -l", "launchctl list", "dsconfigad -show"],
  },
  {
    id: "property-list-changed",
    threat: "Persistence",
    technique: "T1647",
    score: severity.ask,
    check: firstOf(
      onCommand(["plutil", "plistbuddy", "PlistBuddy", "defaults"], (command) => {
        const script = value(command, "-c") ?? "";
        const edits =
          has(command, "-insert", "-replace", "-remove") ||
          /^(?:add|set|delete|import|merge)\s+:/iu.test(script) ||
          command.subcommand === "write";
        const named = [script, ...values(command, "-insert", "-replace", "-remove"), ...command.operands];
        return edits && named.some((text) => startsItself.test(text)) ? "It changes what starts by itself" : null;
      }),
      onCommand(["lsregister"], (command) =>
        has(command, "-f", "-R", "-u", "-kill", "-seed") && command.operands.length > 0
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
    match: [
      `/usr/libexec/PlistBuddy -c 'Add :RunAtLoad bool true' ~/Library/LaunchAgents/x.plist`,
      "plutil -insert LSEnvironment -json '{}' /Applications/X.app/Contents/Info.plist",
    ],
    not_match: [
      "plutil -p Info.plist",
      "defaults read com.apple.dock",
      `/usr/libexec/PlistBuddy -c 'Print :CFBundleVersion' Info.plist`,
    ],
  },
];
