// Command options: options and settings of ordinary programs whose value is a command that runs.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { has, settingsOf, value, values } from "../../../normalise/programs/invocation.ts";
import { someWord } from "../../read.ts";

type RunsCommand = (command: CommandFact) => boolean;

const namesShell = /^["']?(?:ba|z|da)?sh\b/u;
const editorCommand = /:?!\s*\S*sh\b|:(?:py3?|pyx|lua|perl|ruby)\s|\(term/u;
const editorStart = /^["']?:?(?:!|term|shell|set shell|py3?\b|lua\b)/u;
const debuggerCommand = /^["']?(?:!|shell|python|py |call|platform shell|source)/u;
const databaseCommand = /\\!|(?:^|["'\s])!\s*\S*sh|\.(?:shell|system|load)\b|load_extension/iu;
const sshCommand =
  /(?:proxycommand|localcommand|knownhostscommand)[= ]["']?\S*(?:\bsh\b|;|\/bin|exec)|permitlocalcommand/iu;
const runsLong =
  /^--(?:eval|exec|execute|filter|up|script-security|password-command|conf-script|on-download-\w+|shell-escape|batch-interpreter|new-session|regex)$/u;

const tar: RunsCommand = (command) =>
  has(command, "--to-command", "--rmt-command", "--rsh-command", "--new-volume-script") ||
  /^["']?exec/u.test(value(command, "--checkpoint-action") ?? "") ||
  /^["']?\S*(?:sh\b|\/)/u.test(value(command, "--use-compress-program") ?? "") ||
  /^\S*sh/u.test(value(command, "--info-script") ?? "");

const editor: RunsCommand = (command) =>
  has(command, "--eval", "-eval") ||
  settingsOf(command).some((word) => editorCommand.test(word)) ||
  values(command, "-c", "--cmd").some((word) => editorStart.test(word)) ||
  (has(command, "-s") && settingsOf(command).some((word) => /^\S*sh\b/u.test(word)));

const pager: RunsCommand = (command) =>
  has(command, "-P", "-H", "--pager", "--html") &&
  /^["']?\S*(?:sh\b|;|\/bin)/u.test(value(command, "-P", "-H", "--pager", "--html") ?? command.operands[0] ?? "");

const other: RunsCommand = (command) =>
  command.options.some(({ name }) => runsLong.test(name)) ||
  (has(command, "-e", "-E", "-p", "-b", "-r", "-shell-escape", "-sf") && settingsOf(command).length > 0) ||
  someWord(command, /\beval\b|!|system\(|esyscmd/u);

const table: readonly (readonly [program: RegExp, runs: RunsCommand])[] = [
  [/^(?:g|bsd)?tar$/u, tar],
  [/^(?:un)?zip$/u, (command) => has(command, "-TT", "--unzip-command")],
  [
    /^rsync$/u,
    (command) =>
      (has(command, "-e", "--rsh") && settingsOf(command).some((word) => namesShell.test(word))) ||
      /\S*sh/u.test(value(command, "--rsync-path") ?? ""),
  ],
  // The setting may be joined to its option, and some of these programs have no definition.
  [/^(?:ssh|scp|sftp)$/u, (command) => someWord(command, sshCommand)],
  [/^(?:r?vim?|r?view|nvim|vimdiff|gvim|ex|nano|pico|emacs|kak|joe|jed|r?ed)$/u, editor],
  [/^(?:less|more|most|man|info|pg)$/u, pager],
  [
    /^(?:g|m|n|original-|go)?awk$/u,
    (command) =>
      settingsOf(command).some((word) => /\bsystem\s*\(|\|\s*getline|\|&|\|\s*["'](?:\/bin\/)?(?:ba)?sh/u.test(word)),
  ],
  [
    /^g?sed$/u,
    (command) =>
      [...values(command, "--expression"), command.operands[0] ?? ""].some((word) => /^\d*e(?:\s+\S|$)/u.test(word)),
  ],
  [/^(?:fd|fdfind|find)$/u, (command) => has(command, "-fprintf", "-fprint", "-fls")],
  [
    /^nmap$/u,
    (command) => has(command, "--interactive") || /^(?:\/|\$|\.\/|\S*\.nse)/u.test(value(command, "--script") ?? ""),
  ],
  [
    /^(?:gdb|lldb)$/u,
    (command) => values(command, "-eval-command", "--one-line").some((word) => debuggerCommand.test(word)),
  ],
  [
    /^(?:mysql|mariadb|psql|sqlite3?|duckdb)$/u,
    (command) => has(command, "--pager") || settingsOf(command).some((word) => databaseCommand.test(word)),
  ],
  [
    /^g?make$/u,
    (command) => has(command, "--eval") || command.operands.some((operand) => operand.startsWith("SHELL=")),
  ],
  [/^(?:tcpdump|dumpcap|tshark)$/u, (command) => has(command, "-z")],
  [
    /^(?:dpkg|rpm|rpmquery|rpmdb|rpmverify|apt|apt-get|yum|dnf)$/u,
    (command) => has(command, "--eval", "--pipe") || someWord(command, /(?:pre|post)-invoke/iu),
  ],
  [
    /^(?:watch|script|flock|split|logsave|service|openvpn|restic|aria2c|ip|dnsmasq|check_\w+|varnishncsa|zathura|sqlmap|smbclient|hping3|dmsetup|pidstat|run-parts|task|rake|irb|pry|cpan|bundler?|knife|jrunscript|jjs|octave|gimp|latexmk|(?:lua|pdf|xe)?(?:la)?tex|dvips|m4|groff|[nt]roff|pic|tdbtool|ginsh|crash|facter|puppet|bee|opencode)$/u,
    other,
  ],
];

export function hasCommandOption(program: string): boolean {
  return table.some(([name]) => name.test(program));
}

/** Whether an option or setting makes it run another program. */
export function runsOtherProgram(command: CommandFact): boolean {
  return table.some(([name, runs]) => name.test(command.program) && runs(command));
}
