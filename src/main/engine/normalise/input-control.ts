// Input control: what presses keys, clicks or answers notifications for the user, and could so approve a request by itself.
import type { CodeFact, CommandFact, HostFact, PathFact } from "../../../shared/facts.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { BoundedMap } from "../../../shared/bounded-map.ts";
import { isJsonObject } from "../../../shared/json.ts";
import { isList } from "./arguments.ts";
import type { ToolName } from "./tools.ts";

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Programs that do nothing else. */
const automation = names(
  "ydotool ydotoold wtype dotool dotoold dotoolc xte xvkbd cliclick autohotkey autohotkey32 autohotkey64 autohotkeyu64 ahk " +
    "autokey-run xmacroplay evemu-play evemu-event sikulix actiona nircmd fnottctl",
);
const onlyTells = /^(?:--?(?:help|version|usage)|-[hvV]|help|version)$/;

/** Programs that look at windows as well: those words, and nothing that acts. */
const windowTools = names("xdotool kdotool");
const looks = /^(?:--?(?:help|version|[hv])|get\w+|search|selectwindow|version|help|sleep)$/;
const acts = names(
  "key keydown keyup type click mousedown mouseup mousemove mousemove_relative exec windowactivate windowfocus",
);

/** Programs whose first words say it. */
const verbs: Readonly<Record<string, RegExp>> = {
  dunstctl: /^(?:action|context|close|history-pop)/,
  makoctl: /^(?:invoke|dismiss|menu)/,
  "swaync-client": /(?:^|\s)--(?:action|close|hide-latest)/,
  wlrctl: /^(?:keyboard|pointer)/,
  swaymsg: /\bcursor\b.*\b(?:press|release|move)\b/,
  hyprctl: /\b(?:sendshortcut|sendkeystate|movecursor)\b/,
};

/** Programs that call services of the desktop. */
const busPrograms = /^(?:dbus-send|gdbus|busctl|qdbus(?:6|-qt[456])?)$/;
/** Verbs of gdbus and busctl that change nothing, and members that only tell something. */
const busLooks = names("introspect monitor wait list tree status capture get-property help");
const busAsks =
  /(?:^|[.\s])(?:Introspect|Get|GetAll|Ping|GetCapabilities|GetServerInformation|GetMachineId|ListNames)$/;
/** Services that show or answer notifications, press keys, or do what a click on a menu does. */
const busControls =
  /org[./]freedesktop[./]Notifications|portal[./](?:Desktop\.)?(?:RemoteDesktop|InputCapture|Notification)|Mutter[./]RemoteDesktop|gnome[./]Shell\b.*\b(?:Eval|Extensions)|gnome\.Shell\.Eval|\ba11y\b|atspi|kde[./]KWin|kglobalaccel|dbusmenu|StatusNotifierItem|gtk\.Actions|Application\.ActivateAction/i;

