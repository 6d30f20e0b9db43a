// Temporary files: things made, renamed, hidden or fetched there and run at once.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../../heuristic.ts";
import { isShell } from "../../programs.ts";
import { has, settingsOf, value } from "../../../normalise/programs/invocation.ts";
import { privileged } from "../../read.ts";

export const temporaryFiles: readonly Heuristic[] = [
  {
    id: "shell-copied",
    threat: "Obfuscation",
    technique: "T1036.003",
    score: severity.ask,
    check: onCommand(["cp", "mv", "ln", "install"], (command) => {
      const source = /\$\((?:which|command -v) (?:ba|z|da)?sh\)/u.test(command.text)
        ? "the shell"
        : command.operands.find((operand) =>
            /^\/(?:usr\/)?bin\/(?:(?:ba|z|da|k|c)?sh|python\d?(?:\.\d+)?|perl|ruby|nc|ncat|curl|wget|base64)$/u.test(
              operand,
            ),
          );
      const target = command.operands.at(-1) ?? "";
      return source !== undefined && target !== source && !/^\/(?:usr\/)?(?:local\/)?bin\//u.test(target)
        ? `It gives ${source} another name or place`
        : null;
    }),
    match: ["cp /bin/sh /tmp/crond"],
    not_match: ["cp run.sh /tmp/run.sh", "ln -s /usr/bin/python3 /usr/local/bin/python"],
  },
  {
    id: "download-made-runnable",
    threat: "Remote code execution",
    technique: "T1105",
    score: severity.ask,
    check: onCommand(["chmod"], (command, view) =>
      /\+[rw]*x|\b[0-7]?[1357][0-7]{2}\b/u.test(command.operands[0] ?? "") &&
      view.facts.commands.some((other) => /^(?:curl|wget|fetch|aria2c|scp|ftp)$/u.test(other.program)) &&
      view.facts.hosts.some((host) => !host.local) &&
      view.facts.commands.some((other) => isShell(other.program) || /^\.?\//u.test(other.text))
        ? "It downloads something, makes it runnable and runs a program"
        : null,
    ),
    match: ["curl -sO https://e.example/a.sh; chmod +x a.sh; bash b.sh"],
    not_match: ["chmod +x run.sh && ./run.sh", "curl -o a.json https://e.example/a.json"],
  },
  {
    id: "build-file-run",
    threat: "Living off the land",
    technique: "T1127",
    score: severity.weak,
    check: onAnyCommand(["redirect"], (command, view) => {
      const file = command.redirects.find(
        (redirect) =>
          redirect.operator.includes(">") &&
          /(?:^|\/)(?:setup\.py|makefile|package\.json|gemfile|vagrantfile|composer\.json|rakefile|build\.gradle|pom\.xml|cmakelists\.txt|dockerfile|\w+\.spec)$/iu.test(
            redirect.target,
          ),
      );
      const tool =
        file === undefined
          ? undefined
          : view.facts.commands.find((other) =>
              /^(?:pip3?|easy_install|make|npm|yarn|pnpm|bundle|vagrant|composer|rake|gradle|mvn|cmake|docker|rpmbuild|python3?)$/u.test(
                other.program,
              ),
            );
      return tool === undefined ? null : `It writes ${file?.target} and has ${tool.program} obey it at once`;
    }),
    match: ["echo 'x' > setup.py; pip install ."],
    not_match: ["pip install .", "echo x > notes.txt; make"],
  },
  {
    id: "script-from-scratch-place",
    threat: "Living off the land",
    technique: "T1204.002",
    score: severity.ask,
    check: onCommand(isShell, (command) => {
      const [script] = command.operands;
      return script !== undefined &&
        /^\/(?:tmp|var\/tmp|dev\/shm|private\/tmp)\/\S/u.test(script) &&
        !has(command, "-c", "-n")
        ? `It runs the script ${script} from a place for scratch files`
        : null;
    }),
    match: ["sh /tmp/x.sh", "bash /dev/shm/.a"],
    not_match: ["bash run.sh", "bash -n /tmp/x.sh", "python /tmp/x.py"],
  },
  {
    id: "files-encrypted",
    threat: "Data destruction",
    technique: "T1486",
    score: severity.ask,
    check: firstOf(
      onCommand(["openssl"], (command) =>
        command.subcommand === "enc" && !has(command, "-d") && /^[/~]/u.test(value(command, "-in") ?? "")
          ? "It encrypts files outside the project"
          : null,
      ),
      onCommand(["gpg", "ccencrypt", "ccrypt", "7z", "7za"], (command) =>
        has(command, "--symmetric", "--cat", "-T", "-p") &&
        settingsOf(command).some((word) => /^(?:\/(?:etc|home|Users|var)|~)\//u.test(word))
          ? "It encrypts files outside the project"
          : null,
      ),
      onCommand(["gpg", "openssl", "ccrypt", "ccencrypt", "age", "7z", "zip"], (command, view) => {
        const encrypts =
          (command.subcommand === "enc" || has(command, "--symmetric", "--cat", "-e", "--encrypt")) &&
          !has(command, "-d", "--decrypt");
        const finder = view.byProgram.get("find")?.some((each) => /^(?:\/|~|\$)/u.test(each.operands[0] ?? ""));
        const deletes = view.byProgram.has("rm") || view.byProgram.has("shred") || view.byProgram.has("srm");
        return encrypts && finder === true && deletes ? "It encrypts what it finds and deletes the originals" : null;
      }),
    ),
    match: ["openssl enc -aes-256-cbc -in /etc/passwd -out x", "gpg -c ~/notes.txt"],
    not_match: ["openssl enc -d -in a.enc", "gpg -c notes.txt"],
  },
  {
    id: "administrator-file-tool",
    threat: "Privilege escalation",
    technique: "T1548.003",
    score: severity.note,
    check: onAnyCommand(["wrapper"], (command) =>
      privileged(command) &&
      /^(?:dd|date|xxd|od|hexdump|base64|cut|sort|comm|diff|nl|tac|rev|fold|strings|xz|gzip|less|more|tee|cp|mv|install|ln|rsync|tar|cpio|ar|zip|ed|vim?|nano|sed|awk|find|xargs|env)$/u.test(
        command.program,
      )
        ? `${command.program} reads or writes files with the administrator's rights`
        : null,
    ),
    match: ["sudo xxd secret"],
    not_match: ["xxd a.bin"],
  },
];
