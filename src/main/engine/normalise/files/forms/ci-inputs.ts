// CI inputs: what pipelines hand to ready-made steps, upload, and take in from elsewhere, whatever the system.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { isRecord, textOf, textsOf, type Tree } from "../tree.ts";
import { setting } from "./form.ts";

export const elsewhere = { trigger: "ci", elsewhere: true } as const;

const secretValue =
  /\$\{\{[^}]*\b(?:secrets\b|github\.token|toJSON\s*\()|\$\{?\w*(?:TOKEN|SECRET|PASSWORD|API_?KEY|PRIVATE_KEY|CREDENTIALS?|ACCESS_KEY)\w*|\$\(\s*(?:env|printenv|set)\b/u;
const wholeEnvironment = /\$\(\s*(?:env|printenv|set)\b|toJSON\s*\(\s*(?:secrets|env)\s*\)/iu;
const outsideAddress = /https?:\/\/(?!localhost|127\.|\$)(?:[^@/\s]*@)?([^/\s:"'?#]+)/iu;
/** Inputs that are meant for secrets, and those that only say when or what. */
const forSecrets =
  /token|passw|secret|key|auth|credential|login|user|certificate|license|account|registry|webhook|dsn|email|id$/iu;
const notInputs = /^(?:if|name|run|script|id|uses)$/u;
/** Whose addresses a pipeline names without saying anything. */
const knownAddress =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|npmjs\.org|pypi\.org|slack\.com|discord\.com|codecov\.io|sonarcloud\.io|docker\.io|ghcr\.io|amazonaws\.com|googleapis\.com|azure\.com|azurecr\.io|windows\.net|atlassian\.net|atlassian\.com|office\.com|sentry\.io|datadoghq\.com|vercel\.com|netlify\.com)$/iu;

export function holdsSecret(value: string): boolean {
  return secretValue.test(value);
}

/** Inputs of one step side by side: something secret that is no login, and an address outside or an image to be pushed. */
export function handedOn(tree: Tree): readonly SettingFact[] {
  return tree.nodes.flatMap(({ path, value }) => {
    if (!isRecord(value) || value["run"] !== undefined || /(?:^|\.)outputs$/u.test(path)) return [];
    const given = Object.entries(value).flatMap(([key, each]) => {
      const text = textOf(each);
      return text === undefined || notInputs.test(key) ? [] : [{ key, text }];
    });
    const whole = given.find(({ text }) => wholeEnvironment.test(text));
    if (whole !== undefined && !/(?:^|\.)env$/u.test(path))
      return [setting("secrets-handed-on", `${path}.${whole.key}`)];
    const data = given.find(({ key, text }) => holdsSecret(text) && (!forSecrets.test(key) || key === "build-args"));
    if (data === undefined) return [];
    const pushes = given.some(({ key, text }) => key === "push" && text === "true") && data.key === "build-args";
    const host = given
      .map(({ text }) => outsideAddress.exec(text)?.[1])
      .find((found) => found !== undefined && !knownAddress.test(found));
    return host === undefined && !pushes ? [] : [setting("secrets-handed-on", `${data.key} to ${host ?? "an image"}`)];
  });
}

/** Pipelines and plugins that come from an address. */
export function includedPipelines(tree: Tree): readonly SettingFact[] {
  return tree.nodes.flatMap(({ path, key, value }) => {
    const told = textOf(value);
    if (/(?:^|\.)include(?:\.\d+)?(?:\.remote)?$/u.test(path) && told !== undefined && /^https?:/u.test(told))
      return unlessKnown(told);
    if (/(?:^|\.)plugins\.\d+$/u.test(path) && isRecord(value))
      return Object.keys(value).flatMap((name) => (/^https?:|^git@/u.test(name) ? unlessKnown(name) : []));
    return key === "pipe" && told !== undefined && /^docker:\/\/[\w.-]+\.\w+\//u.test(told) ? unlessKnown(told) : [];
  });
}

function unlessKnown(address: string): readonly SettingFact[] {
  const [, host = ""] = /^(?:\w+:\/\/|git@)(?:[^@/]*@)?([^/:]+)/u.exec(address) ?? [];
  return knownAddress.test(host) ? [] : [setting("remote-pipeline", address)];
}

const dumped = /(?:^|[\s;&|(])(?:env|printenv|export -p|set)\s*(?:\|[^\n>]{0,80})?>{1,2}\s*["']?([\w./~$-]+)/gu;
const privateUpload =
  /^(?:~\/?|\$\{?HOME\}?\/?|\/home\/runner\/?|\/root\/?|\.git\/?)$|\.ssh\b|\.aws\b|\.npmrc\b|\.netrc\b|\.git-credentials|(?:^|\/)\.env$|\.kube\b|\.gnupg\b/u;

/** Artefacts and caches that would hold what the steps know in confidence. */
export function uploadedSecrets(tree: Tree): readonly SettingFact[] {
  const files = tree.nodes.flatMap(({ value }) =>
    typeof value === "string" && value.includes(">")
      ? [...value.slice(0, 8_000).matchAll(dumped)].map((match) => (match[1] ?? "").replace(/^\.\//u, ""))
      : [],
  );
  return tree.nodes.flatMap(({ path, key, value }) => {
    const uploads =
      (key === "path" && /\.with\.path$|store_artifacts|persist_to_workspace|publish/u.test(path)) ||
      /(?:^|\.)(?:artifacts|cache)(?:\.paths?|\.\d+\.path)?$/u.test(path);
    if (!uploads) return [];
    const found = textsOf(value)
      .flatMap((text) => text.split("\n"))
      .map((place) => place.trim().replace(/^\.\//u, ""))
      .find((place) => place !== "" && (holdsOne(place, files) || privateUpload.test(place)));
    return found === undefined ? [] : [setting("secrets-uploaded", found)];
  });
}

function holdsOne(place: string, files: readonly string[]): boolean {
  const folder = place.replace(/\/+$/u, "");
  return files.some((file) => file === folder || file.startsWith(`${folder}/`) || folder === ".");
}
