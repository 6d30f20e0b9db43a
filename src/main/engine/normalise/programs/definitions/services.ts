// Services: what starts, stops and schedules them, firewalls and settings of the kernel.
import type { Definition, Syntax } from "../definition.ts";

/** Subcommands of systemctl that make a service start with the machine. */
const lasting: Syntax = { options: ["--now", "--runtime"], effects: ["persistence"] };

export const services: readonly Definition[] = [
  {
    names: ["systemctl", "loginctl"],
    options: [
      "--user",
      "--system",
      "-q, --quiet",
      "-t, --type <text>",
      "--root <path>",
      "-f, --force",
      "-i",
      "--no-block",
    ],
    operands: "path",
    subcommands: {
      "add-wants": lasting,
      disable: { options: ["--now", "--runtime"] },
      edit: lasting,
      enable: lasting,
      kill: { options: ["-s, --signal <text>"] },
      link: lasting,
      mask: { options: ["--now"] },
      preset: lasting,
      reenable: lasting,
      stop: {},
      unmask: lasting,
    },
    examples: [
      { run: "systemctl enable --now nginx", subcommand: "enable", options: ["--now"], effects: ["persistence"] },
      { run: "systemctl link /tmp/x.service", subcommand: "link", reads: ["/tmp/x.service"], effects: ["persistence"] },
      { run: "systemctl --user status nginx", subcommand: "status", options: ["--user"] },
      { run: "systemctl is-enabled nginx", subcommand: "is-enabled" },
    ],
  },
  {
    names: ["service", "rc-service", "initctl"],
    examples: [
      { run: "service rsyslog stop", subcommand: "" },
      { run: "service --status-all", options: ["--status-all"] },
    ],
  },
  {
    names: ["chkconfig", "update-rc.d", "rc-update", "sysrc"],
    describe(command, record) {
      if (command.program === "chkconfig" || command.program === "update-rc.d") record.effect("persistence");
    },
    examples: [{ run: "chkconfig nginx on", effects: ["persistence"] }, { run: "sysrc nginx_enable=YES" }],
  },
  {
    names: ["shutdown", "reboot", "halt", "poweroff"],
    options: ["-c", "-k", "-w, --wtmp-only", "-h", "-r", "-P", "-f, --force", "--show"],
    examples: [
      { run: "shutdown -h +1", options: ["-h"] },
      { run: "shutdown -c", options: ["-c"] },
    ],
  },
  {
    names: ["ufw"],
    options: ["--dry-run", "-f, --force"],
    subcommands: {
      allow: {},
      default: {},
      delete: {},
      deny: {},
      disable: {},
      enable: {},
      logging: {},
      prepend: {},
      reset: {},
      status: {},
    },
    examples: [
      { run: "ufw --force disable", subcommand: "disable", options: ["--force"] },
      { run: "ufw status", subcommand: "status" },
    ],
  },
  {
    names: ["iptables", "ip6tables", "ebtables", "nft", "ipfw"],
    options: [
      "-A, --append <text>",
      "-D, --delete <text>",
      "-F, --flush",
      "-X, --delete-chain",
      "-Z, --zero",
      "-P, --policy <text>",
      "-L, --list",
      "-t, --table <text>",
      "-n, --numeric",
      "-j, --jump <text>",
      "-p, --protocol <text>",
    ],
    examples: [
      { run: "iptables -P INPUT ACCEPT", options: ["--policy"] },
      { run: "iptables -L -n", options: ["--list", "--numeric"] },
    ],
  },
  {
    names: ["pfctl"],
    options: ["-d", "-e", "-f <read>", "-F <text>", "-s <text>"],
    examples: [
      { run: "pfctl -f rules.conf", options: ["-f"], reads: ["rules.conf"] },
      { run: "pfctl -s rules", options: ["-s"] },
    ],
  },
  {
    names: ["firewall-cmd"],
    options: ["--panic-off", "--panic-on", "--zone <text>", "--list-all", "--add-port <text>", "--permanent"],
    examples: [
      { run: "firewall-cmd --zone=trusted --add-port=1/tcp", options: ["--zone", "--add-port"] },
      { run: "firewall-cmd --list-all", options: ["--list-all"] },
    ],
  },
  {
    names: ["sysctl"],
    options: ["-w, --write", "-a, --all", "-q, --quiet", "-p, --load[=<read>]", "-n, --values"],
    effects: ["privilege"],
    examples: [
      { run: "sysctl -q -w kernel.kptr_restrict=0", options: ["--quiet", "--write"], effects: ["privilege"] },
      { run: "sysctl -a", options: ["--all"], effects: ["privilege"] },
    ],
  },
];
