// Masquerade: programs that are made to look like something harmless, or that take the place of something trusted.
import { severity } from "../../bands.ts";
import { type Heuristic, changing, firstOf, onAnyCommand, onCommand, onPath } from "../../heuristic.ts";
import { isInterpreter } from "../../programs.ts";
import { has } from "../../../normalise/programs/invocation.ts";

/** Pictures, sound, office files: what people open and no interpreter reads. */
const looksLikeDocument =
  /\.(?:png|jpe?g|gif|bmp|ico|webp|mp[34]|wav|avi|mov|pdf|docx?|xlsx?|pptx?|odt|ttf|woff2?)\s*$/iu;
/** `report.pdf.sh`: the end that counts hides behind one that does not. */
const doubleEnd =
  /\.(?:png|jpe?g|gif|pdf|docx?|xlsx?|pptx?|txt|mp[34]|csv)\s*\.(?:sh|bash|command|py|pl|rb|js|jar|elf|run|bin|app|desktop|scpt|exe|scr|vbs|hta|lnk)$/iu;
const everydayNames =
  /^(?:ls|cat|ps|id|su|sudo|ssh|scp|sshd|git|curl|wget|bash|sh|zsh|grep|find|kill|top|netstat|ss|lsof|who|w|last|passwd|login|python3?|node|npm|pip3?|docker|kubectl|gpg|openssl|systemctl|crontab|vim?|nano|less|more|cp|mv|rm|chmod|chown|df|du|date|env|mount|tar)$/u;

const redefinesCommand =
  /^(?:ls|cd|cp|mv|cat|git|vim?|ps|ssh|python3?|npm)=["']?.*(?:\brm\s+-\w*r|\bcurl\b|\bwget\b|\bnc\b|\/tmp\/|\/dev\/)|^cp=["']?mv\b/u;

export const masquerade: readonly Heuristic[] = [
  {
    id: "document-run",
    threat: "Obfuscation",
    technique: "T1036.008",
    score: severity.ask,
    check: firstOf(
      onCommand(isInterpreter, (command) => {
        if (has(command, "-c", "-e", "-m", "-n", "--eval", "--command", "--version", "--help")) return null;
        const script = command.operands[0] ?? "";
        return looksLikeDocument.test(script) ? `${command.program} runs ${script}, which looks like a document` : null;
      }),
      onCommand(["chmod"], (command) => {
        const file = command.operands.find((operand) => looksLikeDocument.test(operand) || doubleEnd.test(operand));
        return file !== undefined && /\+[rwst]*x/u.test(command.operands[0] ?? "")
          ? `It makes ${file} runnable, which looks like a document`
          : null;
      }),
      onPath(["execute"], (path) =>
        looksLikeDocument.test(path.path) || doubleEnd.test(path.path)
          ? `It runs ${path.path}, which looks like a document`
          : null,
      ),
      onCommand(["mv", "cp", "ln", "install"], (command) => {
        const target = command.operands.at(-1) ?? "";
        return doubleEnd.test(target) || /\.(?:pdf|png|jpe?g|docx?|txt)\s+$/iu.test(target)
          ? `It gives a program the name of a document: ${target}`
          : null;
      }),
    ),
    match: [
      "bash /var/www/uploads/logo.png",
      "chmod +x holiday.jpg && ./holiday.jpg",
      "mv payload invoice.pdf.sh",
      "python3 ~/Downloads/report.pdf",
    ],
    not_match: ["python3 convert.py logo.png", "chmod 644 logo.png", "mv logo.png public/", "bash run.sh a.pdf"],
  },
  {
    id: "trusted-name-taken",
    threat: "Persistence",
    technique: "T1574.007",
    score: severity.ask,
    check: firstOf(
      onPath(changing, (path) => {
        const [, place = "", name = ""] = /^(.*)\/([^/]+)$/u.exec(path.path) ?? [];
        return path.access === "write" &&
          !path.recursive &&
          /^\/(?:usr\/)?(?:local\/)?s?bin$|^\/(?:home|users)\/[^/]+\/(?:\.local\/)?bin$|^\/root\/bin$/iu.test(place) &&
          everydayNames.test(name)
          ? `It puts something in the place of ${name}, which everybody trusts`
          : null;
      }),
      onAnyCommand(["wrapper"], (command) =>
        command.function === "sudo" ? "It stands between the user and a program that asks for a password" : null,
      ),
      onCommand(["alias"], (command) =>
        command.operands.some((alias) => /^(?:sudo|su|ssh|passwd)=/u.test(alias))
          ? "It stands between the user and a program that asks for a password"
          : null,
      ),
      onCommand(["alias"], (command) =>
        command.operands.some((alias) => redefinesCommand.test(alias))
          ? "It makes an everyday command do something else"
          : null,
      ),
      onAnyCommand(["assignment"], (command) =>
        /^["']?(?:\.|\/(?:tmp|var\/tmp|dev\/shm)\b)/u.test(command.assignments["PATH"] ?? "")
          ? "It has programs looked for in a scratch place first"
          : null,
      ),
    ),
    match: [
      "cp x /usr/local/bin/ls",
      "ln -sf /opt/x /usr/local/bin/git",
      `function sudo() { read -sp 'Password: ' p; command sudo "$@"; }`,
      "PATH=/tmp/x:$PATH ls",
      "alias ls='rm -rf ~'",
    ],
    not_match: [
      "cp mytool /usr/local/bin/mytool",
      "PATH=$PWD/node_modules/.bin:$PATH npm test",
      "alias ll='ls -la'",
      "sudo ls",
      "ls -l /usr/local/bin/git",
    ],
  },
];
