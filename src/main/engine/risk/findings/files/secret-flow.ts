// Secret flow: follows what the commands of a step were given in confidence through variables, files and pipes to where it leaves.
import type { CommandFact, Facts } from "../../../../../shared/domain/facts.ts";
import { remoteHost } from "../../../normalise/places/hosts.ts";
import { isDownloader } from "../../programs.ts";
import { someWord, wordsWith } from "../../read.ts";

/** Variables that readers of files have found to hold secrets, and those whose names say it. */
const secretVariable =
  /\$\{?(?:SECRET_\w+|ALL_SECRETS)\b|\$(?:\{|env:)?\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|DEPLOY_KEY|SIGNING_KEY|CREDENTIALS?)\w*\b/u;
const handedOver = /\$\{?(?:SECRET_\w+|ALL_SECRETS)\b/u;
const anyVariable = /\$\{?[A-Za-z_]\w*/u;
const secretFile =
  /(?:^|[/~@=])(?:\.ssh|\.aws|\.netrc|\.npmrc|\.pypirc|\.kube|\.gnupg|\.git-credentials|\.docker\/config\.json)(?:\/|$)|\bid_(?:rsa|ed25519|ecdsa)$|\/proc\/(?:self|\d+)\/environ|credentials\.xml|master\.key|(?:^|\/)\.env$/u;

/** Services that the secrets of pipelines are for. */
const services =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|npmjs\.org|pypi\.org|codecov\.io|coveralls\.io|docker\.(?:com|io)|ghcr\.io|quay\.io|sonarcloud\.io|snyk\.io|slack\.com|discord\.com|googleapis\.com|amazonaws\.com|azure\.com|azurewebsites\.net|windows\.net|microsoftonline\.com|vercel\.com|netlify\.com|cloudflare\.com|heroku\.com|herokuapp\.com|sentry\.io|datadoghq\.com|telegram\.org|rubygems\.org|crates\.io|fly\.io|render\.com|digitalocean\.com|hashicorp\.com|terraform\.io|circleci\.com|atlassian\.net|atlassian\.com)$/u;

export function isService(host: string): boolean {
  return services.test(host);
}

const senders =
  /^(?:nc|ncat|netcat|socat|http|https|xh|scp|rsync|sftp|dig|nslookup|host|telnet|ssh|openssl|mail|sendmail|mutt|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)$/iu;
/** Names the caller: how services are used. */
const identifying = /^(?:-u|--user|--oauth2-bearer|--netrc-file|-A|--cert|--key|-E)$/u;
const identifyingHeader =
  /^(?:authorization|proxy-authorization|private-token|job-token|deploy-token|x-api-key|api-key|apikey|x-auth-token|x-vault-token|circle-token|x-access-token|x-github-token|token)\s*:/iu;

function isEnvironmentDump({ program, operands, options }: CommandFact): boolean {
  if (program === "env" || program === "printenv") return operands.length === 0;
  return (
    (program === "set" || program === "export") &&
    operands.length === 0 &&
    (program === "export" || options.length === 0)
  );
}

function carriesSecret(command: CommandFact, files: ReadonlySet<string>, captured: boolean): boolean {
  for (const [option, word] of wordsWith(command, /./u)) {
    if (identifying.test(option)) continue;
    if (/^(?:-H|--header)$/u.test(option) && identifyingHeader.test(word)) continue;
    if (/^(?:-H|--header)=?/u.test(word) && identifyingHeader.test(word.replace(/^(?:-H|--header)=?\s*/u, "")))
      continue;
    if (secretVariable.test(word)) return true;
    if (captured && anyVariable.test(word)) return true;
    const file = /(?:^|=|@|<)@?([\w./~$-]+)$/u.exec(word)?.[1];
    if (file !== undefined && (files.has(file) || (word !== file && secretFile.test(file)))) return true;
  }
  return command.redirects.some(
    ({ operator, target }) => operator.includes("<") && (files.has(target) || secretVariable.test(target)),
  );
}

export interface Leak {
  readonly command: CommandFact;
  readonly how: "sent" | "published" | "shown";
}

const encoders = /^(?:base64|base32|xxd|od|hexdump|rev|tr|sed|fold|gzip|openssl|awk|cut|jq|python3?|perl)$/u;
const decodes = /(?:^|\s)(?:-d|-D|--decode|-r|-out|-d\S*)(?:\s|$)/u;
const printers = /^(?:echo|printf|cat|printenv|env|set)$/u;

/** The first command by which something secret leaves the step. */
export function secretLeak(facts: Pick<Facts, "commands" | "hosts">): Leak | undefined {
  const files = new Set<string>();
  const pipelines = new Set<number>();
  let captured = false;
  let added = false;
  for (const command of facts.commands) {
    const reads =
      command.operands.some((word) => secretFile.test(word)) &&
      /^(?:cat|tar|base64|gzip|xxd|zip|find)$/u.test(command.program);
    const fed = command.position > 0 && pipelines.has(command.pipeline);
    const own = carriesSecret(command, files, captured);
    const holds = fed || own || reads || isEnvironmentDump(command);
    const way = holds ? leavesBy(command, facts, { fed, own }) : undefined;
    if (way !== undefined) return { command, how: way };
    if (!holds) {
      if (added && command.program === "git" && command.subcommand === "push") return { command, how: "published" };
      continue;
    }
    pipelines.add(command.pipeline);
    if (command.wrappers.includes("$()") && command.parent === undefined) captured = true;
    for (const { operator, target } of command.redirects) if (operator.includes(">")) files.add(target);
    if (command.program === "tee") for (const operand of command.operands) files.add(operand);
    if (/^(?:tar|zip|gpg|openssl|cp|mv)$/u.test(command.program))
      for (const operand of command.operands) files.add(operand);
    if (command.program === "git" && command.subcommand === "add") added = true;
  }
  return undefined;
}

function leavesBy(
  command: CommandFact,
  { commands, hosts }: Pick<Facts, "commands" | "hosts">,
  { fed, own }: { readonly fed: boolean; readonly own: boolean },
): Leak["how"] | undefined {
  const { program, subcommand } = command;
  if (isDownloader(program) || senders.test(program))
    return (own || fed) && goesOutside(command, hosts) ? "sent" : undefined;
  if (
    program === "gh" &&
    /^(?:gist create|issue (?:create|comment)|pr (?:create|comment)|release (?:create|upload))/u.test(subcommand)
  )
    return "published";
  if (command.redirects.some(({ operator, target }) => operator.includes(">") && /GITHUB_STEP_SUMMARY/u.test(target)))
    return "published";
  // A secret that is shown is masked; one that is spelled differently is not.
  const last = !commands.some((other) => other.pipeline === command.pipeline && other.position > command.position);
  const spelled =
    fed &&
    last &&
    encoders.test(program) &&
    !decodes.test(command.text) &&
    command.wrappers.length === 0 &&
    !command.redirects.some(({ operator }) => operator.includes(">"));
  const source = commands.find((other) => other.pipeline === command.pipeline && other.position === 0);
  return spelled && source !== undefined && printers.test(source.program) && isHanded(source) ? "shown" : undefined;
}

function isHanded(command: CommandFact): boolean {
  return (
    isEnvironmentDump(command) ||
    someWord(command, handedOver) ||
    someWord(command, secretVariable) ||
    command.operands.some((word) => secretFile.test(word))
  );
}

const address = /^(?:https?|ftp|ssh|tcp):\/\/(?:[^@/]*@)?([^/:?#]+)/iu;

function goesOutside(command: CommandFact, hosts: Facts["hosts"]): boolean {
  // Whoever answers for the name learns what stands before it.
  if (/^(?:dig|nslookup|host|drill)$/u.test(command.program)) return true;
  const named = wordsWith(command, address).flatMap(([, word]) => address.exec(word)?.[1]?.toLowerCase() ?? []);
  if (named.length === 0) return hosts.some((host) => !host.local && !isService(host.host));
  return named.some(
    (host) => remoteHost(`https://${host}/`, "upload")?.local !== true && !host.startsWith("$") && !isService(host),
  );
}
