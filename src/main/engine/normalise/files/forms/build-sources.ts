// Build sources: files of build tools that fetch a tool, a toolchain or a module by its address, or run commands of their own.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { entriesOf } from "../lines.ts";
import { type Form, type ReadFile, setting, type Step } from "./form.ts";

const build = { trigger: "build" } as const;
/** Where toolchains, rules and sources are published. */
const publishers =
  /^(?:[\w-]+\.)*(?:gradle\.org|apache\.org|maven\.org|github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|googleapis\.com|google\.com|bazel\.build|nixos\.org|cocoapods\.org|golang\.org|python\.org|nodejs\.org|kernel\.org|gnu\.org|sourceforge\.net|pypi\.org|pythonhosted\.org|crates\.io|jfrog\.io|sonatype\.org|microsoft\.com|amazonaws\.com|cloudfront\.net|debian\.org|ubuntu\.com|freedesktop\.org|savannah\.gnu\.org|sr\.ht|codeberg\.org|zlib\.net|openssl\.org|boost\.io|sqlite\.org|qt\.io|llvm\.org|rust-lang\.org|mirrorservice\.org|localhost)$/iu;

function fetchedFrom(address: string): readonly SettingFact[] {
  const plain = address.replaceAll("\\", "");
  const [, host = ""] = /^(?:git\+|git::)?(?:https?|git|ftp):\/\/(?:[^@/]*@)?([^/:?#]+)/u.exec(plain) ?? [];
  if (host === "" || /[${]/u.test(host)) return [];
  return publishers.test(host) ? [] : [setting("remote-module", plain)];
}

/** Wrappers that download the build tool itself. */
function readWrapper(text: string): ReadFile {
  return {
    steps: [],
    settings: entriesOf(text).flatMap(({ key, value }) =>
      /^(?:distributionurl|wrapperurl)$/u.test(key) ? fetchedFrom(value) : [],
    ),
  };
}

/** `urls = […]`, `fetchTarball "…"`, `git = "…"`: addresses beside words that fetch. */
const fetching =
  /\b(?:fetch(?:Tarball|url|git|zip|Git|URL|_url)?|http_archive|http_file|git_repository|urls?|remote|source|flake|inputs\.\w+\.url|\w+\.url)\b[^\n"']{0,80}["']((?:git\+|git::)?(?:https?|git):\/\/[^"'\s]+)["']/gu;
const running =
  /\b(?:run_command|system|exec|sh|shell|inline|script|`)\s*[:(=]?\s*(?:\[?\s*["'](?:sh|bash)["']\s*,\s*["']-c["']\s*,\s*)?["']([^"'\n]{3,2000})["']/gu;

/** `shellHook = ''…''` of nix, and its phases. */
const nixScript = /\b(?:\w*Hook|\w*Phase|\w*[sS]cript|\w*Command|runtimeInputs|text)\s*=\s*''((?:[^']|'(?!'))*)''/gu;
/** `cmd = "…"` of rules in Starlark, and `local("…")` of a Tiltfile. */
const starlarkCommand =
  /\b(?:cmd\w*|command|local|local_resource|entrypoint)\s*[=(]\s*(?:"""([^]{1,4000}?)"""|"((?:[^"\\\n]|\\.){3,4000})"|'((?:[^'\\\n]|\\.){3,4000})')/gu;

function readRecipe(text: string): ReadFile {
  const given = text.slice(0, 64_000);
  const found = [...given.matchAll(running), ...given.matchAll(nixScript), ...given.matchAll(starlarkCommand)];
  const steps = found
    .slice(0, 60)
    .map(([, one, two, three]): Step => ({ ...build, text: (one ?? two ?? three ?? "").replaceAll("$$", "$") }));
  return {
    steps,
    settings: [...given.matchAll(fetching)].slice(0, 100).flatMap((match) => fetchedFrom(match[1] ?? "")),
  };
}

function readTox(text: string): ReadFile {
  return {
    steps: entriesOf(text)
      .filter(
        ({ key, value }) =>
          /^(?:commands?(?:_pre|_post)?|install_command|list_dependencies_command)$/u.test(key) && value !== "",
      )
      .slice(0, 60)
      .map(({ value }): Step => ({ trigger: "test", text: value })),
    settings: [],
  };
}

export const buildSources: readonly Form[] = [
  {
    form: "build-wrapper",
    kind: "configuration",
    path: /\/(?:gradle|maven)-wrapper\.properties$/u,
    read: readWrapper,
    match: [
      {
        path: "gradle/wrapper/gradle-wrapper.properties",
        text: "distributionUrl=https\\://g.example/g.zip\n",
        sets: ["remote-module=https://g.example/g.zip"],
      },
    ],
    not_match: [{ path: "gradle.properties", text: "a=b" }],
  },
  {
    form: "build-recipe",
    kind: "self-running",
    path: /\/(?:flake\.nix|shell\.nix|default\.nix|WORKSPACE(?:\.bazel)?|MODULE\.bazel|BUILD(?:\.bazel)?|BUCK|Tiltfile|meson\.build|Brewfile|Package\.swift|mix\.exs)$|\.(?:bzl|nix)$/u,
    read: readRecipe,
    match: [
      { path: "meson.build", text: "run_command('sh','-c','curl x | sh')\n", runs: ["curl x | sh"] },
      {
        path: "flake.nix",
        text: "mkShell {\n  shellHook = ''\n    curl x | sh\n  '';\n}\n",
        runs: ["\n    curl x | sh\n  "],
      },
      { path: "BUILD.bazel", text: 'genrule(name = "v", cmd = "git log > $@")\n', runs: ["git log > $@"] },
      {
        path: "WORKSPACE",
        text: "http_archive(name='a', urls=['http://203.0.113.9/a.zip'])\n",
        sets: ["remote-module=http://203.0.113.9/a.zip"],
      },
    ],
    not_match: [{ path: "meson.md", text: "x" }],
  },
  {
    form: "test-settings",
    kind: "self-running",
    path: /\/tox\.ini$/u,
    read: readTox,
    match: [{ path: "tox.ini", text: "[testenv]\ncommands = pytest -q\n", runs: ["pytest -q"] }],
    not_match: [{ path: "a.ini", text: "x" }],
  },
];
