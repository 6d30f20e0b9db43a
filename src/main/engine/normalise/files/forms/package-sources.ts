// Package sources: files that say where packages come from, and lock files that say where they came from.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { entriesOf } from "../lines.ts";
import { isRecord, textsOf, tomlTree, yamlTree, type Tree } from "../tree.ts";
import { addressedDependency, type Form, type ReadFile, setting, settingsAt, type Step, stepsAt } from "./form.ts";

const sourceKeys =
  /(?:^|[-_:.])(?:registry|index[-_]?url|extra[-_]index[-_]?url|index|find[-_]links|npmregistryserver|proxy|https-proxy|default-index)$/u;
const trustKeys = /^(?:trusted-host|strict-ssl|ssl-verify|ssl_verify|enablestrictssl|allow-insecure-host)$/u;

/** pip.conf, .npmrc, .yarnrc, .condarc and the like. */
function readSources(text: string): ReadFile {
  const settings: SettingFact[] = [];
  const steps: Step[] = [];
  for (const { key, value } of entriesOf(text.replaceAll(/^(\s*[\w.-]+) "([^"]*)"$/gmu, "$1 = $2"))) {
    if (sourceKeys.test(key))
      for (const url of value.split(/\s+/u))
        if (/^[\w+]+:\/\//u.test(url)) settings.push(setting("package-source", url));
    if (trustKeys.test(key) && !/^true$/iu.test(value))
      settings.push(setting("unverified-transport", `${key}=${value}`));
    if (/^(?:script-shell|git|node-gyp|editor|init-module)$/u.test(key) && value !== "")
      steps.push({ text: value, trigger: "install" });
    if (key === "node-options" && /(?:^|\s)(?:-r|--require|--import|--loader)\b/u.test(value))
      settings.push(setting("preloaded", value));
    if (/^(?:yarn-path|yarnpath)$/u.test(key) && /^(?:\/|https?:|\.\.)/u.test(value))
      settings.push(setting("preloaded", value));
  }
  return { steps, settings };
}

function readYarn(text: string): ReadFile {
  const tree = yamlTree(text);
  const settings = settingsAt(tree, [[/(?:^|\.)npmRegistryServer$/u, "package-source"]]);
  const trust = tree.nodes.some(({ path, value }) => path === "enableStrictSsl" && value === false)
    ? [setting("unverified-transport", "enableStrictSsl=false")]
    : [];
  const preloaded = tree.nodes.flatMap(({ path, value }) =>
    /^(?:yarnPath|plugins\.\d+\.spec)$/u.test(path) && typeof value === "string" && /^(?:\/|https?:|\.\.)/u.test(value)
      ? [setting("preloaded", value)]
      : [],
  );
  return { steps: [], settings: [...settings, ...trust, ...preloaded] };
}

/** requirements.txt: options, and packages from an address. */
function readRequirements(text: string): ReadFile {
  const settings: SettingFact[] = [];
  for (const line of text.split("\n").slice(0, 5_000)) {
    const [, url = ""] = /^\s*(?:-i|--index-url|--extra-index-url|-f|--find-links)(?:\s+|=)(\S+)/u.exec(line) ?? [];
    if (/^[\w+]+:\/\//u.test(url)) settings.push(setting("package-source", url));
    if (/^\s*--trusted-host/u.test(line)) settings.push(setting("unverified-transport", line.trim()));
    const [, address = ""] = /^\s*(?:-e\s+)?(?:[\w.[\]-]+\s*@\s*)?((?:git\+)?https?:\/\/[^\s#;]+)/u.exec(line) ?? [];
    settings.push(...addressedDependency(address));
  }
  return { steps: [], settings };
}

function readPyproject(text: string): ReadFile {
  const tree = tomlTree(text);
  const settings: SettingFact[] = settingsAt(tree, [
    [/^tool\.poetry\.source\.\d+\.url$/u, "package-source"],
    [
      /^(?:tool\.)?(?:uv\.|pip\.)?(?:index|extra-index-url|index-url|find-links|default-index|pip\.index-url|pip\.extra-index-url)(?:\.\d+(?:\.url)?|\.url)?$/u,
      "package-source",
    ],
    [/^tool\.(?:uv\.index|pdm\.source|uv\.pip\.[\w-]*index-url)(?:\.\d+(?:\.url)?)?$/u, "package-source"],
  ]).filter(({ value }) => /^[\w+]+:\/\//u.test(value));
  const steps = stepsAt(tree, /^(?:cmd|shell|test-command|before-build|before-all|before-test|build-script)$/u, {
    trigger: "build",
  });
  const local = tree.nodes.flatMap(({ path, value }) =>
    path === "build-system.requires"
      ? textsOf(value).flatMap((item) => addressedDependency(/@\s*(\S+)/u.exec(item)?.[1] ?? ""))
      : [],
  );
  return { steps, settings: [...settings, ...local], incomplete: !tree.complete };
}

function readCargo(text: string): ReadFile {
  const tree = tomlTree(text);
  const settings = tree.nodes.flatMap(({ path, value }) =>
    /^(?:.*\.)?(?:dev-|build-)?dependencies\.[^.]+\.(?:git|registry-index)$|^patch\..+\.git$/u.test(path) &&
    typeof value === "string"
      ? addressedDependency(value)
      : [],
  );
  return { steps: [], settings };
}

function readGemfile(text: string): ReadFile {
  const sources = [...text.matchAll(/^\s*source\s*\(?\s*["']([^"']+)["']/gmu)]
    .slice(0, 50)
    .map((match) => setting("package-source", match[1] ?? ""));
  const steps = [...text.matchAll(/(?:`([^`\n]{1,2000})`|\bsystem\s*\(?\s*["']([^"'\n]{1,2000})["'])/gu)]
    .slice(0, 50)
    .map((match): Step => ({ text: match[1] ?? match[2] ?? "", trigger: "install" }));
  return { steps, settings: sources };
}

function readGoMod(text: string): ReadFile {
  return {
    steps: [],
    settings: [...text.matchAll(/^\s*(?:replace\s+)?\S+(?:\s+v\S+)?\s+=>\s+(\S+)/gmu)]
      .slice(0, 200)
      .map((match) => setting("package-replaced", match[1] ?? "")),
  };
}

/** Where each package of a lock file was fetched from; hosts once each. */
function readLock(text: string): ReadFile {
  const hosts = new Map<string, string>();
  for (const [, url = ""] of text
    .slice(0, 1_000_000)
    .matchAll(
      /(?:"?resolved"?\s*[:=]?\s*|\btarball:\s*|\burl\s*=\s*|"url"\s*:\s*|^\s*remote:\s*|source\s*=\s*"?(?:registry|sparse)\+|registry\s*=\s*)"?((?:https?|git\+\w+):\/\/[^\s"',}]+)/gmu,
    )) {
    const host = /^[\w+]+:\/\/[^/?#]+/u.exec(url)?.[0] ?? url;
    if (hosts.size < 50 && !hosts.has(host)) hosts.set(host, url);
  }
  return { steps: [], settings: [...hosts.values()].map((url) => setting("package-resolved", url)) };
}

function readNuget(text: string): ReadFile {
  const [, body = ""] = /<packageSources>([^]{0,20000}?)<\/packageSources>/iu.exec(text) ?? [];
  return {
    steps: [],
    settings: [...body.matchAll(/\bvalue\s*=\s*"(https?:[^"]+)"/giu)].map((match) =>
      setting("package-source", match[1] ?? ""),
    ),
  };
}

function readConda(text: string): ReadFile {
  const tree: Tree = yamlTree(text);
  const settings = tree.nodes.flatMap(({ path, value }) =>
    /^(?:channels|default_channels|channel_alias)(?:\.\d+)?$/u.test(path) &&
    typeof value === "string" &&
    /^https?:/u.test(value)
      ? [setting("package-source", value)]
      : [],
  );
  const trust = tree.nodes.some(({ path, value }) => path === "ssl_verify" && value === false);
  const nested = tree.nodes.flatMap(({ value }) =>
    isRecord(value) ? textsOf(value["pip"] ?? []).flatMap((line) => readRequirements(line).settings) : [],
  );
  return {
    steps: [],
    settings: [...settings, ...nested, ...(trust ? [setting("unverified-transport", "ssl_verify=false")] : [])],
  };
}

export const packageSources: readonly Form[] = [
  {
    form: "package-sources",
    kind: "configuration",
    path: /\/(?:pip\.(?:conf|ini)|\.npmrc|npmrc|\.pip\/pip\.conf|\.yarnrc|\.pypirc|\.bunfig\.toml|bunfig\.toml|\.gemrc|setup\.cfg)$/u,
    read: readSources,
    match: [
      {
        path: "pip.conf",
        text: "[global]\nextra-index-url =\n    http://p.example/simple\ntrusted-host = p.example\n",
        sets: ["package-source=http://p.example/simple", "unverified-transport=trusted-host=p.example"],
      },
      {
        path: ".npmrc",
        text: "registry=https://registry.npmjs.cam/\nstrict-ssl=false\nsave-exact=true\n",
        sets: ["package-source=https://registry.npmjs.cam/", "unverified-transport=strict-ssl=false"],
      },
    ],
    not_match: [{ path: "a.conf", text: "x" }],
  },
  {
    form: "package-sources",
    kind: "configuration",
    path: /\/\.yarnrc\.ya?ml$/u,
    read: readYarn,
    match: [
      {
        path: ".yarnrc.yml",
        text: "npmRegistryServer: https://r.example\n",
        sets: ["package-source=https://r.example"],
      },
    ],
    not_match: [{ path: "a.yml", text: "a: b" }],
  },
  {
    form: "requirements",
    kind: "configuration",
    path: /\/[\w.-]*(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/u,
    read: readRequirements,
    match: [
      {
        path: "requirements.txt",
        text: "--extra-index-url http://p.example/simple\na==1\n",
        sets: ["package-source=http://p.example/simple"],
      },
    ],
    not_match: [{ path: "notes.txt", text: "x" }],
  },
  {
    form: "pyproject",
    kind: "configuration",
    path: /\/(?:pyproject|uv|poetry|pdm|hatch|Pipfile)(?:\.toml)?$/u,
    read: readPyproject,
    match: [
      {
        path: "pyproject.toml",
        text: '[[tool.uv.index]]\nurl = "http://p.example/simple"\n',
        sets: ["package-source=http://p.example/simple"],
      },
    ],
    not_match: [{ path: "a.toml", text: "a=1" }],
  },
  {
    form: "cargo",
    kind: "configuration",
    path: /\/Cargo\.toml$/u,
    read: readCargo,
    match: [
      {
        path: "Cargo.toml",
        text: '[dependencies]\na = { git = "http://203.0.113.9/a" }\n',
        sets: ["package-address=http://203.0.113.9/a"],
      },
    ],
    not_match: [{ path: "Cargo.md", text: "x" }],
  },
  {
    form: "gemfile",
    kind: "self-running",
    path: /\/Gemfile$|\.gemspec$/u,
    read: readGemfile,
    match: [
      { path: "Gemfile", text: "source 'http://g.example'\ngem 'a'\n", sets: ["package-source=http://g.example"] },
    ],
    not_match: [{ path: "gems.md", text: "x" }],
  },
  {
    form: "go.mod",
    kind: "configuration",
    path: /\/go\.(?:mod|work)$/u,
    read: readGoMod,
    match: [
      {
        path: "go.mod",
        text: "module a\nreplace b => evil.example/b v1.0.0\n",
        sets: ["package-replaced=evil.example/b"],
      },
    ],
    not_match: [{ path: "go.md", text: "x" }],
  },
  {
    form: "lock",
    kind: "configuration",
    path: /\/(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.ya?ml|bun\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|pdm\.lock|Cargo\.lock|composer\.lock|Gemfile\.lock)$/u,
    read: readLock,
    match: [
      {
        path: "package-lock.json",
        text: '"resolved": "http://198.51.100.60/a.tgz",',
        sets: ["package-resolved=http://198.51.100.60/a.tgz"],
      },
    ],
    not_match: [{ path: "a.lock", text: "x" }],
  },
  {
    form: "package-sources",
    kind: "configuration",
    path: /\/nuget\.config$/iu,
    read: readNuget,
    match: [
      {
        path: "NuGet.Config",
        text: '<configuration><packageSources><add key="a" value="http://n.example/v3"/></packageSources></configuration>',
        sets: ["package-source=http://n.example/v3"],
      },
    ],
    not_match: [{ path: "app.config", text: "<a/>" }],
  },
  {
    form: "package-sources",
    kind: "configuration",
    path: /\/(?:\.?condarc|environment\.ya?ml)$/u,
    read: readConda,
    match: [
      { path: ".condarc", text: "channels:\n  - https://c.example/x\n", sets: ["package-source=https://c.example/x"] },
    ],
    not_match: [{ path: "conda.md", text: "x" }],
  },
];
