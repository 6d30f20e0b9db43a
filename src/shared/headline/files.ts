// Files in headlines: what a written file governs, where files are, and what deleting them means.
import type { Facts, Zone } from "../domain/facts.ts";
import { type Act, change, destroy, look } from "./act.ts";
import { few, pathName } from "./text.ts";

/** What a file decides, by its form or, where only its place is known, by its path. */
const governing: readonly {
  readonly form?: RegExp;
  readonly path?: RegExp;
  readonly act: (name: string, path: string) => Act;
}[] = [
  {
    form: /^agent-(?:settings|hook|tools)$/u,
    path: /\/\.(?:claude|codex|gemini|qwen|copilot|opencode|kilo|cursor|pi|cline)\/(?:.*\/)?(?:settings(?:\.local)?\.json|config\.(?:toml|json)|hooks?\.json|hooks\/[^/]+|mcp\.json)$|\/\.mcp\.json$|\/\.claude\.json$/u,
    act: (name, path) =>
      change("Change", `what ${agentOf(path)} may do (${name})`, {
        tone: "danger",
        reach: "computer",
        note: "counts from its next start",
      }),
  },
  {
    form: /^agent-instructions$/u,
    act: (name) => change("Change", `agent instructions (${name})`, { tone: "caution" }),
  },
  {
    form: /^(?:github-workflow|pipeline|jenkinsfile|site-build)$/u,
    path: /\/\.github\/workflows\/[^/]+$|\/\.gitlab-ci\.yml$|\/Jenkinsfile$/u,
    act: (name) =>
      change("Change", `what CI does (${name})`, {
        tone: "caution",
        reach: "shared",
        note: "takes effect when pushed",
      }),
  },
  {
    form: /^git-(?:hook|hooks-list)$/u,
    path: /\/\.git\/hooks\/[^/]+$|\/\.husky\/[^/]+$/u,
    act: (name) => change("Change", `a git hook (${name})`, { tone: "danger", note: "git executes it on its own" }),
  },
  {
    form: /^(?:shell-startup|autostart|systemd|launchd|crontab|cron-script|start-module|direnv)$/u,
    act: (name) =>
      change("Change", `what starts on its own (${name})`, {
        tone: "danger",
        reach: "computer",
        note: "runs again automatically later",
      }),
  },
  {
    form: /^(?:ssh-config|ssh)$/u,
    path: /\/\.ssh\/(?:authorized_keys2?|config|rc)$|\/sshd_config$/u,
    act: (name) => change("Change", `who can log in here (${name})`, { tone: "danger", reach: "computer" }),
  },
  {
    path: /\/\.git\/(?:objects|refs|logs|HEAD|index|packed-refs)(?:\/|$)/u,
    act: (name) => destroy("Overwrite", `git's own data (${name})`, { reach: "project", note: "commits may be lost" }),
  },
  { form: /^git-config$/u, act: (name) => change("Change", `git's settings (${name})`, { tone: "caution" }) },
  {
    form: /^(?:editor-tasks|editor-settings|devcontainer)$/u,
    act: (name) => change("Change", `what the editor starts (${name})`, { tone: "caution" }),
  },
  {
    form: /^(?:terraform|kubernetes|ansible|cloud-init)$/u,
    act: (name) => change("Change", `infrastructure code (${name})`, { note: "takes effect when applied" }),
  },
];

const agentNames: Readonly<Record<string, string>> = {
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  qwen: "Qwen Code",
  copilot: "Copilot",
  opencode: "opencode",
  kilo: "Kilo",
  cursor: "Cursor",
  cline: "Cline",
  vscode: "Copilot",
};

function agentOf(path: string): string {
  const folder = /\/\.(?:config\/)?([a-z]+)(?:\.json)?(?:\/|$)/u.exec(path)?.[1] ?? "";
  return agentNames[folder] ?? "an agent";
}

/** The strongest of what the written files govern. */
export function governingAct({ files = [], paths, workspace }: Facts): Act | undefined {
  const named = pathName(workspace);
  for (const { form, path: place, act } of governing) {
    const file = form === undefined ? undefined : files.find((each) => form.test(each.form));
    if (file !== undefined) return act(named({ given: file.path, path: file.place }), file.place);
    const written =
      place === undefined
        ? undefined
        : paths.find(({ access, path }) => (access === "write" || access === "delete") && place.test(path));
    if (written !== undefined) return act(named(written), written.path);
  }
  return undefined;
}

/** What the project's own tools make again. */
const madeAgain =
  /(?:^|\/)(?:dist|build|out|target|node_modules|coverage|htmlcov|\.next|\.nuxt|\.svelte-kit|\.cache|\.turbo|\.parcel-cache|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.venv|venv|\.gradle|DerivedData|[^/]+\.(?:pyc|o|log|tmp|tsbuildinfo|egg-info)|\.DS_Store)\/?\*?$/u;

