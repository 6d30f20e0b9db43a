// macOS: its administration tools.
import type { Definition } from "../definition.ts";

/** Subcommands of launchctl that change nothing. */
const shows = /^(?:list|print\S*|blame|dumpstate|managerpid|manageruid|managername|hostinfo|version|help|getenv)?$/u;

export const macos: readonly Definition[] = [
  {
    names: ["osascript"],
    options: ["-e <text>", "-l <text>", "-s <text>", "-o <write>"],
    stopAfter: 1,
    interprets: { language: "applescript", options: ["-e"], file: true, input: true },
    examples: [
      { run: "osascript -e beep", options: ["-e"] },
      { run: "osascript notify.scpt", executes: ["notify.scpt"] },
    ],
  },
  {
    names: ["osacompile"],
    options: ["-e <text>", "-l <text>", "-o <write>"],
    examples: [
      { run: "osacompile -e beep -o beep.scpt", options: ["-e", "-o"], writes: ["beep.scpt"] },
      { run: "osacompile beep.txt" },
    ],
  },
  {
    names: ["open"],
    options: ["-a <path>", "-b <text>", "-e", "-t", "-W", "-n", "-g", "-u, --url <url>"],
    operands: "path",
    examples: [
      { run: "open build/App.app", reads: ["build/App.app"] },
      { run: "open -a Safari https://example.org", options: ["-a"], hosts: ["example.org"], effects: ["network"] },
    ],
  },
  {
    names: ["defaults"],
    style: "long",
    options: ["-boolean, -bool <text>", "-integer, -int <text>", "-float <text>", "-string <path>", "-currentHost"],
    operands: "path",
    subcommands: { delete: {}, import: {}, read: {}, write: {} },
    describe({ subcommand, operands }, record) {
      if (subcommand === "write" && operands.some((word) => /loginwindow|LaunchAgents/u.test(word)))
        record.effect("persistence");
    },
    examples: [
      { run: "defaults read com.apple.dock", subcommand: "read" },
      { run: "defaults write com.apple.dock autohide -bool true", subcommand: "write", options: ["-bool"] },
      { run: "defaults write com.apple.loginwindow a b", subcommand: "write", effects: ["persistence"] },
      { run: "defaults write ~/Library/x.plist a b", subcommand: "write", reads: ["~/Library/x.plist"] },
    ],
  },
  {
    names: ["launchctl"],
    operands: "path",
    subcommands: {
      "bootout|unload": { options: ["-w"] },
      bootstrap: {},
      disable: {},
      enable: {},
      kickstart: { options: ["-k", "-p"] },
      load: { options: ["-w", "-F"] },
      submit: { options: ["-l <text>", "-p <execute>", "-o <write>", "-e <write>"] },
    },
    describe(command, record) {
      if (!shows.test(command.subcommand)) record.effect("persistence");
    },
    examples: [
      {
        run: "launchctl load -w ~/Library/LaunchAgents/x.plist",
        subcommand: "load",
        options: ["-w"],
        reads: ["~/Library/LaunchAgents/x.plist"],
        effects: ["persistence"],
      },
      { run: "launchctl list", subcommand: "list" },
    ],
  },
  {
    names: ["tccutil"],
    subcommands: { reset: {} },
    examples: [
      { run: "tccutil reset All", subcommand: "reset" },
      { run: "tccutil --help", subcommand: "", options: ["--help"] },
    ],
  },
  {
    names: ["nvram"],
    options: ["-c", "-d <text>", "-p", "-x", "-f <read>"],
    examples: [
      { run: "nvram -d boot-args", options: ["-d"] },
      { run: "nvram -f settings.txt", options: ["-f"], reads: ["settings.txt"] },
    ],
  },
  {
    names: ["csrutil"],
    subcommands: { "authenticated-root": {}, disable: {}, enable: {}, report: {}, status: {} },
    effects: ["privilege"],
    examples: [
      { run: "csrutil disable", subcommand: "disable", effects: ["privilege"] },
      { run: "csrutil status", subcommand: "status", effects: ["privilege"] },
    ],
  },
  {
    names: ["profiles"],
    style: "long",
    options: ["-i, -I", "-R", "-D", "-path <path>", "-type <text>", "-F <path>"],
    operands: "path",
    subcommands: { install: {}, list: {}, remove: {}, renew: {}, show: {}, status: {} },
    examples: [
      {
        run: "profiles install -path=/tmp/x.mobileconfig",
        subcommand: "install",
        options: ["-path"],
        reads: ["/tmp/x.mobileconfig"],
      },
      { run: "profiles list", subcommand: "list" },
    ],
  },
  {
    names: ["socketfilterfw"],
    options: [
      "--setglobalstate <text>",
      "--setstealthmode <text>",
      "--add <path>",
      "--unblockapp <path>",
      "--getglobalstate",
    ],
    examples: [
      { run: "socketfilterfw --setglobalstate off", options: ["--setglobalstate"] },
      { run: "socketfilterfw --add /tmp/x", options: ["--add"], reads: ["/tmp/x"] },
    ],
  },
  {
    names: ["spctl"],
    options: [
      "--add",
      "--remove",
      "--disable",
      "--enable",
      "--master-disable",
      "--global-disable",
      "--assess",
      "-a",
      "--status",
    ],
    operands: "path",
    subcommands: { "kext-consent": {} },
    effects: ["privilege"],
    examples: [
      { run: "spctl --global-disable", options: ["--global-disable"], effects: ["privilege"] },
      { run: "spctl --add /tmp/x.app", options: ["--add"], reads: ["/tmp/x.app"], effects: ["privilege"] },
    ],
  },
  {
    names: ["softwareupdate"],
    options: ["--schedule <text>", "--ignore <text>", "-l, --list", "-i, --install", "-a, --all", "-r, --recommended"],
    examples: [
      { run: "softwareupdate --schedule off", options: ["--schedule"] },
      { run: "softwareupdate -l", options: ["--list"] },
    ],
  },
  {
    names: ["hdiutil"],
    style: "long",
    options: ["-o <write>", "-volname <text>", "-srcfolder <read>", "-format <text>", "-mountpoint <path>", "-quiet"],
    operands: "path",
    subcommands: {
      "attach|mount": {},
      create: {},
      "detach|eject|unmount": {},
    },
    examples: [
      { run: "hdiutil mount http://e.example/a.dmg", subcommand: "attach", hosts: ["e.example"], effects: ["network"] },
      { run: "hdiutil attach ./image.dmg", subcommand: "attach", reads: ["./image.dmg"] },
    ],
  },
  {
    names: ["codesign"],
    options: [
      "--remove-signature",
      "-s, --sign <text>",
      "-f, --force",
      "-d, --display",
      "-v, --verify",
      "--deep",
      "-o, --options <text>",
    ],
    operands: "path",
    examples: [
      { run: "codesign --remove-signature /tmp/X.app", options: ["--remove-signature"], reads: ["/tmp/X.app"] },
      { run: "codesign -dv ./X.app", options: ["--display", "--verify"], reads: ["./X.app"] },
    ],
  },
  {
    names: ["xattr"],
    options: ["-d <text>", "-w <text> <text>", "-p <text>", "-c", "-r", "-l"],
    operands: "write",
    examples: [
      { run: "xattr -d com.apple.quarantine ./a.app", options: ["-d"], writes: ["./a.app"] },
      { run: "xattr -rc /tmp/x.app", options: ["-c", "-r"], writes: ["/tmp/x.app"] },
    ],
  },
  {
    names: ["fdesetup"],
    subcommands: { authrestart: {}, changerecovery: {}, disable: {}, enable: {}, remove: {}, status: {} },
    examples: [
      { run: "fdesetup disable", subcommand: "disable" },
      { run: "fdesetup status", subcommand: "status" },
    ],
  },
  {
    names: ["kmutil"],
    options: ["-p, --bundle-path <path>", "-b, --bundle-identifier <text>"],
    subcommands: { "configure-boot": {}, install: {}, load: {}, showloaded: {}, "trigger-panic-medic": {} },
    examples: [
      { run: "kmutil load -p /tmp/x.kext", subcommand: "load", options: ["--bundle-path"], reads: ["/tmp/x.kext"] },
      { run: "kmutil showloaded", subcommand: "showloaded" },
    ],
  },
  {
    names: ["bputil"],
    options: ["-n, --reduced-security", "-k, --enable-kexts", "-c", "-a", "-m", "-s", "-d, --display-policy"],
    examples: [
      { run: "bputil -n", options: ["--reduced-security"] },
      { run: "bputil -d", options: ["--display-policy"] },
    ],
  },
  {
    names: ["SetFile", "setfile"],
    options: ["-a <text>", "-c <text>", "-t <text>", "-d <text>", "-m <text>", "-P"],
    operands: "path",
    examples: [
      { run: "SetFile -a V /tmp/x", options: ["-a"], reads: ["/tmp/x"] },
      { run: "SetFile -P ./x", options: ["-P"], reads: ["./x"] },
    ],
  },
  {
    names: ["sharing"],
    options: ["-a <path>", "-r <text>", "-e <text>", "-l", "-S <text>", "-s <text>"],
    examples: [
      { run: "sharing -a /srv/x", options: ["-a"], reads: ["/srv/x"] },
      { run: "sharing -l", options: ["-l"] },
    ],
  },
  {
    names: ["cupsctl"],
    options: ["--remote-admin", "--remote-any", "--no-remote-admin", "--share-printers"],
    examples: [
      { run: "cupsctl --remote-any", options: ["--remote-any"] },
      { run: "cupsctl WebInterface=yes", options: [] },
    ],
  },
  {
    names: ["safaridriver"],
    options: ["--enable", "-p, --port <text>"],
    examples: [
      { run: "safaridriver --enable", options: ["--enable"] },
      { run: "safaridriver -p 4444", options: ["--port"] },
    ],
  },
  {
    names: ["dsconfigad", "dsconfigldap", "odutil", "kdestroy"],
    style: "long",
    options: ["-add, -a <text>", "-remove, -r", "-force", "-enable", "-groups <text>", "-username <text>", "-show"],
    examples: [
      { run: "dsconfigad -add corp.example -username x", options: ["-a", "-username"] },
      { run: "dsconfigad -show", options: ["-show"] },
    ],
  },
  {
    names: ["plutil"],
    style: "long",
    options: [
      "-insert <text> <text>",
      "-replace <text> <text>",
      "-remove <text>",
      "-convert <text>",
      "-extract <text>",
      "-p",
      "-lint",
      "-o <write>",
    ],
    operands: "path",
    examples: [
      {
        run: "plutil -insert LSEnvironment -json '{}' /tmp/Info.plist",
        options: ["-insert"],
        reads: ["/tmp/Info.plist"],
      },
      { run: "plutil -p ./Info.plist", options: ["-p"], reads: ["./Info.plist"] },
    ],
  },
  {
    names: ["PlistBuddy", "plistbuddy"],
    options: ["-c <text>", "-x"],
    operands: "path",
    examples: [
      { run: "PlistBuddy -c 'Print :x' ./Info.plist", options: ["-c"], reads: ["./Info.plist"] },
      { run: "PlistBuddy -x", options: ["-x"] },
    ],
  },
  {
    names: ["lsregister"],
    options: ["-f", "-R", "-u", "-kill", "-seed", "-dump"],
    operands: "path",
    examples: [
      { run: "lsregister -f /tmp/X.app", options: ["-f"], reads: ["/tmp/X.app"] },
      { run: "lsregister -dump", options: ["-dump"] },
    ],
  },
  {
    names: ["tmutil"],
    operands: "path",
    subcommands: {
      delete: {},
      deletelocalsnapshots: {},
      disable: {},
      disablelocal: {},
      listbackups: {},
    },
    examples: [
      { run: "tmutil disable", subcommand: "disable" },
      { run: "tmutil delete /Volumes/x", subcommand: "delete", reads: ["/Volumes/x"] },
    ],
  },
];
