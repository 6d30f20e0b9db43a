// Programs that change accounts, groups and passwords.
import type { Definition } from "../../definition.ts";
import { has } from "../../invocation.ts";

const privilege = ["privilege"] as const;

const account = [
  "-u, --uid <text>",
  "-g, --gid <text>",
  "-G, --groups <text>",
  "-a, --append",
  "-o, --non-unique",
  "-d, --home, --home-dir <text>",
  "-s, --shell <text>",
  "-c, --gecos, --comment <text>",
  "-p, --password <text>",
  "-e, --expiredate <text>",
  "-f, --inactive <text>",
  "-k, --skel <text>",
  "-K, --key <text>",
  "-l, --login <text>",
  "-L, --lock",
  "-U, --unlock",
  "-R, --root <text>",
  "-Z, --selinux-user <text>",
];

export const accounts: readonly Definition[] = [
  {
    names: ["useradd", "luseradd"],
    options: [
      ...account.filter((option) => !/^-[aLUl],/u.test(option)),
      "-m, --create-home",
      "-M, --no-create-home",
      "-N, --no-user-group",
      "-U, --user-group",
      "-r, --system",
      "-D, --defaults",
      "-b, --base-dir <text>",
      "-l, --no-log-init",
    ],
    effects: ["privilege", "persistence"],
    examples: [
      { run: "useradd -ou 0 toor", options: ["--non-unique", "--uid"], effects: ["privilege", "persistence"] },
      { run: "useradd -D", options: ["--defaults"], effects: ["privilege", "persistence"] },
    ],
  },
  {
    names: ["adduser", "addgroup"],
    options: [
      "-u, --uid <text>",
      "-g, --gid <text>",
      "-G, --ingroup, --groups <text>",
      "--home <text>",
      "-h <text>",
      "-s, --shell <text>",
      "-c, --gecos, --comment <text>",
      "-D, --disabled-password",
      "--disabled-login",
      "-S, --system",
      "-o",
      "-m, --create-home",
      "-d <text>",
    ],
    describe({ program }, record) {
      if (program === "adduser") record.effect("privilege", "persistence");
    },
    examples: [
      { run: "adduser --gecos '' ada", options: ["--comment"], effects: ["privilege", "persistence"] },
      { run: "addgroup devs" },
    ],
  },
  {
    names: ["usermod"],
    options: [...account, "-m, --move-home", "-r, --remove"],
    effects: privilege,
    examples: [
      { run: "usermod -aG docker ada", options: ["--append", "--groups"], effects: privilege },
      { run: "usermod --unlock ada", options: ["--unlock"], effects: privilege },
    ],
  },
  {
    names: ["groupadd", "groupmod", "groupdel", "delgroup"],
    options: [
      "-g, --gid <text>",
      "-o, --non-unique",
      "-n, --new-name <text>",
      "-U, --users <text>",
      "-f, --force",
      "-r, --system",
    ],
    describe({ program }, record) {
      if (program === "groupadd") record.effect("privilege");
    },
    examples: [
      { run: "groupadd -g 0 -o helpers", options: ["--gid", "--non-unique"], effects: privilege },
      { run: "groupdel helpers" },
    ],
  },
  {
    names: ["gpasswd"],
    options: [
      "-a, --add <text>",
      "-d, --delete <text>",
      "-A, --administrators <text>",
      "-M, --members <text>",
      "-r, --remove-password",
    ],
    effects: privilege,
    examples: [
      { run: "gpasswd -a ada docker", options: ["--add"], effects: privilege },
      { run: "gpasswd docker", effects: privilege },
    ],
  },
  {
    names: ["passwd"],
    options: [
      "-S, --status",
      "-a, --all",
      "-d, --delete",
      "-l, --lock",
      "-u, --unlock",
      "-e, --expire",
      "--stdin",
      "-n, --mindays <text>",
      "-x, --maxdays <text>",
    ],
    describe(command, record) {
      if (!has(command, "--status")) record.effect("privilege");
    },
    examples: [
      { run: "passwd -d ada", options: ["--delete"], effects: privilege },
      { run: "passwd -S", options: ["--status"] },
    ],
  },
  {
    names: ["chpasswd", "newusers", "vipw", "vigr", "newgrp", "pwck"],
    options: ["-e, --encrypted", "-c, --crypt-method <text>", "-R, --root <text>"],
    operands: "path",
    describe({ program }, record) {
      if (program !== "newusers" && program !== "vigr") record.effect("privilege");
    },
    examples: [
      { run: "chpasswd", effects: privilege },
      { run: "newusers ./list", reads: ["./list"] },
    ],
  },
  {
    names: ["chage", "chsh", "chfn", "userdel", "deluser"],
    options: [
      "-l, --list",
      "--list-shells",
      "-s, --shell <text>",
      "-r, --remove",
      "-f, --force",
      "-E, --expiredate <text>",
      "-M, --maxdays <text>",
      "--remove-home",
      "--backup-to <path>",
    ],
    examples: [
      { run: "chsh -s /bin/sh ada", options: ["--shell"] },
      { run: "chage -l ada", options: ["--list"] },
    ],
  },
  {
    names: ["visudo"],
    options: ["-c, --check", "-f, --file <text>", "-q, --quiet", "-s, --strict"],
    effects: privilege,
    describe(command, record) {
      // It only checks what is there.
      if (has(command, "--check")) return;
      for (const { name, value } of command.options) if (name === "--file" && value !== undefined) record.writes(value);
      for (const operand of command.operands) record.writes(operand);
      record.writes("/etc/sudoers");
    },
    examples: [
      {
        run: "visudo -f ./rules",
        options: ["--file"],
        writes: ["./rules", "/etc/sudoers"],
        effects: ["privilege", "persistence"],
      },
      { run: "visudo -cf ./rules", options: ["--check", "--file"], effects: privilege },
    ],
  },
  {
    names: ["sudoedit"],
    options: ["-u, --user <text>", "-g, --group <text>", "-n, --non-interactive"],
    operands: "write",
    effects: privilege,
    examples: [
      { run: "sudoedit -u ada notes.txt", options: ["--user"], writes: ["notes.txt"], effects: privilege },
      { run: "sudoedit --help", effects: privilege },
    ],
  },
];
