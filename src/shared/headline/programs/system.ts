// Programs that manage this computer, in headlines: disks, processes, services, accounts, schedules.
import { change, changeForOthers, destroy, look, start } from "../act.ts";
import { cutEnd, few, quoted } from "../text.ts";
import { commandName, has, isRehearsal, type Reader, readers, wordsOf } from "./read.ts";

const computer = { reach: "computer" } as const;
const caution = { reach: "computer", tone: "caution" } as const;
const danger = { reach: "computer", tone: "danger" } as const;

const service: Reader = (command) => {
  const words = wordsOf(command);
  const at = words.findIndex((word) =>
    /^(?:start|stop|restart|reload|enable|disable|mask|unmask|kill|daemon-reload|load|unload|bootstrap|bootout|kickstart|edit|isolate|try-restart|revert|link)$/u.test(
      word,
    ),
  );
  const word = words[at] ?? "";
  const what = few(words.filter((_, index) => index !== at)) || "services";
  if (at === -1) return look("Look up", `services with ${command.program}`);
  if (/^(?:enable|load|bootstrap|link)$/u.test(word))
    return change("Start", `${what} now and at every start`, { ...caution, note: "stays after this" });
  if (/^(?:stop|disable|mask|kill|unload|bootout|isolate)$/u.test(word))
    return change("Stop", `service ${what}`, caution);
  return change("Restart or reload", `service ${what}`, caution);
};

const disk: Reader = (command) =>
  isRehearsal(command) || has(command, "-l", "--list")
    ? look("List", "disks")
    : destroy("Format or repartition", few(command.operands) || "a disk", computer);

const overwrites: Reader = ({ operands }) => {
  const to = operands.find((operand) => operand.startsWith("of="))?.slice(3);
  if (to === undefined) return start("Copy", "raw data");
  return /^\/dev\/(?!null$|stdout$|stderr$)/u.test(to)
    ? destroy("Overwrite", cutEnd(to), computer)
    : change("Write", cutEnd(to));
};

const accounts: Reader = (command) => change("Change", `user accounts (${quoted(commandName(command))})`, danger);

const schedules: Reader = (command) =>
  has(command, "-l", "--list")
    ? look("List", "scheduled jobs")
    : has(command, "-r", "--remove")
      ? destroy("Delete", "all scheduled jobs", computer)
      : change("Change", "scheduled jobs", { ...caution, note: "runs again automatically later" });

const firewall: Reader = (command) =>
  has(command, "-L", "--list", "-S", "--list-rules") || /^(?:status|list|show)$/u.test(wordsOf(command)[0] ?? "")
    ? look("Show", "the firewall's rules")
    : change("Change", `the firewall (${quoted(commandName(command))})`, danger);

const stops: Reader = (command) => {
  const signalsNothing = has(command, "-0", "-l", "--list") || command.arguments.includes("-0");
  const everything = command.arguments.includes("-1") && command.program === "kill";
  if (everything) return change("Stop", "every process", { ...danger, note: "unsaved work is lost" });
  const what = few(command.operands.filter((operand) => !operand.startsWith("-")));
  return signalsNothing
    ? look("Check", `whether process ${what} runs`)
    : change("Stop", `process ${what}`.trim(), { ...caution, note: "unsaved work in it is lost" });
};

const defences: Reader = (command) => {
  const words = wordsOf(command);
  return /^(?:0|permissive|off|disable|stop|--master-disable)$/iu.test(words[0] ?? "")
    ? change("Switch off", `a protection of this computer (${quoted(commandName(command))})`, danger)
    : change("Change", `protections of this computer (${quoted(commandName(command))})`, caution);
};

