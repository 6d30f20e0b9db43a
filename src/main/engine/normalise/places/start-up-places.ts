// Start-up places: files that something runs or obeys later without being asked again.

const inHome =
  /\/(?:\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|inputrc|xinitrc|xprofile|xsession|xsessionrc|xsession|pam_environment|vimrc|exrc|gdbinit|emacs|screenrc|tmux\.conf|irbrc|pryrc|Rprofile|pythonrc|npmrc|yarnrc(?:\.yml)?|gitconfig|config\/git\/config|config\/(?:fish|autostart|systemd|nushell)(?:\/.*)?|config\/nvim\/.*|ssh\/(?:authorized_keys2?|rc|config)|local\/share\/systemd(?:\/.*)?)|Library\/(?:LaunchAgents|LaunchDaemons|StartupItems)(?:\/.*)?|Documents\/(?:Windows)?PowerShell\/.*profile\.ps1|AppData\/Roaming\/Microsoft\/Windows\/Start Menu\/Programs\/Startup(?:\/.*)?)$/i;

const absolute =
  /^(?:\/private)?\/(?:etc\/(?:profile(?:\.d(?:\/.*)?)?|bash\.bashrc|bashrc|zsh(?:rc|env|\/.*)|environment|ld\.so\.(?:preload|conf(?:\.d\/.*)?)|rc\.local|rc\.common|init\.d(?:\/.*)?|rc\d\.d(?:\/.*)?|init(?:\/.*)?|inittab|systemd\/.*|cron.*|at\.(?:allow|deny)|anacrontab|xdg\/autostart(?:\/.*)?|X11\/.*|pam\.d(?:\/.*)?|udev\/rules\.d(?:\/.*)?|apt\/apt\.conf\.d(?:\/.*)?|update-motd\.d(?:\/.*)?|modules(?:-load\.d(?:\/.*)?)?|modprobe\.d(?:\/.*)?|sudoers(?:\.d(?:\/.*)?)?|emond\.d(?:\/.*)?|periodic\/.*|NetworkManager\/dispatcher\.d(?:\/.*)?|launchd\.conf)|var\/(?:spool\/(?:cron|at)(?:\/.*)?|at\/.*)|(?:usr\/)?lib\/systemd\/.*|usr\/local\/lib\/systemd\/.*|run\/systemd\/.*|Library\/(?:LaunchAgents|LaunchDaemons|StartupItems)(?:\/.*)?|System\/Library\/Launch(?:Agents|Daemons)(?:\/.*)?)$/i;

/** Inside any project. */
const anywhere =
  /\/(?:\.git\/(?:hooks\/.*|config)|\.husky(?:\/.*)?|\.githooks\/.*|lefthook\.ya?ml|\.pre-commit-config\.yaml|sitecustomize\.py|usercustomize\.py|[^/]+\.pth|\.envrc|\.vscode\/(?:tasks|launch|mcp)\.json|\.devcontainer\/devcontainer\.json)$/i;

/** Where coding agents find commands to run: settings, hooks and servers. What they only read (CLAUDE.md, rules) is text. */
const agents =
  /\/(?:\.claude\/(?:settings[^/]*\.json|hooks\/.*|hooks\.json|plugins\/.*)|\.claude\.json|\.codex\/(?:[^/]*\.toml|[^/]*\.json|hooks\/.*)|\.gemini\/(?:[^/]*\.json|hooks\/.*|extensions\/.*)|\.cursor\/(?:[^/]*\.json|hooks\/.*)|\.windsurf\/(?:[^/]*\.json|hooks\/.*)|\.continue\/config\.(?:json|ya?ml|ts)|\.(?:aider|cline|roo|copilot|continue)\/(?:settings(?:\.local)?\.json|config\.(?:toml|json|ya?ml)|hooks?(?:\.json|\/.*)|mcp\.json)|\.(?:cline|roo|copilot|aider|continue|codex|gemini|cursor|windsurf)\.json|\.aider\.conf\.yml|\.?mcp\.json|claude_desktop_config\.json|\.config\/(?:claude|goose|opencode|crush)\/[^/]*\.(?:jsonc?|ya?ml|toml))$/i;

export function isStartUpPlace(path: string): boolean {
  return inHome.test(path) || absolute.test(path) || anywhere.test(path) || agents.test(path);
}
