// Destruction: deletes whose target decides whether they are work or a disaster.
import type { CommandFact, PathFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, type View, changing, firstOf, onCode, onCommand, onPath } from "../../heuristic.ts";
import { has, isDryRun, value, values } from "../../../normalise/programs/invocation.ts";
import { isDownloader } from "../../programs.ts";
import { changes, chosenByFind, findSelects, findTest, projectLike, systemPlace } from "../../read.ts";

const wholeHome = /^(?:\/(?:home|users)(?:\/[^/]+)?|\/root|[a-z]:\\users(?:\\[^\\]+)?)$/iu;

/** The root, a folder right below it, or somebody's whole home. */
function vital(path: PathFact): boolean {
  const bare = path.path.replace(/\/+$/u, "");
  return (
    bare === "" || wholeHome.test(bare) || (systemPlace(path) && /^\/[^/]+$/u.test(bare)) || /^[a-z]:\\?$/iu.test(bare)
  );
}

/** What programs fetched or computed and will fetch or compute again: package lists, caches. */
function madeAgain(path: PathFact): boolean {
  return /^\/var\/(?:lib\/apt\/lists|cache\/(?:apt|apk|dnf|yum|pacman|debconf|man|fontconfig|ldconfig))(?:\/|$)|^\/(?:home\/[^/]+|users\/[^/]+|root)\/(?:\.cache|library\/caches|\.npm\/_?(?:cacache|npx|logs)|\.yarn\/cache|\.gradle\/caches|\.cargo\/registry|\.pnpm-store|\.nuget\/packages|\.ccache|\.m2\/repository)(?:\/|$)/iu.test(
    path.path,
  );
}

