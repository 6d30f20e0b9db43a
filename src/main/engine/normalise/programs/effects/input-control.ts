// Input control: what presses keys, clicks or answers notifications for the user, and could so approve a request by itself.
import type { CodeFact, CommandFact, HostFact, PathFact } from "../../../../../shared/domain/facts.ts";
import type { JsonObject } from "../../../../../shared/lib/json.ts";
import { isJsonObject } from "../../../../../shared/lib/json.ts";
import { isList } from "../../calls/arguments.ts";
import type { ToolName } from "../../calls/tools.ts";
import { has, value } from "../invocation.ts";
import { definitionOf } from "../registry.ts";

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

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

export function commandControlsInput(command: CommandFact): boolean {
  const definition = definitionOf(command.program.toLowerCase().replace(/\.exe$/, ""));
  return definition?.controlsInput?.(command) === true || opensDebugger(command);
}

const browsers = /chrom|brave|msedge|firefox|vivaldi|opera/;

/** Whoever holds the debugger of a window can press its buttons. A browser of one's own without a window is nobody's. */
function opensDebugger(command: CommandFact): boolean {
  // An operand too: a script may hand its own to a browser.
  const words = [...command.options.map(({ name }) => name), ...command.operands];
  if (words.some((word) => word.startsWith("--remote-debugging-"))) return !isOwnBrowser(command);
  return (
    /^(?:electron|gatehouse)$/.test(command.program) &&
    words.some((word) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(word))
  );
}

function isOwnBrowser(command: CommandFact): boolean {
  const profile = value(command, "--user-data-dir") ?? "";
  return (
    browsers.test(command.program) && (has(command, "--headless") || /^(?:\/tmp\/|\/var\/tmp\/|\$\()/.test(profile))
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
