// Tampering: hiding what was done: shell history, logs, timestamps.
import type { CommandFact, PathFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, type View, changing, firstOf, onAnyCommand, onCommand, onPath } from "../../heuristic.ts";
import { has, settingsOf } from "../../../normalise/programs/invocation.ts";
import { wordsOf } from "../../read.ts";

const historyFile =
  /(?:^|\/)(?:\.(?:bash|zsh|sh|ksh|fish|python|mysql|psql|sqlite|node_repl|lesshst|rediscli)_?history|\.histfile|fish_history|consolehost_history\.txt)$|\/\.(?:bash|zsh)_sessions(?:\/|$)/iu;
const logPath =
  /^\/(?:private\/)?var\/(?:log|audit|account)(?:\/|$)|^\/var\/(?:run\/)?(?:utmp|wtmp)|^\/(?:private\/)?var\/spool\/mail(?:\/|$)|\/\.journal$/u;
const historyVariable = /^(?:HISTFILE|HISTSIZE|HISTFILESIZE|HISTCONTROL|HISTIGNORE|SAVEHIST)$/u;

const systemLog =
  /\/(?:syslog|messages|secure|auth\.log|kern\.log|system\.log|wtmp|btmp|utmp|lastlog|faillog|audit(?:\.log)?|journal|cron|maillog|daemon\.log|install\.log|root|security)(?:$|[./])/u;

/** The system's own records, or a folder that holds them; a program's log is a file of its own. */
function isRecord({ path, recursive }: PathFact): boolean {
  return recursive || systemLog.test(path) || !/\/log\/.+\.log$/u.test(path);
}

const redirectsOver = (command: CommandFact, file: string): boolean =>
  command.redirects.some((redirect) => redirect.target === file && /^[\d&]*>\|?$/u.test(redirect.operator));

/** Cut to nothing: `> f`, `: > f`, `cat /dev/null > f`, `echo '' > f`, `truncate`, `dd of=f`, `shred`, `cp /dev/null f`. */
function emptied(file: string, view: View): boolean {
  return view.facts.commands.some((command) => {
    if (/^(?:truncate|shred|srm|wipe|unlink)$/u.test(command.program)) return command.operands.includes(file);
    if (command.program === "dd") return command.operands.includes(`of=${file}`);
    if (/^(?:cp|ln|tee)$/u.test(command.program))
      return (
        command.operands.includes(file) && (command.operands.includes("/dev/null") || command.input?.trim() === "")
      );
    if (!redirectsOver(command, file)) return false;
    const nothing =
      command.program === "" ||
      command.program === ":" ||
      command.program === "true" ||
      (command.program === "cat" && /^\/dev\/(?:null|zero)$/u.test(command.operands[0] ?? ""));
    return (
      nothing ||
      (/^(?:echo|printf)$/u.test(command.program) &&
        command.operands
          .join("")
          .replace(/^-[ne]+/u, "")
          .trim().length < 2)
    );
  });
}

function overwritten(file: string, view: View): boolean {
  return view.facts.commands.some(
    (command) =>
      redirectsOver(command, file) ||
      (command.operands.includes(file) && /^(?:sed|perl|utmpdump|cp|mv|ed|ex|vim?)$/u.test(command.program)),
  );
}

