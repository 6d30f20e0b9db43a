// Privilege: becoming somebody with more rights, and making accounts that stay.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import {
  type Heuristic,
  changing,
  clip,
  firstOf,
  onAnyCommand,
  onCommand,
  onPath,
  onText,
  when,
} from "../../heuristic.ts";
import { has, isDryRun, value, values } from "../../../normalise/programs/invocation.ts";
import { changes, privileged } from "../../read.ts";

const accountFiles =
  /^\/(?:private\/)?etc\/(?:sudoers(?:\.d(?:\/|$)|$)|passwd-?$|shadow-?$|group-?$|gshadow$|master\.passwd$|doas\.conf$|pam\.d(?:\/|$)|pam\.conf$|security\/|polkit-1\/|ld\.so\.(?:preload|conf)|nsswitch\.conf$|login\.defs$)/u;
/** The administrator's number, for a user or a group. */
const isRoot = (id: string): boolean => /^0+$/u.test(id);

const powerfulGroup = /\b(?:sudo|wheel|admin|root|docker|lxd|disk|adm|shadow|libvirt|administrators)\b/iu;

/** The groups an account is put into. */
function joinedGroups(command: CommandFact): readonly string[] {
  const { operands } = command;
  const named = values(command, "--groups", "--gid");
  switch (command.program) {
    // `gpasswd -a ada docker`
    case "gpasswd":
      return has(command, "--add") ? operands : [];
    // `adduser ada docker`
    case "adduser":
    case "addgroup":
      return operands.length > 1 ? [...named, ...operands.slice(-1)] : named;
    // `pw groupmod wheel -m ada`, `pw usermod ada -G wheel`
    case "pw":
      return [...named, ...(operands[0] === "groupmod" ? operands.slice(1) : [])];
    // `dseditgroup -o edit -a ada -t user admin`
    case "dseditgroup":
      return has(command, "-a") ? operands : [];
    default:
      return named;
  }
}