const codeDelete =
  /(?:shutil\.rmtree|os\.(?:remove|unlink|removedirs)|rimraf|fs\b["')]*(?:\.promises)?\.(?:rm|rmdir|unlink)(?:sync)?|fileutils\.(?:rm_rf|rm_r|remove_dir)|remove_tree|rmtree|file::path::rmtree|\bunlink|dir\.delete|deltree)\s*\(?\s*["'`](?<target>[^"'`]+)/iu;

/** Named by the agent, not merely below a folder it names. */
function spelt(path: PathFact): boolean {
  return /gatehouse/iu.test(path.given) || !path.recursive;
}

/** Whether the names that `xargs` hands on come out of a file or from elsewhere, rather than from looking around. */
function readsList(command: CommandFact, view: View): boolean {
  if (command.input !== undefined) return false;
  const runners = [...(view.byProgram.get("xargs") ?? []), ...(view.byProgram.get("parallel") ?? [])];
  if (runners.some((runner) => has(runner, "--arg-file"))) return true;
  const first = view.facts.commands.find((other) => other.pipeline === command.pipeline);
  if (first === undefined || first.position === command.position)
    return command.redirects.some((redirect) => redirect.operator === "<" && !redirect.target.startsWith("<("));
  return (
    isDownloader(first.program) ||
    (/^(?:cat|tac|head|tail|sort|uniq|cut|jq)$/u.test(first.program) && first.operands.length > 0)
  );
}

export const destruction: readonly Heuristic[] = [
  {
    id: "delete-vital",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.critical,
    check: onPath(["delete"], (path, view) =>
      path.recursive && path.zone !== "unknown" && vital(path) && !chosenByFind(path, view)
        ? `It deletes everything below ${path.path}`
        : null,
    ),
    match: ["rm -rf /", "rm -rf ~", "rm -fr $HOME", "sudo rm --recursive --force /etc", "rm -rf /*"],
    not_match: ["rm -rf node_modules", "rm -rf /tmp/out-1", "rm -rf ./dist", "find / -name '*.orig' -delete"],
  },
  {
    id: "delete-below-variable",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: onPath(["delete"], (path, view) =>
      path.recursive &&
      path.zone === "unknown" &&
      path.path.startsWith("/") &&
      view.byProgram.get("find")?.some((finder) => finder.options.some(({ name }) => findTest.test(name))) !== true
        ? `If the variable in ${path.given} is empty, it deletes everything below ${path.path}`
        : null,
    ),
    match: ['rm -rf "$BUILD_DIR/"', "rm -rf $DIR/*"],
    not_match: ['rm -rf "${BUILD_DIR:?}/"', "DIR=out; rm -rf $DIR/*", "rm -rf dist/*"],
  },
  {
    id: "delete-system",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.deny,
    check: onPath(["delete"], (path, view) => {
      if (chosenByFind(path, view) || madeAgain(path)) return null;
      if (systemPlace(path) && path.recursive) return `It deletes ${path.path}, which belongs to the system`;
      return path.zone === "secrets" && /\/\.(?:ssh|aws|gnupg|kube)\b|^\/etc\//u.test(path.path)
        ? `It deletes the credentials in ${path.path}`
        : null;
    }),
    match: ["rm -rf /etc/nginx", "rm -rf /var/lib/mysql", "rm ~/.ssh/id_ed25519"],
    not_match: [
      "rm -rf build/etc",
      "ls /etc/nginx",
      "rm test.key",
      "find /var -name '*.orig' -delete",
      "apt-get install -y git && rm -rf /var/lib/apt/lists/*",
    ],
  },
  {
    id: "delete-system-file",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: onPath(["delete"], (path, view) =>
      !path.recursive && systemPlace(path) && !madeAgain(path) && !view.byProgram.has("git")
        ? `It deletes the system's file ${path.path}`
        : null,
    ),
    match: ["rm /etc/hosts"],
    not_match: ["rm hosts", "rm /tmp/hosts"],
  },
  {
    id: "delete-outside-workspace",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: onPath(["delete"], (path, view) =>
      path.recursive &&
      (path.zone === "home" || path.zone === "other") &&
      !projectLike(path) &&
      !madeAgain(path) &&
      !chosenByFind(path, view)
        ? `It deletes everything below ${path.path}, outside the workspace`
        : null,
    ),
    match: ["rm -rf ~/Documents", "rm -rf ../other-project", "rm -rf /data/backups"],
    not_match: [
      "rm -rf coverage",
      "rm -r /tmp/x",
      "rm -rf /workspace/build",
      "find ~/x -name '*.orig' -delete",
      "rm -rf ~/.cache/pip",
    ],
  },
  {
    id: "delete-chosen",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.warn,
    check: onPath(["delete"], (path, view) =>
      path.recursive && !projectLike(path) && chosenByFind(path, view)
        ? `It deletes every file below ${path.path} that fits a description`
        : null,
    ),
    match: ["find / -name '*.log' -delete"],
    not_match: ["find . -name '*.pyc' -delete"],
  },
  {
    id: "delete-workspace",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: firstOf(
      onCommand(["rm"], (command) => {
        if (!has(command, "--recursive") || has(command, "-i", "--interactive") || isDryRun(command)) return null;
        const whole = command.operands.find((operand) =>
          /^(?:\.\/?|\*|\.\/\*|\.\*|\.\.\/?|\.\.\/\*|\.git\/?|\.\/\.git\/?|\$PWD\/?\*?|"?\$\(pwd\)"?)$/u.test(operand),
        );
        return whole === undefined ? null : `It deletes ${whole}: the whole project or its history`;
      }),
      onCommand(["rm"], (command, view) =>
        command.wrappers.some((wrapper) => wrapper.startsWith("xargs")) &&
        has(command, "--recursive") &&
        view.facts.commands.some(
          (other) => other.program === "ls" && other.position === 0 && other.operands.length === 0,
        ) &&
        !view.facts.commands.some((other) => /^[ef]?grep$|^(?:head|tail|awk|sed|rg)$/u.test(other.program))
          ? "It deletes everything in this folder"
          : null,
      ),
      onCommand(["find"], (command) =>
        has(command, "-delete") &&
        !has(command, "-maxdepth") &&
        !findSelects(command) &&
        (!has(command, "-type") || command.options.some((option) => option.value === "*"))
          ? "It deletes everything find comes across"
          : null,
      ),
      // Not that of a folder inside, which a template or a copied library brought along.
      onPath(["delete"], (path) =>
        path.recursive && path.zone === "workspace" && /^(?:\.\/)?\.git\/?$|^[~/$].*\/\.git\/?$/u.test(path.given)
          ? "It deletes the project's whole history"
          : null,
      ),
      onCommand(["find"], (command) =>
        values(command, "-name", "-iname").includes(".git") &&
        (has(command, "-delete") || values(command, "-exec", "-execdir").some((run) => /^rm\b/u.test(run)))
          ? "It deletes the history of every project it comes across"
          : null,
      ),
      onCommand(["mv"], (command, view) =>
        command.operands[0]?.replace(/\/$/u, "").endsWith(".git") === true &&
        view.facts.paths.some((path) => path.zone === "workspace" && changes(path) && path.path.endsWith("/.git")) &&
        view.facts.paths.some((path) => path.zone !== "workspace" && changes(path))
          ? "It moves the project's history away"
          : null,
      ),
    ),
    match: [
      "rm -rf *",
      "rm -rf .git",
      "rm -rf .",
      "find . -delete",
      "find . -type f -name '*' -delete",
      "ls | xargs rm -rf",
      "rm -rf /home/user/project/.git",
      `python3 -c "import shutil; shutil.rmtree('.git')"`,
      "find . -name .git -exec rm -rf {} +",
      "mv .git /tmp/",
    ],
    not_match: [
      "rm -rf *.pyc",
      "rm -rf build/*",
      "find . -name '*.pyc' -delete",
      "find . -name .git -prune -o -name '*.pyc' -print",
      "rm -rf /tmp/clone/.git",
      "git clone https://example.org/template app && rm -rf app/.git",
      "mv .github docs",
      "mv .git .git.saved",
    ],
  },
  {
    id: "delete-by-list",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: onCommand(["rm"], (command, view) =>
      command.wrappers.some((wrapper) => /^(?:xargs|parallel)$/u.test(wrapper)) &&
      has(command, "--recursive") &&
      command.operands.every((operand) => /^(?:\{\}|%|@)$/u.test(operand)) &&
      readsList(command, view)
        ? "It deletes whatever a list names, and the list is not shown here"
        : null,
    ),
    match: [
      "xargs rm -rf < list.txt",
      "xargs -a list.txt rm -rf",
      "cat list.txt | xargs rm -rf",
      "cat list.txt | xargs -I{} rm -rf {}",
      "curl -s https://example.org/old | xargs rm -rf",
    ],
    not_match: [
      "find . -name __pycache__ | xargs rm -rf",
      "git ls-files -o | xargs rm -rf",
      "ls -d build-* | sort | tail -n +3 | xargs rm -rf",
      "printf 'dist\\nbuild\\n' | xargs rm -rf",
      "xargs rm -f < list.txt",
      "echo dist | xargs rm -rf",
    ],
  },
  {
    id: "delete-by-code",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: onCode((code) => {
      const target = codeDelete.exec(code.text.slice(0, 65_536))?.groups?.["target"];
      return target !== undefined && /^(?:\/|~|[a-z]:[\\/]|\$home|\.\.)/iu.test(target)
        ? `Its ${code.language} code deletes ${target}`
        : null;
    }),
    match: [
      `python -c "import shutil; shutil.rmtree('/home/somebody')"`,
      `node -e 'require("fs").rmSync("/etc",{recursive:true})'`,
    ],
    not_match: [`python -c "import shutil; shutil.rmtree('build')"`],
  },
  {
    id: "overwrite-in-place",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: firstOf(
      onCommand(["shred", "srm", "wipe", "scrub"], (command) =>
        isDryRun(command) ||
        !command.operands.some((operand) =>
          /^(?:~|\$HOME|\/(?:home|users|root|etc|var|dev|opt|srv|boot|usr)\b)/iu.test(operand),
        )
          ? null
          : `${command.program} makes data impossible to get back`,
      ),
      onCommand(["truncate"], (command, view) =>
        /^0\b/u.test(value(command, "--size") ?? "") &&
        view.facts.paths.some((path) => changes(path) && systemPlace(path))
          ? "It empties a file of the system"
          : null,
      ),
      onCommand(["shred", "srm", "wipe"], (command, view) =>
        command.wrappers.some((wrapper) => wrapper.startsWith("find")) &&
        view.byProgram.get("find")?.some((finder) => /^(?:\/|~|\$)/u.test(finder.operands[0] ?? "")) === true
          ? `${command.program} makes every file it comes across impossible to get back`
          : null,
      ),
      onCommand(["mv"], (command) => {
        if (command.operands.at(-1) === "/dev/null") return "It moves files into /dev/null";
        const taken = command.operands
          .slice(0, -1)
          .find((operand) =>
            /^(?:\/(?:etc|home|usr|var|bin|sbin|lib|boot|root|opt|users|applications)\/?|~\/?|\$home\/?)\*?$/iu.test(
              operand,
            ),
          );
        return taken === undefined ? null : `It moves ${taken} away, which everything else needs`;
      }),
    ),
    match: ["shred -u ~/notes.txt", "mv important /dev/null", "mv /home /tmp/gone"],
    not_match: ["mv a.txt b.txt", "shred --help", "shred -u notes.txt"],
  },
  {
    id: "mirror-with-delete",
    threat: "Data destruction",
    technique: "T1485",
    score: severity.ask,
    check: onCommand(["rsync"], (command) => {
      if (isDryRun(command) || has(command, "-n", "--dry-run")) return null;
      // Between two folders of the project it is copying; elsewhere it is the wrong order of two words that hurts.
      if (command.operands.every((operand) => !/^[/~$]|^\.\.|:/u.test(operand))) return null;
      const option = command.options.find(({ name }) =>
        /^--(?:del$|delete|remove-source-files|remove-sent-files)/u.test(name),
      );
      return option === undefined ? null : `rsync ${option.name} removes files the other side does not have`;
    }),
    match: ["rsync -a --delete src/ /srv/www/"],
    not_match: ["rsync -a src/ dest/", "rsync -an --delete src/ dest/", "rsync -a --delete src/ build/"],
  },
  {
    id: "delete-elsewhere",
    threat: "Data destruction",
    score: severity.medium,
    check: onPath(["delete"], (path) =>
      !path.recursive && !projectLike(path) && (path.zone === "home" || path.zone === "other")
        ? `It deletes ${path.path}, outside the workspace`
        : null,
    ),
    match: ["rm ~/notes.txt"],
    not_match: ["rm notes.txt"],
  },
  {
    id: "gatehouse-changed",
    threat: "Self-protection",
    technique: "T1562.001",
    score: severity.critical,
    check: onPath(changing, (path) =>
      path.zone === "gatehouse" && spelt(path) ? `It changes Gatehouse's own file ${path.path}` : null,
    ),
    match: ["rm -rf /home/user/.gatehouse"],
    not_match: ["ls src"],
  },
];