export function deleteAct({ paths, workspace, commands }: Facts): Act | undefined {
  const gone = paths.filter(({ access }) => access === "delete");
  if (gone.length === 0) return undefined;
  const names = few(gone.map(pathName(workspace)));
  const everything = gone.some(({ recursive }) => recursive);
  // `find . -name x -exec rm {} +` deletes what it finds.
  const found = commands.some(({ wrappers }) =>
    wrappers.some((wrapper) => /^(?:find|xargs|fd|parallel)/u.test(wrapper)),
  );
  if (found)
    return destroy("Delete", `files found in ${names}`, {
      reach: gone.every(({ zone }) => zone === "workspace") ? "project" : "computer",
    });
  if (gone.some(({ path, recursive }) => path === workspace && recursive))
    return destroy(
      "Delete",
      gone.length === 1 ? "the whole project" : `the whole project and ${gone.length - 1} more`,
      { reach: "project" },
    );
  const object = everything ? `${names} and everything in ${gone.length === 1 ? "it" : "them"}` : names;
  const isIn = (...zones: readonly Zone[]): boolean => gone.every(({ zone }) => zones.includes(zone));
  if (gone.every(({ zone, given }) => zone === "workspace" && madeAgain.test(given)))
    return change("Delete", object, { note: "can be built again" });
  if (isIn("temporary"))
    return destroy("Delete", object, { reach: "computer", tone: "caution", note: "temporary, cannot be undone" });
  if (isIn("workspace", "temporary"))
    return destroy("Delete", object, { reach: "project", tone: everything ? "danger" : "caution" });
  return destroy("Delete", object, { reach: "computer" });
}

const zoneNotes: Readonly<Record<Zone, string | undefined>> = {
  gatehouse: "Gatehouse's own files",
  secrets: "secrets are stored there",
  system: "belongs to the system",
  home: "outside the project",
  other: "outside the project",
  unknown: "the place is only known when it starts",
  temporary: undefined,
  workspace: undefined,
};

/** Most severe first. */
const zoneOrder: readonly Zone[] = [
  "gatehouse",
  "secrets",
  "system",
  "unknown",
  "home",
  "other",
  "temporary",
  "workspace",
];

export function writeAct({ paths, workspace }: Facts, edits: boolean): Act | undefined {
  const written = paths.filter(({ access }) => access === "write");
  if (written.length === 0) return undefined;
  const zone = zoneOrder.find((each) => written.some((path) => path.zone === each)) ?? "workspace";
  const first = written.toSorted((one, other) => zoneOrder.indexOf(one.zone) - zoneOrder.indexOf(other.zone));
  const note = zoneNotes[zone];
  const severe = zone === "gatehouse" || zone === "system" || zone === "secrets";
  return change(edits ? "Edit" : "Write", few(first.map(pathName(workspace))), {
    ...(note === undefined ? {} : { note }),
    reach: zone === "workspace" ? "project" : "computer",
    tone: severe ? "danger" : zone === "workspace" || zone === "temporary" ? "calm" : "caution",
  });
}

const device = /^\/dev\/(?:r?disk|sd|hd|vd|xvd|nvme|mmcblk|mapper\/|dm-|md|loop)/u;
const keyUsers = /^(?:ssh|scp|sftp|rsync|ssh-add|ssh-copy-id|mosh|autossh|ansible|ansible-playbook)$/u;

export function readAct({ paths, commands, tool, workspace }: Facts): Act | undefined {
  const named = pathName(workspace);
  const read = paths.filter(({ access }) => access === "read");
  if (read.length === 0) return undefined;
  const secret = read.filter(({ zone }) => zone === "secrets" || zone === "gatehouse");
  const keys = commands.some(({ program }) => keyUsers.test(program));
  if (secret.length > 0 && keys && tool === "execute_command")
    return look("Use the key", `in ${few(secret.map(named))}`, { reach: "computer", tone: "caution" });
  if (secret.length > 0)
    return look("Read secrets", `in ${few(secret.map(named))}`, {
      reach: "computer",
      tone: "danger",
      note: "the agent sees them",
    });
  const disk = read.find(({ path }) => device.test(path));
  if (disk !== undefined)
    return look("Use the disk", `${named(disk)} directly`, { reach: "computer", tone: "caution" });
  const zone = zoneOrder.find((each) => read.some((path) => path.zone === each)) ?? "workspace";
  const note = zoneNotes[zone];
  return look("Read", few(read.map(named)), {
    ...(note === undefined || zone === "system" ? {} : { note }),
    reach: zone === "workspace" ? "project" : "computer",
  });
}
