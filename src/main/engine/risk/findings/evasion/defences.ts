// Defences: switching off or reconfiguring what watches and protects the machine.
import { severity } from "../../bands.ts";
import { type Heuristic, changing, firstOf, onCommand, onPath, onText } from "../../heuristic.ts";
import { has, isDryRun, value, values } from "../../../normalise/programs/invocation.ts";

const guardService =
  /\b(?:rsyslogd?|syslogd?|syslog-ng|auditd?|systemd-journald|journald|apparmor|selinux|fail2ban|firewalld?|ufw|iptables|nftables|pf|falcon-sensor|falcond?|crowdstrike|cbdaemon|carbonblack|osqueryd?|wazuh(?:-agent)?|ossec|sysmon|clamav(?:-daemon|-freshclam)?|clamd|mdatp|sentinelone|sentinelagent|elastic-agent|filebeat|auditbeat|aide|tripwire|snort|suricata|littlesnitch\w*|blockblock|lulu|santad?|opendns\w*|defender|esets?|sophos\w*|mcafee\w*|symantec\w*|trendmicro\w*|rtvscand|cylance\w*|cron|crond|sshguard|ossec-hids|datadog-agent|newrelic-infra|splunk\w*|td-agent|fluentd|filebeat|amazon-ssm-agent|google-cloud-ops-agent|gatehouse)\b/iu;

const stops = /^(?:stop|disable|mask|kill|unload|bootout|remove|off|delete|del|no)$/iu;

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
          const words = [command.subcommand, ...command.operands];
          return words.some((word) => stops.test(word)) && command.operands.some((word) => guardService.test(word))
            ? "It stops a service that watches or protects the machine"
            : null;
        },
      ),
      onCommand(["kill", "pkill", "killall"], (command) => {
        const service = command.operands.map((name) => guardService.exec(name)?.[0]).find((name) => name !== undefined);
        return service === undefined ? null : `It kills ${service}, which watches or protects the machine`;
      }),
    ),
    match: ["sudo systemctl stop auditd", "service rsyslog stop", "sudo systemctl disable --now falcon-sensor"],
    not_match: ["systemctl status nginx", "sudo systemctl restart postgresql", "pkill -f vite"],
  },
  {
    id: "defence-off",
    threat: "Weakened defences",
    technique: "T1562.004",
    score: severity.ask,
    check: firstOf(
      onCommand(["setenforce"], (command) =>
        /^(?:0|permissive)$/iu.test(command.operands[0] ?? "") ? "It switches SELinux to permissive" : null,
      ),
      onCommand(["ufw"], (command) =>
        !isDryRun(command) &&
        (/^(?:disable|reset|prepend|delete)$/u.test(command.subcommand) ||
          (command.subcommand === "logging" && command.operands[0] === "off"))
          ? "It opens or switches off the firewall"
          : null,
      ),
      onCommand(["iptables", "ip6tables", "nft", "ipfw", "ebtables"], (command) =>
        has(command, "--flush", "--delete-chain", "--delete", "--zero") ||
        (has(command, "--policy") && command.operands.some((target) => /^accept$/iu.test(target))) ||
        /^(?:flush|delete)/u.test(command.operands[0] ?? "")
          ? "It removes firewall rules"
          : null,
      ),
      onCommand(["pfctl"], (command) =>
        has(command, "-d", "-F", "-f") ? "It switches the packet filter off or replaces its rules" : null,
      ),
      onCommand(["firewall-cmd"], (command) =>
        has(command, "--panic-off") || value(command, "--zone") === "trusted" ? "It weakens the firewall" : null,
      ),
      onCommand(["spctl"], (command) =>
        has(command, "--master-disable", "--global-disable", "--disable") ? "It switches Gatekeeper off" : null,
      ),
      onCommand(["csrutil", "fdesetup"], (command) =>
        command.subcommand === "disable" ? "It switches a protection of the system off" : null,
      ),
      onCommand(["mdatp"], (command) =>
        command.operands.some((word) => /disabled/iu.test(word)) ||
        (command.operands.includes("exclusion") && command.operands.includes("add"))
          ? "It switches malware protection off"
          : null,
      ),
      onCommand(["apparmor_parser"], (command) =>
        has(command, "-R", "--remove") ? "It takes a protection of the kernel away" : null,
      ),
      onCommand(["aa-teardown", "aa-disable"], (command) =>
        isDryRun(command) ? null : `${command.program} takes a protection of the kernel away`,
      ),
      onCommand(["sysctl"], (command) =>
        command.operands.some((setting) =>
          /^(?:kernel\.(?:randomize_va_space|kptr_restrict|yama\.ptrace_scope|dmesg_restrict|modules_disabled|core_pattern|sysrq|unprivileged_bpf_disabled)|fs\.(?:suid_dumpable|protected_\w+))\s*=/u.test(
            setting,
          ),
        )
          ? "It weakens the kernel's protection"
          : null,
      ),
      onCommand(["tmutil"], (command) =>
        /^(?:disable|disablelocal|delete|deletelocalsnapshots)/u.test(command.subcommand)
          ? "It stops or deletes backups"
          : null,
      ),
    ),
    match: [
      "setenforce 0",
      "ufw disable",
      "iptables -F",
      "spctl --global-disable",
      "sysctl -q -w kernel.randomize_va_space=0",
    ],
    not_match: ["iptables -L -n", "ufw status", "sysctl -a", "csrutil report"],
  },
  {
    id: "immutable-flag",
    threat: "Weakened defences",
    technique: "T1222.002",
    score: severity.ask,
    check: firstOf(
      onCommand(["chattr"], (command) =>
        has(command, "-i", "-a", "-u") || /^[+=][a-z]*[iau]/u.test(command.operands[0] ?? "")
          ? "It changes the flag that keeps a file from being changed"
          : null,
      ),
      onCommand(["chflags"], (command) =>
        /(?:no)?(?:s|u)?(?:chg|immutable|appnd|hidden)/u.test(command.operands[0] ?? "")
          ? "It changes flags that protect or hide a file"
          : null,
      ),
      onCommand(["xattr"], (command) =>
        has(command, "-c") || values(command, "-d").some((name) => name.includes("quarantine"))
          ? "It takes the quarantine mark off a downloaded file"
          : null,
      ),
    ),
    match: ["chattr -i /etc/passwd", "xattr -d com.apple.quarantine app.app"],
    not_match: ["lsattr file", "xattr -l notes.txt"],
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
    match: ["echo b > /proc/sysrq-trigger"],
    not_match: ["cat /proc/cpuinfo"],
  },
];
