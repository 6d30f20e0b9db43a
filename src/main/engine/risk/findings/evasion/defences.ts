// Defences: switching off or reconfiguring what watches and protects the machine.
import { severity } from "../../bands.ts";
import { type Heuristic, changing, firstOf, onCommand, onPath, onText } from "../../heuristic.ts";

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