export const privilege: readonly Heuristic[] = [
  {
    id: "account-files-changed",
    threat: "Privilege escalation",
    technique: "T1548.003",
    score: severity.critical,
    check: firstOf(
      onPath(changing, (path) =>
        accountFiles.test(path.path) ? `It changes ${path.path}, which decides who may do what` : null,
      ),
      onText(/nopasswd\s*:\s*all/u, "It grants rights without a password"),
    ),
    match: [
      "echo 'user ALL=(ALL) NOPASSWD: ALL' | sudo tee -a /etc/sudoers",
      "echo x >> /etc/passwd",
      "sed -i 's/x/y/' /etc/pam.d/su",
    ],
    not_match: ["cat /etc/passwd", "getent group docker"],
  },
  {
    id: "set-group-id",
    threat: "Privilege escalation",
    technique: "T1548.001",
    score: severity.warn,
    check: onCommand(["chmod"], (command, view) => {
      const setting = command.operands
        .slice(0, 2)
        .some((operand) => /^(?:0?2[0-7]{3}|g[+=][rwxt]*s[rwxst]*)(?:,.*)?$/u.test(operand));
      return setting && view.facts.paths.some((path) => changes(path))
        ? "It makes a program run with its group's rights"
        : null;
    }),
    match: ["chmod g+s helper", "chmod 2755 helper"],
    not_match: ["chmod g+w helper"],
  },
  {
    id: "powerful-group",
    threat: "Privilege escalation",
    technique: "T1098",
    score: severity.ask,
    check: firstOf(
      onCommand(["usermod", "gpasswd", "adduser", "addgroup", "pw", "dseditgroup", "useradd"], (command) =>
        joinedGroups(command).some((group) => powerfulGroup.test(group))
          ? "It puts an account into a group with the administrator's power"
          : null,
      ),
      onCommand(["useradd"], (command) =>
        values(command, "--uid", "--gid").some(isRoot) ? "It makes an account with the administrator's number" : null,
      ),
    ),
    match: ["sudo usermod -aG docker mallory", "useradd -o -u 0 -g 0 toor"],
    not_match: ["groups", "usermod --help"],
  },
  {
    id: "shell-as-administrator",
    threat: "Privilege escalation",
    technique: "T1548.003",
    score: severity.ask,
    check: firstOf(
      onCommand(["sudo", "doas", "pkexec", "run0"], (command) =>
        has(command, "--shell", "--login") &&
        command.operands.length === 0 &&
        (value(command, "--user") ?? "root") === "root"
          ? `${command.program} opens a shell with the administrator's rights`
          : null,
      ),
      onAnyCommand(["wrapper"], (command) =>
        command.wrappers.some((wrapper) => /^(?:sudo|doas|pkexec|run0)$/u.test(wrapper)) &&
        /^(?:sh|bash|zsh|dash|ksh|fish|csh|tcsh|ash)$/u.test(command.program) &&
        command.operands.length === 0 &&
        command.options.every(({ name }) => /^-[ilp]+$/u.test(name)) &&
        command.input === undefined &&
        command.position === 0 &&
        command.redirects.length === 0
          ? "It opens a shell with the administrator's rights"
          : null,
      ),
      onCommand(["su"], (command) =>
        !isDryRun(command) && privileged(command) && command.operands.every((each) => each === "-" || each === "root")
          ? "It becomes the administrator"
          : null,
      ),
    ),
    match: ["sudo -i", "sudo su", "sudo bash", "sudo su - root"],
    not_match: ["sudo apt-get -q update", "sudo systemctl status nginx", "su - postgres"],
  },
  {
    id: "remote-access-opened",
    threat: "Weakened defences",
    technique: "T1021",
    score: severity.ask,
    check: firstOf(
      onCommand(["kickstart", "systemsetup", "networksetup"], (command) =>
        command.options.some(
          ({ name, value: state }) =>
            /^-(?:activate|set\w*proxy|setdnsservers)$/iu.test(name) ||
            (/^-setremote(?:login|appleevents)$/iu.test(name) && state?.toLowerCase() === "on"),
        )
          ? `${command.program} opens or redirects this machine's network`
          : null,
      ),
    ),
    match: ["sudo systemsetup -f -setremotelogin on", "networksetup -setwebproxy Wi-Fi 127.0.0.1 8080"],
    not_match: ["networksetup -listallhardwareports"],
  },
  {
    id: "kept-rights-shell",
    threat: "Privilege escalation",
    technique: "T1548.001",
    score: severity.warn,
    check: onCommand(["bash", "sh", "dash", "zsh", "ksh", "csh", "ash", "fish"], (command) =>
      command.options.some(({ name }) => /^-[a-z]*p[a-z]*$/u.test(name)) &&
      !command.options.some(({ name }) => name.startsWith("-c"))
        ? "It starts a shell that keeps borrowed rights"
        : null,
    ),
    match: ["./bash -p", "/tmp/sh -p"],
    not_match: ["bash script.sh", "mkdir -p x"],
  },
  {
    id: "library-preloaded",
    threat: "Privilege escalation",
    technique: "T1574.006",
    score: severity.ask,
    check: firstOf(
      onAnyCommand(["assignment"], (command) => {
        const name = Object.keys(command.assignments).find((each) =>
          /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/u.test(each),
        );
        return name !== undefined &&
          /^[^.]/u.test(command.assignments[name] ?? "") &&
          !/jemalloc|tcmalloc|mimalloc|libasan|faketime|libfakeroot|stderred/u.test(command.assignments[name] ?? "")
          ? `${name} puts a library into another program`
          : null;
      }),
      onCommand(["export"], (command) =>
        /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)=./u.test(command.operands[0] ?? "")
          ? "It puts a library into every program that starts"
          : null,
      ),
    ),
    match: ["LD_PRELOAD=/tmp/x.so ls", "export LD_PRELOAD=/tmp/x.so"],
    not_match: ["LD_LIBRARY_PATH=lib ./app", "LD_PRELOAD= ls"],
  },
  {
    id: "administrator-rights",
    threat: "Privilege escalation",
    technique: "T1548.003",
    score: severity.weak,
    check: when(["wrapper", { program: (program) => program === "sudo" || program === "doas" }], (view) => {
      const command =
        view.facts.commands.find(privileged) ?? view.byProgram.get("sudo")?.[0] ?? view.byProgram.get("doas")?.[0];
      return command === undefined
        ? null
        : { reason: "It runs with the administrator's rights", evidence: clip(command.text) };
    }),
    match: ["sudo apt-get install jq"],
    not_match: ["apt-get install jq"],
  },
];
