// Programs that press keys, click, answer notifications or call services of the desktop.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import type { Definition } from "../definition.ts";
import { settingsOf, value } from "../invocation.ts";

const onlyTells = /^(?:--?(?:help|version|usage)|-[hvV]|help|version)$/u;
const control = ["control"] as const;

function words({ subcommand, options, operands }: CommandFact): readonly string[] {
  return [...(subcommand === "" ? [] : [subcommand]), ...options.map(({ name }) => name), ...operands];
}

/** Words that only come when it runs may be any. */
function open({ dynamic, wrappers }: CommandFact): boolean {
  return dynamic || wrappers.includes("xargs");
}

/** What xdotool can do besides looking at windows. */
const acts = new Set(
  "key keydown keyup type click mousedown mouseup mousemove mousemove_relative exec windowactivate windowfocus".split(
    " ",
  ),
);
const looks = /^(?:--?(?:help|version|[hv])|get\w+|search|selectwindow|version|help|sleep)$/u;

/** Programs of notifications and window managers, and the words by which they act. */
const verbs: Readonly<Record<string, RegExp>> = {
  dunstctl: /^(?:action|context|close|history-pop)/u,
  makoctl: /^(?:invoke|dismiss|menu)/u,
  "swaync-client": /(?:^|\s)--(?:action|close|hide-latest)/u,
  wlrctl: /^(?:keyboard|pointer)/u,
  swaymsg: /\bcursor\b.*\b(?:press|release|move)\b/u,
  hyprctl: /\b(?:sendshortcut|sendkeystate|movecursor)\b/u,
};

/** Verbs of gdbus and busctl that change nothing, and members that only tell something. */
const busLooks = new Set("introspect monitor wait list tree status capture get-property help".split(" "));
const busAsks =
  /(?:^|[.\s])(?:Introspect|Get|GetAll|Ping|GetCapabilities|GetServerInformation|GetMachineId|ListNames)$/u;
/** Services that show or answer notifications, press keys, or do what a click on a menu does. */
const busControls =
  /org[./]freedesktop[./]Notifications|portal[./](?:Desktop\.)?(?:RemoteDesktop|InputCapture|Notification)|Mutter[./]RemoteDesktop|gnome[./]Shell\b.*\b(?:Eval|Extensions)|gnome\.Shell\.Eval|\ba11y\b|atspi|kde[./]KWin|kglobalaccel|dbusmenu|StatusNotifierItem|gtk\.Actions|Application\.ActivateAction/iu;

function busControlsInput(command: CommandFact): boolean {
  if (words(command).every((word) => onlyTells.test(word))) return false;
  const verb = command.operands.find((word) => /^[a-z][a-z-]*$/u.test(word)) ?? "";
  if ((command.program === "gdbus" || command.program === "busctl") && busLooks.has(verb)) return false;
  return !busAsks.test(busMember(command)) && busControls.test(settingsOf(command).join(" ").slice(0, 4096));
}

/** What is called or sent, where each program expects it: an argument that looks like a question must not pass for one. */
function busMember(command: CommandFact): string {
  const { operands } = command;
  switch (command.program) {
    case "gdbus":
      return value(command, "--method", "--signal") ?? "";
    case "busctl":
      return operands[operands.indexOf("call") + 4] ?? "";
    case "dbus-send":
      return operands[1] ?? "";
    default:
      return operands[2] ?? "Introspect";
  }
}

export const desktop: readonly Definition[] = [
  {
    names:
      "ydotool ydotoold wtype dotool dotoold dotoolc xte xvkbd cliclick autohotkey autohotkey32 autohotkey64 autohotkeyu64 ahk autokey-run xmacroplay evemu-play evemu-event sikulix actiona nircmd fnottctl".split(
        " ",
      ),
    style: "words",
    operands: "path",
    controlsInput: ({ operands }) => operands.length === 0 || !operands.every((word) => onlyTells.test(word)),
    examples: [{ run: "wtype hello", effects: control }, { run: "wtype --help" }],
  },
  {
    names: ["xdotool", "kdotool"],
    style: "words",
    operands: "path",
    controlsInput(command) {
      const [first, ...rest] = command.operands;
      if (first === undefined) return open(command) || command.input !== undefined;
      return open(command) || [first, ...rest].some((word) => acts.has(word)) || !looks.test(first);
    },
    examples: [{ run: "xdotool key Return", effects: control }, { run: "xdotool getactivewindow" }],
  },
  {
    names: Object.keys(verbs),
    style: "words",
    operands: "path",
    controlsInput: (command) =>
      open(command) || verbs[command.program]?.test(command.operands.join(" ").slice(0, 4096)) === true,
    examples: [{ run: "dunstctl action 0", effects: control }, { run: "dunstctl count" }],
  },
  {
    names: ["dbus-send", "gdbus", "busctl", "qdbus", "qdbus-qt"],
    options: ["-d, --dest <text>", "-o, --object-path <text>", "-m, --method <text>", "-s, --signal <text>"],
    operands: "path",
    startsShells: true,
    controlsInput: busControlsInput,
    examples: [
      {
        run: "gdbus call -d org.freedesktop.Notifications -o /x -m org.freedesktop.Notifications.Notify",
        options: ["--dest", "--object-path", "--method"],
        effects: control,
      },
      {
        run: "gdbus call -d org.freedesktop.Notifications -o /x -m org.freedesktop.DBus.Peer.Ping",
        options: ["--dest", "--object-path", "--method"],
      },
    ],
  },
];