export const tampering: readonly Heuristic[] = [
  {
    id: "history-erased",
    threat: "Evidence tampering",
    technique: "T1070.003",
    score: severity.deny,
    check: firstOf(
      onPath(changing, (path) =>
        historyFile.test(path.path) ? `It changes or deletes the shell history ${path.path}` : null,
      ),
      onAnyCommand([{ words: /hist/u }], (command) =>
        [
          ...command.redirects.map((redirect) => redirect.target),
          ...(command.program === "ln" ? command.operands : []),
        ].some(
          (target, index) => historyFile.test(target) && (command.redirects[index]?.operator.includes(">") ?? true),
        ) || command.redirects.some(({ operator, target }) => operator.includes(">") && /^\$\{?HISTFILE/u.test(target))
          ? "It overwrites the shell history"
          : null,
      ),
      onCommand(["history"], (command) => (has(command, "-c") ? "It erases the shell history" : null)),
      onCommand(["set", "setopt"], (command) =>
        command.operands[0] === "+o" && command.operands[1] === "history" ? "It switches the shell history off" : null,
      ),
      onCommand(["clear-history"], () => "It erases the shell history"),
    ),
    match: [
      "history -c",
      "rm -f ~/.bash_history",
      "ln -sf /dev/null ~/.zsh_history",
      "true; set +o history",
      "cat /dev/null > ~/.zsh_history",
    ],
    not_match: ["history | tail", "history 20", "git log"],
  },
  {
    id: "history-disabled",
    threat: "Evidence tampering",
    technique: "T1562.003",
    score: severity.ask,
    check: firstOf(
      onAnyCommand(["assignment"], (command) => {
        const name = Object.keys(command.assignments).find((each) => historyVariable.test(each));
        return name === undefined ? null : `It changes ${name}, which decides what the shell remembers`;
      }),
      onCommand(["export", "unset", "declare", "typeset", "readonly", "setenv"], (command) => {
        const name = command.operands
          .map((argument) => argument.split("=", 1)[0] ?? "")
          .find((each) => historyVariable.test(each));
        return name === undefined ? null : `It changes ${name}, which decides what the shell remembers`;
      }),
    ),
    match: ["unset HISTFILE", "export HISTSIZE=0", "HISTFILE=/dev/null bash"],
    not_match: ["export PATH=$PATH:/opt/bin", "echo $HISTSIZE"],
  },
  {
    id: "logs-erased",
    threat: "Evidence tampering",
    technique: "T1070.002",
    score: severity.deny,
    check: firstOf(
      onPath(changing, (path, view) => {
        if (!logPath.test(path.path)) return null;
        if (path.access === "delete") return isRecord(path) ? `It deletes the system's records in ${path.path}` : null;
        // A program that writes its own log is at work; one that overwrites the system's, or empties any, is not.
        return emptied(path.given, view) || (systemLog.test(path.path) && overwritten(path.given, view))
          ? `It empties or overwrites the system's records in ${path.path}`
          : null;
      }),
      onCommand(["journalctl"], (command) =>
        command.options.some(({ name }) => name.startsWith("--vacuum")) ? "It throws away the system journal" : null,
      ),
      onCommand(["log"], (command) => (wordsOf(command)[0] === "erase" ? "It erases the system log" : null)),
      onCommand(["auditctl"], (command) =>
        has(command, "-D", "-d", "-W") || (has(command, "-e") && settingsOf(command).includes("0"))
          ? "It switches auditing off"
          : null,
      ),
      onCommand(["dmesg"], (command) =>
        has(command, "-C", "-c", "--clear", "--read-clear") ? "It clears the kernel's messages" : null,
      ),
      onCommand(["utmpdump", "wtmpclean"], (command) =>
        has(command, "-r", "--reverse") ? "It rewrites the record of log-ins" : null,
      ),
    ),
    match: [
      "rm -rf /var/log/auth.log",
      "truncate -s 0 /var/log/syslog",
      "echo '' > /var/log/auth.log",
      "journalctl --vacuum-time=1s",
    ],
    not_match: ["tail -n 5 /var/log/syslog", "journalctl -u nginx", "rm app.log", "rm /var/log/app.log"],
  },
  {
    id: "log-deleted",
    threat: "Evidence tampering",
    technique: "T1070.002",
    score: severity.ask,
    check: onPath(changing, (path) =>
      logPath.test(path.path) && path.access === "delete" && !isRecord(path)
        ? `It deletes a program's log in ${path.path}`
        : null,
    ),
    match: ["rm /var/log/app.log", "trash /var/log/shop/access.log"],
    not_match: ["rm -rf /var/log/auth.log", "rm app.log"],
  },
];
