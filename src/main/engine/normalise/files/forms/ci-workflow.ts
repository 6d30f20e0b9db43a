// CI workflow: GitHub's workflows and actions, and those of forges that read the same files.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { isRecord, textOf, type Tree, yamlTree } from "../tree.ts";
import { elsewhere, handedOn, holdsSecret, uploadedSecrets } from "./ci-inputs.ts";
import { type ReadFile, setting, type Step } from "./form.ts";

type Variables = ReadonlyMap<string, string>;

/** What strangers can write: titles, texts, names of branches and of themselves. */
const outsideText =
  /\bgithub\.(?:event\.(?:issue|pull_request|comment|review|review_comment|discussion|head_commit|commits|workflow_run|pages)\b[\w.*[\]]*\.(?:title|body|message|name|email|ref|head_branch|page_name|description)\b|event\.comment\.body|head_ref\b)/u;
const chosenByProject = /\b(?:base\.ref|repo\.(?:name|full_name|default_branch))\b/u;

/** Expressions of the system become variables: a shell reads the text once they are filled in. */
function filledIn(text: string, variables: Variables): string {
  const filled = text.replaceAll(/\$\{\{\s*([^}]{0,300}?)\s*\}\}/gu, (_, inner: string) => {
    const own = /^env\.(\w+)$/u.exec(inner)?.[1];
    const expression = own === undefined ? inner : (variables.get(own) ?? inner);
    const [, name, indexed] = /\bsecrets(?:\.(\w+)|\s*\[\s*['"](\w+))/u.exec(expression) ?? [];
    const secret = name ?? indexed;
    if (/toJSON\s*\(\s*secrets\s*\)/iu.test(expression)) return "$ALL_SECRETS";
    if (secret !== undefined) return isAddress(secret) ? `$CI_${secret}` : `$SECRET_${secret}`;
    if (/\bgithub\.token\b/u.test(expression)) return "$SECRET_GITHUB_TOKEN";
    return isOutsideText(inner) ? "$OUTSIDE_TEXT" : `$CI_${inner.replaceAll(/\W+/gu, "_").slice(0, 60)}`;
  });
  if (variables.size === 0) return filled;
  return filled.replaceAll(/\$(?:\{(\w+)\}|env:(\w+)|(\w+))|%(\w+)%/gu, (whole, ...names: (string | undefined)[]) => {
    const name = names.slice(0, 4).find((each) => each !== undefined) ?? "";
    const value = variables.get(name);
    if (value === undefined || !holdsSecret(value) || isAddress(name) || isAddress(value)) return whole;
    return /toJSON/iu.test(value) ? "$ALL_SECRETS" : `$SECRET_${name}`;
  });
}

/** Where something is called is a secret too, but it is what a request goes to. */
function isAddress(name: string): boolean {
  return /webhook|hook_?url|(?:url|host|endpoint|server)(?:\s*\}\})?$/iu.test(name);
}

function isOutsideText(expression: string): boolean {
  return outsideText.test(expression) && !chosenByProject.test(expression);
}

