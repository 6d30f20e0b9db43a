// Tampering: hiding what was done (history, logs, timestamps) and switching off what would notice it.
import type { CommandFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, type View, firstOf, onAnyCommand, onCommand, onPath, onText } from "../heuristic.ts";
import { changes, given, harmless, joined, operands, verbs } from "../read.ts";

const historyFile =
  /(?:^|\/)(?:\.(?:bash|zsh|sh|ksh|fish|python|mysql|psql|sqlite|node_repl|lesshst|rediscli)_?history|\.histfile|fish_history|consolehost_history\.txt)$|\/\.(?:bash|zsh)_sessions(?:\/|$)/iu;
const logPath =
  /^\/(?:private\/)?var\/(?:log|audit|account)(?:\/|$)|^\/var\/(?:run\/)?(?:utmp|wtmp)|^\/(?:private\/)?var\/spool\/mail(?:\/|$)|\/\.journal$/u;
const historyVariable = /^(?:HISTFILE|HISTSIZE|HISTFILESIZE|HISTCONTROL|HISTIGNORE|SAVEHIST)$/u;
const guardService =
  /\b(?:rsyslogd?|syslogd?|syslog-ng|auditd?|systemd-journald|journald|apparmor|selinux|fail2ban|firewalld?|ufw|iptables|nftables|pf|falcon-sensor|falcond?|crowdstrike|cbdaemon|carbonblack|osqueryd?|wazuh(?:-agent)?|ossec|sysmon|clamav(?:-daemon|-freshclam)?|clamd|mdatp|sentinelone|sentinelagent|elastic-agent|filebeat|auditbeat|aide|tripwire|snort|suricata|littlesnitch\w*|blockblock|lulu|santad?|opendns\w*|defender|esets?|sophos\w*|mcafee\w*|symantec\w*|trendmicro\w*|rtvscand|cylance\w*|cron|crond|sshguard|ossec-hids|datadog-agent|newrelic-infra|splunk\w*|td-agent|fluentd|filebeat|amazon-ssm-agent|google-cloud-ops-agent|gatehouse)\b/iu;

const systemLog =
  /\/(?:syslog|messages|secure|auth\.log|kern\.log|system\.log|wtmp|btmp|utmp|lastlog|faillog|audit(?:\.log)?|journal|cron|maillog|daemon\.log|install\.log|root|security)(?:$|[./])/u;

const redirectsOver = (command: CommandFact, file: string): boolean =>
  command.redirects.some((redirect) => redirect.target === file && /^[\d&]*>\|?$/u.test(redirect.operator));

