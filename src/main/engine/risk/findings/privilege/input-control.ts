// Input control: whatever presses keys or clicks for the user can also press Approve.
import { codeControlsInput, commandControlsInput } from "../../../normalise/programs/effects/input-control.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, when } from "../../heuristic.ts";

export const inputControl: readonly Heuristic[] = [
  {
    id: "controls-input",
    threat: "User impersonation",
    technique: "T1674",
    score: severity.ask,
    check: when(["control"], ({ facts }) => {
      if (!facts.effects.includes("control")) return null;
      const evidence = facts.commands.find(commandControlsInput)?.text ?? facts.code.find(codeControlsInput)?.text;
      return {
        reason: "It presses keys, clicks or answers notifications for the user, and could approve requests so",
        ...(evidence === undefined ? {} : { evidence: clip(evidence) }),
      };
    }),
    match: [
      "xdotool key Return",
      "xdotool search --name Gatehouse windowactivate key a",
      "sudo -u ada env DISPLAY=:0 timeout 5 sh -c 'xdotool type y'",
      "echo key Return | xargs xdotool",
      "xsel -b | xdotool -",
      "ydotool key 28:1 28:0",
      "wtype -k Return",
      "echo 'key enter' | dotool",
      "xte 'key Return'",
      "cliclick c:100,200",
      "dunstctl action 0",
      "dbus-send --session --type=signal /org/freedesktop/Notifications org.freedesktop.Notifications.ActionInvoked uint32:7 string:approve",
      "gdbus emit --session --object-path /org/freedesktop/Notifications --signal org.freedesktop.Notifications.ActionInvoked 7 approve",
      "busctl --user call org.freedesktop.portal.Desktop /org/freedesktop/portal/desktop org.freedesktop.portal.RemoteDesktop NotifyKeyboardKeycode oa{sv}iu /x 0 28 1",
      "busctl --user emit /org/freedesktop/Notifications org.freedesktop.Notifications ActionInvoked us 7 list",
      "dbus-send --session --type=signal /org/freedesktop/Notifications org.freedesktop.Notifications.ActionInvoked string:x.Get",
      "gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval 'global.x()'",
      "qdbus org.kde.kglobalaccel /component/kwin invokeShortcut 'Window Close'",
      `osascript -e 'tell application "System Events" to keystroke return'`,
      `osascript -e 'tell application "System Events" to click button 1 of window 1'`,
      `python3 -c "import pyautogui; pyautogui.press('enter')"`,
      `python3 -c "from pynput.keyboard import Controller; Controller().press('a')"`,
      `node -e "require('robotjs').keyTap('enter')"`,
      `powershell -Command "[System.Windows.Forms.SendKeys]::SendWait('{ENTER}')"`,
      { tool: "powershell", arguments: { command: "$shell.SendKeys('{ENTER}')" } },
      { tool: "Bash", arguments: { command: "python3 -", stdin: "import pyautogui\npyautogui.press('enter')" } },
      `osascript -l JavaScript -e 'Application("System Events").keystroke("y")'`,
      "AutoHotkey.exe approve.ahk",
      "printf '\\x01' > /dev/uinput",
      "electron out/main/index.js --remote-debugging-port=9222",
      "curl -s http://127.0.0.1:9222/json/list",
      { tool: "computer", arguments: { action: "left_click", coordinate: [10, 20] } },
      { tool: "computer", arguments: { action: "type", text: "y" } },
      { tool: "computer_use", arguments: { action: { type: "keypress", keys: ["Enter"] } } },
      { tool: "mcp__desktop__press_keys", arguments: { keys: "enter" } },
    ],
    not_match: [
      "xdotool --version",
      "xdotool getactivewindow getwindowname",
      "xdotool search --name Gatehouse",
      "dbus-monitor --session",
      "gdbus introspect --session --dest org.freedesktop.Notifications --object-path /org/freedesktop/Notifications",
      "busctl --user list",
      "busctl --user call org.freedesktop.Notifications /org/freedesktop/Notifications org.freedesktop.Notifications GetCapabilities",
      "qdbus org.kde.KWin /KWin",
      "gdbus call --session --dest org.freedesktop.Notifications --object-path /org/freedesktop/Notifications --method org.freedesktop.Notifications.GetCapabilities",
      "dbus-send --print-reply --dest=org.mpris.MediaPlayer2.player /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player.Pause",
      "notify-send hello",
      "which xdotool wtype",
      "apt-get install xdotool",
      "grep -rn SendKeys src",
      `osascript -e 'display notification "Build done"'`,
      `python3 -c "import pyautogui; print(pyautogui.size())"`,
      "chromium --headless --remote-debugging-port=9222 https://example.org",
      { tool: "computer", arguments: { action: "screenshot" } },
      { tool: "mcp__playwright__browser_click", arguments: { element: "Save", ref: "e1" } },
    ],
  },
];