const destructive =
  /\b(?:drop\s+(?:table|database|schema|index|view|user|role|owned|column)|truncate|delete\s+from|dropdatabase|deletemany|flushall|flushdb|remove\s*\()/iu;

const database: Reader = (command, { code }) => {
  const { program, operands, options, input } = command;
  const given = [...operands, ...options.flatMap(({ value }) => value ?? []), ...(input === undefined ? [] : [input])];
  if (
    given.some((text) => destructive.test(text)) ||
    (program.startsWith("mongo") && code.some(({ text }) => destructive.test(text)))
  )
    return destroy("Delete", `data in a database with ${program}`);
  if (program === "redis-cli" && /^(?:config|shutdown|replicaof|slaveof|debug)$/iu.test(operands[0] ?? ""))
    return changeForOthers("Change", `how the database works (${quoted(commandName(command))})`);
  const where = operands[0] === undefined ? "" : ` (${cutEnd(operands[0], 32)})`;
  return changeForOthers("Query or change", `a database with ${program}${where}`, { tone: "calm" });
};

export const system = [
  ...readers("systemctl service launchctl rc-service initctl", service),
  ...readers("mkfs mkswap fdisk sfdisk parted gdisk sgdisk wipefs diskpart newfs mke2fs cfdisk format", disk),
  ...readers("shred srm wipe", ({ operands }) => destroy("Erase", few(operands) || "files", computer)),
  ...readers("dd", overwrites),
  ...readers("shutdown reboot halt poweroff init", (command) =>
    has(command, "-c")
      ? look("Cancel", "a planned shutdown")
      : change("Shut down or restart", "this computer", { ...danger, note: "stops everything that runs" }),
  ),
  ...readers("kill pkill killall xkill skill taskkill stop-process", stops),
  ...readers(
    "useradd userdel usermod groupadd groupdel groupmod passwd chpasswd adduser deluser visudo dscl gpasswd chsh net",
    accounts,
  ),
  ...readers("crontab at batch schtasks", schedules),
  ...readers("iptables ip6tables nft ufw firewall-cmd pfctl netsh", firewall),
  ...readers("setenforce csrutil spctl auditctl apparmor_parser aa-disable aa-teardown", defences),
  ...readers("chmod", ({ operands }) =>
    change("Change", `who may use ${few(operands.slice(1)) || "files"} (${cutEnd(operands[0] ?? "")})`),
  ),
  ...readers("chown chgrp setfacl", ({ operands }) =>
    change("Change", `the owner of ${few(operands.slice(1)) || "files"}`),
  ),
  ...readers("mount umount losetup cryptsetup swapon swapoff", (command) =>
    command.operands.length === 0
      ? look("List", "mounted disks")
      : change("Attach or detach", few(command.operands), caution),
  ),
  ...readers("modprobe insmod rmmod kextload kmutil", ({ operands }) =>
    change("Change", `what the system kernel loads (${few(operands, 1)})`, danger),
  ),
  ...readers("sysctl", (command) =>
    has(command, "-w", "--write", "--load", "-p") || command.operands.some((operand) => operand.includes("="))
      ? change("Change", `system settings (${few(command.operands, 1)})`, danger)
      : look("Show", "system settings"),
  ),
  ...readers("defaults gsettings dconf reg", (command) =>
    /^(?:read|find|query|get|list|list-recursively|dump|domains)/u.test(wordsOf(command)[0] ?? "")
      ? look("Show", "settings of this computer")
      : change("Change", `settings of this computer (${quoted(commandName(command))})`, caution),
  ),
  ...readers("psql mysql mariadb sqlite3 mongosh mongo redis-cli sqlcmd clickhouse-client cqlsh duckdb", database),
  ...readers("dropdb dropuser mysqladmin", (command) => destroy("Delete", `database ${few(command.operands)}`.trim())),
  ...readers("pg_dump pg_dumpall mysqldump mongodump", ({ operands }) =>
    look("Copy", `all data of database ${few(operands, 1)}`.trim(), { tone: "caution" }),
  ),
  ...readers("pg_restore mongorestore", ({ operands }) => destroy("Overwrite", `a database from ${few(operands, 1)}`)),
];
