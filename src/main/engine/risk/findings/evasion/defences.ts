// Defences: switching off or reconfiguring what watches and protects the machine.
import { severity } from "../bands.ts";
import { type Heuristic, changing, firstOf, onCommand, onPath, onText } from "../heuristic.ts";
import { given, harmless, joined, operands, verbs } from "../read.ts";

const guardService =
  /\b(?:rsyslogd?|syslogd?|syslog-ng|auditd?|systemd-journald|journald|apparmor|selinux|fail2ban|firewalld?|ufw|iptables|nftables|pf|falcon-sensor|falcond?|crowdstrike|cbdaemon|carbonblack|osqueryd?|wazuh(?:-agent)?|ossec|sysmon|clamav(?:-daemon|-freshclam)?|clamd|mdatp|sentinelone|sentinelagent|elastic-agent|filebeat|auditbeat|aide|tripwire|snort|suricata|littlesnitch\w*|blockblock|lulu|santad?|opendns\w*|defender|esets?|sophos\w*|mcafee\w*|symantec\w*|trendmicro\w*|rtvscand|cylance\w*|cron|crond|sshguard|ossec-hids|datadog-agent|newrelic-infra|splunk\w*|td-agent|fluentd|filebeat|amazon-ssm-agent|google-cloud-ops-agent|gatehouse)\b/iu;

export const defences: readonly Heuristic[] = [
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
      onCommand(["apparmor_parser"], (command) =>
        given(command, "R", "remove") ? "It takes a protection of the kernel away" : null,
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
        "spctl --global-disable",
        "sysctl -q -w kernel.randomize_va_space=0",
      ],
      honest: ["iptables -L -n", "ufw status", "sysctl -a", "csrutil report"],
    },
  },
  {
    id: "defence-configured",
    threat: "Weakened defences",
    technique: "T1562",
    score: severity.ask,
    check: onPath(changing, (path) =>
      /^\/etc\/(?:audit|audisp|rsyslog|syslog|ufw|default\/ufw|selinux|apparmor|security|libaudit|auditd|firewalld|iptables|nftables|pf\.|hosts\.(?:allow|deny)|resolv\.conf|fail2ban|systemd\/journald|logrotate)/u.test(
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
      honest: ["lsattr file", "xattr -l notes.txt"],
    },
  },
  {
    id: "kernel-trigger",
    threat: "Denial of service",
    technique: "T1529",
    score: severity.deny,
    check: firstOf(
      onPath(changing, (path) =>
        /^\/proc\/(?:sysrq-trigger|sys\/kernel\/(?:sysrq|core_pattern|modprobe))/u.test(path.path)
          ? `It writes to ${path.path}`
          : null,
      ),
      onText(/>\s*\/proc\/sysrq-trigger/u, "It writes to /proc/sysrq-trigger"),
    ),
    examples: { risky: ["echo b > /proc/sysrq-trigger"], honest: ["cat /proc/cpuinfo"] },
  },
];