function secretsIn(value: unknown): readonly string[] {
  const text = JSON.stringify(value) ?? "";
  if (/toJSON\s*\(\s*secrets\s*\)|secrets:\s*inherit/iu.test(text)) return ["*"];
  return [...new Set([...text.matchAll(/\bsecrets(?:\.|\[\\?['"])(\w+)/gu)].map((match) => match[1] ?? ""))];
}

/** Variables by the place they count for: the workflow, a job, a step. */
function variablesOf(tree: Tree): (path: string) => Variables {
  const places: (readonly [place: string, entries: readonly (readonly [string, string])[]])[] = [];
  for (const { path, key, value } of tree.nodes)
    if (key === "env" && isRecord(value) && places.length < 200)
      places.push([
        path.replace(/\.?env$/u, ""),
        Object.entries(value).map(([name, each]) => [name, textOf(each) ?? ""] as const),
      ]);
  return (path) =>
    new Map(
      places
        .filter(([place]) => place === "" || path === place || path.startsWith(`${place}.`))
        .flatMap(([, entries]) => entries),
    );
}

/** Inputs of ready-made steps that a shell runs. */
const scriptInputs = /^(?:run|script|command|commands|cmd|inlineScript|inline-script)$/u;

export function readWorkflow(text: string): ReadFile {
  const tree = yamlTree(text);
  const variables = variablesOf(tree);
  const root = tree.nodes[0]?.value;
  const shared = isRecord(root) ? secretsIn(root["env"]) : [];
  const steps: Step[] = [];
  for (const { path, value } of tree.nodes) {
    if (!isRecord(value)) continue;
    const run = value["run"];
    const inputs = value["with"];
    if (typeof run !== "string" && !isRecord(inputs)) continue;
    const secrets = [...new Set([...shared, ...secretsIn(value)])];
    if (typeof run === "string") {
      const language = interpreterOf(value["shell"]);
      steps.push({
        ...elsewhere,
        secrets,
        text: filledIn(run, variables(path)),
        ...(language === undefined ? {} : { language }),
      });
    }
    if (!isRecord(inputs)) continue;
    const isJavaScript = /github-script/u.test(textOf(value["uses"]) ?? "github-script");
    for (const [name, input] of Object.entries(inputs))
      if (typeof input === "string" && scriptInputs.test(name))
        steps.push({
          ...elsewhere,
          secrets,
          text: isJavaScript ? input : filledIn(input, variables(path)),
          ...(isJavaScript ? { language: "javascript" } : {}),
        });
  }
  return { steps, settings: workflowSettings(tree, text), incomplete: !tree.complete };
}

function interpreterOf(shell: unknown): string | undefined {
  if (typeof shell !== "string") return undefined;
  if (shell.startsWith("python")) return "python";
  return /^(?:pwsh|powershell)\b/u.test(shell) ? "powershell" : undefined;
}

/** Workflows that outsiders can start while the project's secrets are there. */
const outsideTriggers = /^(?:pull_request_target|workflow_run|issue_comment|issues|discussion|discussion_comment)$/u;
const outsideCode =
  /github\.event\.(?:pull_request\.head|workflow_run\.head|pull_request\.number|number|issue\.number)|github\.head_ref|refs\/pull\//u;
/** Whoever opens a request gets it approved, or merged past the rules. */
const agreesToRequests =
  /\bgh pr (?:review\b[^\n]{0,80}--approve|merge\b[^\n]{0,80}--admin)|\bevent:\s*['"]APPROVE['"]/u;
const fetchesCode =
  /uses:\s*['"]?actions\/checkout|gh pr checkout|git (?:fetch|checkout|clone|pull)|download-artifact/u;

function workflowSettings(tree: Tree, text: string): readonly SettingFact[] {
  const settings: SettingFact[] = [...handedOn(tree), ...uploadedSecrets(tree)];
  const triggers = tree.nodes.flatMap(({ path, key, value }) =>
    /^(?:on|true)(?:\.|$)|^pull_request_target$/u.test(path)
      ? [key, ...(typeof value === "string" ? [value] : [])]
      : [],
  );
  const code = outsideCode.test(text) || /actions\/download-artifact/u.test(text);
  if (triggers.some((trigger) => outsideTriggers.test(trigger)) && code && fetchesCode.test(text))
    settings.push(setting("outside-code", "runs with the project's rights"));
  // What an edit does not show may check out and run what strangers wrote.
  if (triggers.includes("pull_request_target") && !/^\s*(?:jobs|steps)\s*:/mu.test(text))
    settings.push(setting("outside-trigger", "pull_request_target"));
  if (triggers.some((trigger) => outsideTriggers.test(trigger)) && agreesToRequests.test(text))
    settings.push(setting("outside-approval", "requests of strangers are approved or merged"));
  if (triggers.includes("pull_request") && /runs-on:[^\n]*self-hosted/u.test(text))
    settings.push(setting("outside-runner", "self-hosted"));
  for (const { path, key, value } of tree.nodes) {
    if (isRecord(value)) settings.push(...entrusted(value));
    else settings.push(...settingsOf(path, key, textOf(value)));
  }
  return settings;
}

function settingsOf(path: string, key: string, told: string | undefined): readonly SettingFact[] {
  if (told === undefined) return [];
  if (key === "permissions" && told === "write-all") return [setting("ci-permissions", told)];
  if (key === "uses") return [setting("ci-action", told)];
  if (key === "secrets" && told === "inherit") return [setting("ci-secrets-passed-on", path)];
  if (key === "ACTIONS_ALLOW_UNSECURE_COMMANDS" && told === "true") return [setting("ci-permissions", key)];
  if (/(?:^|\.)container\.options$/u.test(path) && /--privileged|-v \/:|--pid[= ]host|docker\.sock/u.test(told))
    return [setting("machine-mounted", told)];
  if (/^(?:env|with)\.|\.(?:env|with)\./u.test(path) && /toJSON\s*\(\s*secrets\s*\)/iu.test(told))
    return [setting("all-secrets", path)];
  if (key !== "run" && !(key === "script" && path.includes("with"))) return [];
  const pasted = [...told.matchAll(/\$\{\{[^}]{0,300}\}\}/gu)].find(([expression]) => isOutsideText(expression));
  return pasted === undefined ? [] : [setting("outside-text", pasted[0])];
}

const wellKnownOwner =
  /^(?:actions|github|docker|aws-actions|azure|google-github-actions|hashicorp|pypa|codecov|dtolnay|rust-lang|swatinem|astral-sh|pnpm|denoland|oven-sh|ruby|golangci|goreleaser|sigstore|anchore|aquasecurity|snyk|sonarsource|cloudflare|vercel|netlify|gradle|microsoft|peter-evans|softprops|jamesives|slackapi|cypress-io|browserstack|changesets|semantic-release|release-drafter|shivammathur|ossf|helm|digitalocean|superfly|supabase|expo|getsentry|datadog|grafana|chromaui|anthropics|google-gemini|openai)$/iu;
const wellKnownImages = /^docker:\/\/(?:docker\.io|ghcr\.io|gcr\.io|quay\.io|mcr\.microsoft\.com|public\.ecr\.aws)\//u;

/** Secrets in the hands of an action that its author can change at any time. */
function entrusted(step: Readonly<Record<string, unknown>>): readonly SettingFact[] {
  const uses = textOf(step["uses"]) ?? "";
  const [, owner = "", reference = ""] = /^([^/@]+)\/[^@]+@(.+)$/u.exec(uses) ?? [];
  const image = /^docker:\/\/[\w.-]+\.\w+\//u.test(uses) && !wellKnownImages.test(uses);
  const moves = /^(?:main|master|HEAD|dev|develop|latest|trunk|next)$/u.test(reference) && !wellKnownOwner.test(owner);
  if (!image && !moves) return [];
  const secrets = secretsIn({ with: step["with"], env: step["env"] }).filter((name) => name !== "GITHUB_TOKEN");
  return secrets.length > 0 ? [setting("secrets-entrusted", uses)] : [];
}
