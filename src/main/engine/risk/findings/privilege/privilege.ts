// Privilege: becoming somebody with more rights, and making accounts that stay.
import { severity } from "../bands.ts";
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
} from "../heuristic.ts";
import { changes, given, harmless, joined, operands, privileged, verbs } from "../read.ts";

const accountFiles =
  /^\/(?:private\/)?etc\/(?:sudoers(?:\.d(?:\/|$)|$)|passwd-?$|shadow-?$|group-?$|gshadow$|master\.passwd$|doas\.conf$|pam\.d(?:\/|$)|pam\.conf$|security\/|polkit-1\/|ld\.so\.(?:preload|conf)|nsswitch\.conf$|login\.defs$)/u;
const powerfulGroup = /\b(?:sudo|wheel|admin|root|docker|lxd|disk|adm|shadow|libvirt|administrators)\b/iu;

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
    examples: {
      risky: [
        "echo 'user ALL=(ALL) NOPASSWD: ALL' | sudo tee -a /etc/sudoers",
        "echo x >> /etc/passwd",
        "sed -i 's/x/y/' /etc/pam.d/su",
      ],
      honest: ["cat /etc/passwd", "getent group docker"],
    },
  },
  {
    id: "set-user-id",
    threat: "Privilege escalation",
    technique: "T1548.001",
    score: severity.deny,
    check: firstOf(
      onCommand(["chmod"], (command) =>
        operands(command)
          .slice(0, 2)
          .some((operand) =>
            /^(?:0?[4567][0-7]{3}|[ugo]*[ua][ugo]*[+=][rwxt]*s[rwxst]*|\+[rwxt]*s[rwxst]*)(?:,.*)?$/u.test(operand),
          )
          ? "It makes a program run with its owner's rights"
          : null,
      ),
      onCommand(["setcap"], (command) =>
        !/^-v\b/u.test(joined(command)) &&
        /cap_(?:setuid|setgid|sys_admin|sys_ptrace|dac_override|dac_read_search|sys_module|chown|fowner|net_raw|all)|=ep/iu.test(
          joined(command),
        )
          ? "It gives a program rights that only the administrator has"
          : null,
      ),
      onCommand(["install"], (command) =>
        /(?:-m|--mode)[= ]?[ugo+]*(?:[2467]\d{3}|[ug]*\+?[xrw]*s)/u.test(joined(command))
          ? "It installs a program that runs with its owner's rights"
          : null,
      ),
    ),
    examples: {
      risky: ["chmod u+s /tmp/sh", "chmod 4755 helper", "sudo setcap cap_setuid=ep /tmp/x"],
      honest: ["chmod +x run.sh", "chmod 755 bin", "getcap bin/x", "setcap -v cap_net_raw+ep bin/x"],
    },
  },
  {
    id: "set-group-id",
    threat: "Privilege escalation",
    technique: "T1548.001",
    score: severity.warn,
    check: onCommand(["chmod"], (command, view) => {
      const setting = operands(command)
        .slice(0, 2)
        .some((operand) => /^(?:0?2[0-7]{3}|g[+=][rwxt]*s[rwxst]*)(?:,.*)?$/u.test(operand));
      return setting && view.facts.paths.some((path) => changes(path))
        ? "It makes a program run with its group's rights"
        : null;
    }),
    examples: { risky: ["chmod g+s helper", "chmod 2755 helper"], honest: ["chmod g+w helper"] },
  },
  {
    id: "account-made",
    threat: "Privilege escalation",
    technique: "T1136.001",
    score: severity.ask,
    check: firstOf(
      onCommand(["useradd", "adduser", "newusers", "luseradd"], (command) =>
        harmless(command) || operands(command).length === 0 || (command.program === "useradd" && given(command, "D"))
          ? null
          : `${command.program} makes an account`,
      ),
      onCommand(["userdel", "deluser"], (command) =>
        harmless(command) || operands(command).length === 0 ? null : `${command.program} removes an account`,
      ),
      onCommand(["pw"], (command) =>
        /\b(?:user|group)?(?:add|mod|del|lock|unlock)\b/u.test(verbs(command, 2).join(" "))
          ? "It changes accounts"
          : null,
      ),
      onCommand(["dscl"], (command) =>
        /(?:^|\s)-?(?:create|append|passwd|delete|merge|change)\s/u.test(joined(command))
          ? "It changes accounts"
          : null,
      ),
      onCommand(["sysadminctl", "dseditgroup", "dsenableroot", "pwpolicy"], (command) =>
        /-(?:addUser|deleteUser|resetPasswordFor|guestAccount|newPassword|o edit|a\b|clearaccountpolicies)/u.test(
          joined(command),
        ) || command.program === "dsenableroot"
          ? "It changes accounts"
          : null,
      ),
      onCommand(["passwd", "chpasswd"], (command) =>
        harmless(command) || given(command, "Sl", "status", "list", "list-shells")
          ? null
          : `${command.program} changes how somebody logs in`,
      ),
      onCommand(["usermod", "chsh"], (command) =>
        /--(?:password|lock|unlock|expiredate)|(?:^|\s)-[pLUe]\b|\bnobody\b|\b(?:www-data|daemon|bin|sys)$/u.test(
          joined(command),
        )
          ? `${command.program} changes how somebody logs in`
          : null,
      ),
      onCommand(["ldapadd", "ldapmodify", "ldapdelete", "samba-tool", "kadmin", "kadmin.local", "ipa"], (command) =>
        harmless(command) ? null : `${command.program} changes a directory of accounts`,
      ),
    ),
    examples: {
      risky: ["sudo useradd -m mallory", "echo 'root:x' | chpasswd", "dscl . -create /Users/x", "passwd root"],
      honest: ["id", "useradd --help", "passwd --status"],
    },
  },
  {
    id: "identity-shared",
    threat: "Privilege escalation",
    technique: "T1136.001",
    score: severity.deny,
    check: onCommand(["useradd", "usermod", "groupadd", "groupmod", "adduser", "addgroup"], (command) =>
      /(?:^|\s)-(?:[a-z]*o[a-z]*u?g?\s+0|[ug]\s*0)(?:\s|$)|--(?:uid|gid)[= ]0(?:\s|$)/u.test(joined(command))
        ? "It gives another name the administrator's number"
        : null,
    ),
    examples: {
      risky: ["groupadd -g 0 -o helpers", "useradd -ou 0 -g 0 backup", "usermod --uid 0 me"],
      honest: ["groupadd -g 1001 app", "useradd -m -u 1000 app"],
    },
  },
  {
    id: "account-changed",
    threat: "Privilege escalation",
    technique: "T1098",
    score: severity.warn,
    check: onCommand(
      [
        "usermod",
        "groupmod",
        "gpasswd",
        "chage",
        "chsh",
        "vipw",
        "vigr",
        "groupadd",
        "addgroup",
        "groupdel",
        "delgroup",
      ],
      (command) =>
        harmless(command) || given(command, "l", "list", "list-shells") || command.arguments.length === 0
          ? null
          : `${command.program} changes an account or a group`,
    ),
    examples: {
      risky: ["sudo usermod --home /x user", "groupadd devs"],
      honest: ["chage -l user", "groups"],
    },
  },
  {
    id: "powerful-group",
    threat: "Privilege escalation",
    technique: "T1098",
    score: severity.deny,
    check: firstOf(
      onCommand(["usermod", "gpasswd", "adduser", "addgroup", "pw", "dseditgroup", "useradd"], (command) => {
        const line = joined(command);
        return powerfulGroup.test(line) &&
          /-[a-zA-Z]*[aG]\b|--(?:append|groups|add)|groupmod|-g\s+(?:0|wheel)|^\S+\s+(?:sudo|wheel|docker|admin)$|-t user/u.test(
            line,
          )
          ? "It puts an account into a group with the administrator's power"
          : null;
      }),
      onCommand(["useradd"], (command) =>
        /(?:-o\b.*-u\s*0|-u\s*0\b|-g\s*0\b|--uid[= ]0\b|--gid[= ]0\b)/u.test(joined(command))
          ? "It makes an account with the administrator's number"
          : null,
      ),
    ),
    examples: {
      risky: ["sudo usermod -aG docker mallory", "useradd -o -u 0 -g 0 toor"],
      honest: ["groups", "usermod --help"],
    },
  },
  {
    id: "shell-as-administrator",
    threat: "Privilege escalation",
    technique: "T1548.003",
    score: severity.ask,
    check: firstOf(
      onCommand(["sudo", "doas", "pkexec", "run0"], (command) =>
        given(command, "si", "shell", "login") && operands(command).length === 0
          ? `${command.program} opens a shell with the administrator's rights`
          : null,
      ),
      onAnyCommand(["wrapper"], (command) =>
        command.wrappers.some((wrapper) => /^(?:sudo|doas|pkexec|run0)$/u.test(wrapper)) &&
        /^(?:sh|bash|zsh|dash|ksh|fish|csh|tcsh|ash)$/u.test(command.program) &&
        command.arguments.every((argument) => /^-[ilp]+$/u.test(argument)) &&
        command.input === undefined &&
        command.position === 0 &&
        command.redirects.length === 0
          ? "It opens a shell with the administrator's rights"
          : null,
      ),
      onCommand(["su"], (command) =>
        !harmless(command) && privileged(command) && operands(command).filter((each) => each !== "root").length === 0
          ? "It becomes the administrator"
          : null,
      ),
    ),
    examples: {
      risky: ["sudo -i", "sudo su", "sudo bash", "sudo su - root"],
      honest: ["sudo apt-get -q update", "sudo systemctl status nginx", "su - postgres"],
    },
  },
  {
    id: "remote-access-opened",
    threat: "Weakened defences",
    technique: "T1021",
    score: severity.ask,
    check: firstOf(
      onCommand(["kickstart", "systemsetup", "networksetup"], (command) =>
        /-activate|-setremotelogin\s+on|-setremoteappleevents\s+on|-set\w*proxy|-setdnsservers/iu.test(joined(command))
          ? `${command.program} opens or redirects this machine's network`
          : null,
      ),
    ),
    examples: {
      risky: ["sudo systemsetup -f -setremotelogin on", "networksetup -setwebproxy Wi-Fi 127.0.0.1 8080"],
      honest: ["networksetup -listallhardwareports"],
    },
  },
  {
    id: "kept-rights-shell",
    threat: "Privilege escalation",
    technique: "T1548.001",
    score: severity.warn,
    check: onCommand(["bash", "sh", "dash", "zsh", "ksh", "csh", "ash", "fish"], (command) =>
      command.arguments.some((argument) => /^-[a-z]*p[a-z]*$/u.test(argument)) &&
      !command.arguments.some((argument) => argument.startsWith("-c"))
        ? "It starts a shell that keeps borrowed rights"
        : null,
    ),
    examples: { risky: ["./bash -p", "/tmp/sh -p"], honest: ["bash script.sh", "mkdir -p x"] },
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
        /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)=./u.test(command.arguments[0] ?? "")
          ? "It puts a library into every program that starts"
          : null,
      ),
    ),
    examples: {
      risky: ["LD_PRELOAD=/tmp/x.so ls", "export LD_PRELOAD=/tmp/x.so"],
      honest: ["LD_LIBRARY_PATH=lib ./app", "LD_PRELOAD= ls"],
    },
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
    examples: { risky: ["sudo apt-get install jq"], honest: ["apt-get install jq"] },
  },
];