/** Cut to nothing: `> f`, `: > f`, `cat /dev/null > f`, `echo '' > f`, `truncate`, `dd of=f`, `shred`, `cp /dev/null f`. */
function emptied(file: string, view: View): boolean {
  return view.facts.commands.some((command) => {
    if (/^(?:truncate|shred|srm|wipe|unlink)$/u.test(command.program)) return command.arguments.includes(file);
    if (command.program === "dd") return command.arguments.includes(`of=${file}`);
    if (/^(?:cp|ln|tee)$/u.test(command.program))
      return (
        command.arguments.includes(file) && (command.arguments.includes("/dev/null") || command.input?.trim() === "")
      );
    if (!redirectsOver(command, file)) return false;
    const nothing =
      command.program === "" ||
      command.program === ":" ||
      command.program === "true" ||
      (command.program === "cat" && /^\/dev\/(?:null|zero)$/u.test(command.arguments[0] ?? ""));
    return (
      nothing ||
      (/^(?:echo|printf)$/u.test(command.program) &&
        command.arguments
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
      (command.arguments.includes(file) && /^(?:sed|perl|utmpdump|cp|mv|ed|ex|vim?)$/u.test(command.program)),
  );
}

export const tampering: readonly Heuristic[] = [
  {
    id: "history-erased",
    threat: "Evidence tampering",
    technique: "T1070.003",
    score: severity.deny,
    check: firstOf(
      onPath((path) =>
        changes(path) && historyFile.test(path.path) ? `It changes or deletes the shell history ${path.path}` : null,
      ),
      onAnyCommand((command) =>
        [
          ...command.redirects.map((redirect) => redirect.target),
          ...(command.program === "ln" ? command.arguments : []),
        ].some(
          (target, index) => historyFile.test(target) && (command.redirects[index]?.operator.includes(">") ?? true),
        ) || /[>]\s*"?\$\{?HISTFILE/u.test(command.text)
          ? "It overwrites the shell history"
          : null,
      ),
      onCommand(["history"], (command) => (given(command, "c") ? "It erases the shell history" : null)),
      onCommand(["set", "setopt"], (command) =>
        /^\+o history$/u.test(joined(command)) ? "It switches the shell history off" : null,
      ),
      onCommand(["clear-history"], () => "It erases the shell history"),
    ),
    examples: {
      risky: [
        "history -c",
        "rm ~/.bash_history",
        "ln -sf /dev/null ~/.zsh_history",
        "set +o history",
        "cat /dev/null > ~/.bash_history",
      ],
      honest: ["history | tail", "history 20", "git log"],
    },
  },
  {
    id: "history-disabled",
    threat: "Evidence tampering",
    technique: "T1562.003",
    score: severity.ask,
    check: firstOf(
      onAnyCommand((command) => {
        const name = Object.keys(command.assignments).find((each) => historyVariable.test(each));
        return name === undefined ? null : `It changes ${name}, which decides what the shell remembers`;
      }),
      onCommand(["export", "unset", "declare", "typeset", "readonly", "setenv"], (command) => {
        const name = command.arguments
          .map((argument) => argument.split("=", 1)[0] ?? "")
          .find((each) => historyVariable.test(each));
        return name === undefined ? null : `It changes ${name}, which decides what the shell remembers`;
      }),
    ),
    examples: {
      risky: ["unset HISTFILE", "export HISTSIZE=0", "HISTFILE=/dev/null bash"],
      honest: ["export PATH=$PATH:/opt/bin", "echo $HISTSIZE"],
    },
  },
  {
    id: "logs-erased",
    threat: "Evidence tampering",
    technique: "T1070.002",
    score: severity.deny,
    check: firstOf(
      onPath((path, view) => {
        if (!logPath.test(path.path)) return null;
        if (path.access === "delete") return `It deletes the system's records in ${path.path}`;
        // A program that writes its own log is at work; one that overwrites the system's, or empties any, is not.
        return path.access === "write" &&
          (emptied(path.given, view) || (systemLog.test(path.path) && overwritten(path.given, view)))
          ? `It empties or overwrites the system's records in ${path.path}`
          : null;
      }),
      onCommand(["journalctl"], (command) =>
        /--vacuum|--rotate.*--vacuum/u.test(joined(command)) ? "It throws away the system journal" : null,
      ),
      onCommand(["log"], (command) => (verbs(command)[0] === "erase" ? "It erases the system log" : null)),
      onCommand(["auditctl"], (command) =>
        given(command, "DdW") || /-e\s*0/u.test(joined(command)) ? "It switches auditing off" : null,
      ),
      onCommand(["dmesg"], (command) =>
        given(command, "Cc", "clear", "read-clear") ? "It clears the kernel's messages" : null,
      ),
      onCommand(["utmpdump", "wtmpclean"], (command) =>
        given(command, "r") ? "It rewrites the record of log-ins" : null,
      ),
    ),
    examples: {
      risky: [
        "rm -rf /var/log/auth.log",
        "truncate -s 0 /var/log/syslog",
        "echo '' > /var/log/messages",
        "journalctl --vacuum-time=1s",
      ],
      honest: ["tail -f /var/log/syslog", "journalctl -u nginx", "rm app.log"],
    },
  },
  {
    id: "guard-stopped",
    threat: "Weakened defences",
    technique: "T1562.001",
    score: severity.deny,
    check: firstOf(
      onCommand(
        [
          "systemctl",
          "service",
          "launchctl",
          "initctl",
          "rc-service",
          "chkconfig",
          "update-rc.d",
          "sc",
          "net",
          "sysrc",
          "rc-update",
        ],
        (command) => {
          const line = joined(command);
          return /\b(?:stop|disable|mask|kill|unload|bootout|remove|off|delete|del|no)\b/iu.test(line) &&
            guardService.test(line)
            ? "It stops a service that watches or protects the machine"
            : null;
        },
      ),
      onCommand(["kill", "pkill", "killall"], (command) => {
        const service = guardService.exec(joined(command))?.[0];
        return service === undefined ? null : `It kills ${service}, which watches or protects the machine`;
      }),
    ),
    examples: {
      risky: ["sudo systemctl stop auditd", "service rsyslog stop", "sudo systemctl disable --now falcon-sensor"],
      honest: ["systemctl status nginx", "sudo systemctl restart postgresql", "pkill -f vite"],
    },
  },
  {
    id: "defence-off",
    threat: "Weakened defences",
    technique: "T1562.004",
    score: severity.ask,
    check: firstOf(
      onCommand(["setenforce"], (command) =>
        /^(?:0|permissive)$/iu.test(joined(command)) ? "It switches SELinux to permissive" : null,
      ),
      onCommand(["ufw"], (command) =>
        !harmless(command) && /\b(?:disable|reset|logging off|prepend|delete)\b/iu.test(joined(command))
          ? "It opens or switches off the firewall"
          : null,
      ),
      onCommand(["iptables", "ip6tables", "nft", "ipfw", "ebtables"], (command) =>
        given(command, "FXDZ", "flush", "delete-chain", "delete") ||
        /-P\s+\w+\s+ACCEPT|--policy\s+\w+\s+accept|^flush|^delete/iu.test(joined(command))
          ? "It removes firewall rules"
          : null,
      ),
      onCommand(["pfctl"], (command) =>
        given(command, "dF") || /-f\b/u.test(joined(command))
          ? "It switches the packet filter off or replaces its rules"
          : null,
      ),
      onCommand(["firewall-cmd"], (command) =>
        /--panic-off|--zone=trusted/u.test(joined(command)) ? "It weakens the firewall" : null,
      ),
      onCommand(["spctl"], (command) =>
        /--(?:master|global)-disable|--disable/u.test(joined(command)) ? "It switches Gatekeeper off" : null,
      ),
      onCommand(["csrutil", "fdesetup"], (command) =>
        verbs(command)[0] === "disable" ? "It switches a protection of the system off" : null,
      ),
      onCommand(["mdatp"], (command) =>
        /disabled|exclusion add/iu.test(joined(command)) ? "It switches malware protection off" : null,
      ),
      onCommand(["aa-teardown", "aa-disable"], (command) =>
        harmless(command) ? null : `${command.program} takes a protection of the kernel away`,
      ),
      onCommand(["sysctl"], (command) =>
        /(?:kernel\.(?:randomize_va_space|kptr_restrict|yama\.ptrace_scope|dmesg_restrict|modules_disabled|core_pattern|sysrq|unprivileged_bpf_disabled)|fs\.(?:suid_dumpable|protected_\w+))\s*=/u.test(
          joined(command),
        )
          ? "It weakens the kernel's protection"
          : null,
      ),
      onCommand(["tmutil"], (command) =>
        /^(?:disable|disablelocal|delete|deletelocalsnapshots)/u.test(verbs(command)[0] ?? "")
          ? "It stops or deletes backups"
          : null,
      ),
    ),
    examples: {
      risky: [
        "setenforce 0",
        "ufw disable",
        "iptables -F",
        "sudo spctl --master-disable",
        "sysctl -w kernel.randomize_va_space=0",
      ],
      honest: ["iptables -L -n", "ufw status", "sysctl -a", "csrutil status"],
    },
  },
  {
    id: "defence-configured",
    threat: "Weakened defences",
    technique: "T1562",
    score: severity.ask,
    check: onPath((path) =>
      changes(path) &&
      /^\/etc\/(?:audit|audisp|rsyslog|syslog|ufw|default\/ufw|selinux|apparmor|security|libaudit|auditd|firewalld|iptables|nftables|pf\.|hosts\.(?:allow|deny)|fail2ban|systemd\/journald|logrotate)/u.test(
        path.path,
      )
        ? `It changes ${path.path}, which configures a protection of the machine`
        : null,
    ),
    examples: {
      risky: ["echo '# x' >> /etc/rsyslog.conf", "sed -i 's/auto/none/' /etc/systemd/journald.conf"],
      honest: ["cat /etc/rsyslog.conf"],
    },
  },
  {
    id: "timestamp-forged",
    threat: "Evidence tampering",
    technique: "T1070.006",
    score: severity.medium,
    check: firstOf(
      onCommand(["touch"], (command) =>
        given(command, "tdr", "date", "reference") ? "It sets a file's time by hand" : null,
      ),
      onCommand(["setfile"], (command) => (given(command, "md") ? "It sets a file's time by hand" : null)),
    ),
    examples: { risky: ["touch -r /bin/ls payload"], honest: ["touch new.txt"] },
  },
  {
    id: "immutable-flag",
    threat: "Weakened defences",
    technique: "T1222.002",
    score: severity.ask,
    check: firstOf(
      onCommand(["chattr"], (command) =>
        /(?:^|\s)[-+=][a-z]*[iau]/u.test(joined(command))
          ? "It changes the flag that keeps a file from being changed"
          : null,
      ),
      onCommand(["chflags"], (command) =>
        /(?:no)?(?:s|u)?(?:chg|immutable|appnd|hidden)/u.test(operands(command)[0] ?? "")
          ? "It changes flags that protect or hide a file"
          : null,
      ),
      onCommand(["xattr"], (command) =>
        given(command, "dc") && /quarantine|-c\b|-cr\b/u.test(joined(command))
          ? "It takes the quarantine mark off a downloaded file"
          : null,
      ),
    ),
    examples: {
      risky: ["chattr -i /etc/passwd", "xattr -d com.apple.quarantine app.app"],
      honest: ["lsattr file", "xattr -l file"],
    },
  },
  {
    id: "kernel-trigger",
    threat: "Denial of service",
    technique: "T1529",
    score: severity.deny,
    check: firstOf(
      onPath((path) =>
        changes(path) && /^\/proc\/(?:sysrq-trigger|sys\/kernel\/(?:sysrq|core_pattern|modprobe))/u.test(path.path)
          ? `It writes to ${path.path}`
          : null,
      ),
      onText(/>\s*\/proc\/sysrq-trigger/u, "It writes to /proc/sysrq-trigger"),
    ),
    examples: { risky: ["echo b > /proc/sysrq-trigger"], honest: ["cat /proc/cpuinfo"] },
  },
];