const keyWords = /\bkeystroke\b|\bkey code\b|\bkeycode\s*\(|\bclick\b|\bperform action\b|\bkey down\b|\bmouse\s?event/i;

/** Libraries that press keys and move the pointer, and what they do beside that. */
const libraries: readonly RegExp[] = [
  /\b(?:pyautogui|pydirectinput|autopy|autogui)\s*\.\s*(?!screenshot|size|position|locate|pixel|onscreen|failsafe|pause\b)\w+|\bfrom\s+(?:pyautogui|pydirectinput)\s+import\b/i,
  /\bpynput\b[^]*\bController\b|\bfrom\s+pynput\.\w+\s+import\s+[^\n]*Controller/i,
  /\b(?:keyboard|mouse)\s*\.\s*(?:write|press|press_and_release|send|click|double_click|play|release)\s*\(/i,
  /\bevdev\b[^]*\bUInput\b|\bimport\s+uinput\b|\/dev\/uinput\b/i,
  /\bxtest\b[^]*\bfake_input\b|\bfake_input\s*\(|\bX11::GUITest\b/i,
  /\b(?:pyatspi|dogtail|ldtp|pywinauto)\b/i,
  /\b(?:keybd_event|mouse_event|SendInput)\s*\(/,
  /["'](?:robotjs|@?hurdlegroup\/robotjs|@nut-tree(?:-fork)?\/[\w-]+|nut-js|node-key-sender|sendkeys(?:-\w+)?|@jitsi\/robotjs)["']/i,
  /\bSendKeys\b\s*\]?\s*(?:::|\.)\s*Send(?:Wait)?\b|\.SendKeys\s*\(/i,
];

/** One look that most code ends with. */
const anyLibrary =
  /autogui|directinput|autopy|pynput|keyboard|mouse|evdev|uinput|fake_input|guitest|atspi|dogtail|ldtp|winauto|keybd_event|sendinput|robotjs|nut-|key-sender|sendkeys/i;

export function codeControlsInput({ language, text }: Pick<CodeFact, "language" | "text">): boolean {
  const read = text.slice(0, 65_536);
  if (language === "applescript") return /system events/i.test(read) && keyWords.test(read);
  return anyLibrary.test(read) && libraries.some((library) => library.test(read));
}

type Kind = "automation" | "windows" | "verbs" | "bus" | "other";

/** Programs are few, and each of a call's commands is looked at. */
const kinds = new BoundedMap<string, Kind>(2000);

function kindOf(program: string): Kind {
  let kind = kinds.get(program);
  if (kind === undefined) {
    const name = bareName(program);
    if (automation.has(name)) kind = "automation";
    else if (windowTools.has(name)) kind = "windows";
    else if (Object.hasOwn(verbs, name)) kind = "verbs";
    else kind = busPrograms.test(name) ? "bus" : "other";
    kinds.set(program, kind);
  }
  return kind;
}

function bareName(program: string): string {
  return program.toLowerCase().replace(/\.exe$/, "");
}

export function commandControlsInput(command: CommandFact): boolean {
  const { program, arguments: words, wrappers, input } = command;
  const [first = ""] = words;
  // Words that only come when it runs may be any.
  const open = command.dynamic || wrappers.includes("xargs");
  switch (kindOf(program)) {
    case "automation":
      return words.length === 0 || !words.every((word) => onlyTells.test(word));
    case "windows":
      if (words.length === 0) return open || input !== undefined;
      return open || words.some((word) => acts.has(word)) || !looks.test(first);
    case "verbs":
      return open || verbs[bareName(program)]?.test(words.join(" ").slice(0, 4096)) === true;
    case "bus":
      return busControlsInput(bareName(program), words);
    case "other":
      break;
  }
  return opensDebugger(program, words);
}

function busControlsInput(program: string, words: readonly string[]): boolean {
  if (words.every((word) => onlyTells.test(word))) return false;
  const operands = words.filter((word) => !word.startsWith("-"));
  if (program === "gdbus" || program === "busctl") {
    const verb = operands.find((word) => /^[a-z][a-z-]*$/.test(word)) ?? "";
    if (busLooks.has(verb)) return false;
  }
  return !busAsks.test(busMember(program, words, operands)) && busControls.test(words.join(" ").slice(0, 4096));
}

/** What is called or sent, where each program expects it: an argument that looks like a question must not pass for one. */
function busMember(program: string, words: readonly string[], operands: readonly string[]): string {
  switch (program) {
    case "gdbus": {
      const at = words.findIndex((word) => /^(?:-m|--method|-s|--signal)$/.test(word));
      return at < 0 ? "" : (words[at + 1] ?? "");
    }
    case "busctl":
      return operands[operands.indexOf("call") + 4] ?? "";
    case "dbus-send":
      return operands[1] ?? "";
    default:
      return operands[2] ?? "Introspect";
  }
}

const browsers = /chrom|brave|msedge|firefox|vivaldi|opera/;
const ownBrowser = /^--(?:headless|user-data-dir=(?:\/tmp\/|\/var\/tmp\/|\$\())/;

/** Whoever holds the debugger of a window can press its buttons. A browser of one's own without a window is nobody's. */
function opensDebugger(program: string, words: readonly string[]): boolean {
  if (words.some((word) => word.startsWith("--remote-debugging-")))
    return !(browsers.test(program) && words.some((word) => ownBrowser.test(word)));
  return (
    /^(?:electron|gatehouse)$/.test(program) && words.some((word) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(word))
  );
}

/** A debugger that is already open on this machine. */
export function hostControlsInput({ local, port, url = "" }: HostFact): boolean {
  return (
    local &&
    (/\/devtools\/(?:page|browser)\//.test(url) ||
      (port !== undefined && port >= 9222 && port <= 9229 && /\/json\b/.test(url)))
  );
}

export function pathControlsInput({ path, access }: PathFact): boolean {
  return access !== "read" && /^\/dev\/(?:uinput|hidg\d+|input\/.+)$/.test(path);
}

/** Tools of agents that use the screen. What happens inside a browser they drive is not the user's desktop. */
const computerTool = /^(?:computer(?:_use|_tool|_call|_control)?(?:_\d+)?|desktop_control|computer_\w+)$/;
const pressing =
  /^(?:type|key|keypress|press|hotkey|hold|(?:left|right|middle|double|triple)?click|drag|leftclickdrag|leftmouse(?:down|up)|mouse(?:down|up|move|click)|move|write|sendkeys|presskey|pressandhold)/;
const desktopTools = names(
  "mouse_click mouse_move mouse_drag mouse_down mouse_up move_mouse click_screen desktop_click left_click right_click double_click " +
    "keyboard_type keyboard_press keyboard_shortcut press_keys send_keys sendkeys type_keys key_press keypress hotkey press_hotkey " +
    "click_tool type_tool shortcut_tool drag_tool",
);

export function toolControlsInput({ name }: ToolName, given: JsonObject): boolean {
  if (desktopTools.has(name)) return true;
  if (!computerTool.test(name)) return false;
  const action = given["action"] ?? given["actions"] ?? given["command"] ?? name.replace(/^computer_?/, "");
  const all = isList(action) ? action : [action];
  return all.some((each) => {
    const word = isJsonObject(each) ? each["type"] : each;
    return typeof word === "string" && pressing.test(word.toLowerCase().replace(/[^a-z]/g, ""));
  });
}
