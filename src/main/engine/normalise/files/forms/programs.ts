// Programs that tools load by themselves: configuration written as code, installed packages, scripts of skills.
import type { FileTrigger } from "../../../../../shared/domain/facts.ts";
import { scriptLanguage } from "../written.ts";
import type { Form, ReadFile, Step } from "./form.ts";

/** The whole text is one program, in the language of its name or first line. */
function program(trigger: FileTrigger, language?: string): (text: string, path: string) => ReadFile {
  return (text, path) => {
    const spoken = language ?? scriptLanguage(path, text);
    return { steps: spoken === undefined ? [] : [{ text, language: spoken, trigger }], settings: [] };
  };
}

/** What `go generate` runs. */
function readGo(text: string): ReadFile {
  const lines = text.matchAll(/^\/\/go:generate[ \t]+(.+)$/gmu);
  return {
    steps: [...lines].slice(0, 50).map((match): Step => ({ text: match[1] ?? "", trigger: "build" })),
    settings: [],
  };
}

export const programs: readonly Form[] = [
  {
    form: "build-configuration",
    kind: "self-running",
    path: /\/(?:(?:vite|vitest|jest|webpack|rollup|babel|next|nuxt|svelte|astro|playwright|cypress|eslint|prettier|postcss|tailwind|karma|metro|remix|vue|angular|tsup|esbuild|snowpack|gatsby|docusaurus|wdio|protractor|commitlint|lint-staged|release|stylelint)\.(?:config|conf|setup|preset)\.[cm]?[jt]s|(?:gulp|grunt)file\.[cm]?[jt]s|\.(?:eslintrc|babelrc|prettierrc|stylelintrc|mocharc)\.[cm]?js|\.?pnpmfile\.[cm]?js|binding\.gyp|noxfile\.py|fabfile\.py)$/iu,
    read: program("build"),
    match: [{ path: "vite.config.ts", text: "export default {}", runs: ["export default {}"] }],
    not_match: [{ path: "src/config.ts", text: "x" }],
  },
  {
    form: "installed-code",
    kind: "self-running",
    path: /\/(?:node_modules|site-packages|dist-packages)\/.+\.(?:[cm]?js|py|rb)$/u,
    read: program("import"),
    match: [{ path: "node_modules/a/index.js", text: "module.exports = 1", runs: ["module.exports = 1"] }],
    not_match: [{ path: "src/index.js", text: "x" }],
  },
  {
    form: "skill-script",
    kind: "self-running",
    path: /\/\.(?:claude|codex|gemini|qwen|cursor|opencode|copilot|agents?)\/(?:.*\/)?(?:skills?|hooks?|plugins?|extensions?|scripts)\/.+\.(?:[cm]?[jt]s|py|sh|rb|pl)$/u,
    read: program("agent"),
    match: [{ path: ".claude/skills/a/run.sh", text: "ls", runs: ["ls"] }],
    not_match: [{ path: "skills/run.sh", text: "x" }],
  },
  {
    form: "vagrantfile",
    kind: "infrastructure",
    path: /\/Vagrantfile$/u,
    read: program("start", "ruby"),
    match: [{ path: "Vagrantfile", text: 'system("ls")', runs: ['system("ls")'] }],
    not_match: [{ path: "vagrant.md", text: "x" }],
  },
  {
    form: "go-generate",
    kind: "self-running",
    path: /\.go$/u,
    content: /^\/\/go:generate[ \t]/mu,
    read: readGo,
    match: [{ path: "a.go", text: "package a\n//go:generate stringer -type=A\n", runs: ["stringer -type=A"] }],
    not_match: [{ path: "a.go", text: "package a\n" }],
  },
];
