// Jenkins: the commands of a Jenkinsfile, with the variables that hold its credentials, and what it sends or loads by itself.
import { quote } from "../../calls/arguments.ts";
import { elsewhere } from "./ci-inputs.ts";
import { type ReadFile, setting, type Step } from "./form.ts";

const shellCall =
  /(?:\b(\w{1,60})\s{0,3}=\s{0,3})?\b(?:sh|bat|powershell|pwsh)\b\s*\(?\s*(?:\[?\s*(?:returnStdout\s*:\s*true\s*,\s*)?script\s*:\s*)?('''|"""|'|")((?:(?!\2)[^\\]|\\.){0,8000}?)\2/gsu;
const credentialVariable =
  /\b(?:variable|usernameVariable|passwordVariable|keyFileVariable|keystoreVariable|passphraseVariable)\s*:\s*['"](\w+)['"]|\b(\w{1,60})\s{0,3}=\s{0,3}credentials\s*\(/gu;
const request = /\bhttpRequest\b([^\n}]{0,600})/gu;
const remoteScript =
  /\bevaluate\s*\(?[^\n]{0,80}(?:new URL|https?:)|new URL\s*\([^)]{0,200}\)\s*\.\s*text\b[^]{0,200}\bevaluate\b|\bremote\s*:\s*['"](https?:\/\/[^'"]+)['"]/u;

export function readJenkinsfile(text: string): ReadFile {
  const given = text.slice(0, 64_000);
  const secrets = new Set([...given.matchAll(credentialVariable)].map((match) => match[1] ?? match[2] ?? ""));
  const steps: Step[] = [];
  const captured = new Map<string, string>();
  for (const [, variable, , command = ""] of given.matchAll(shellCall)) {
    if (steps.length >= 200) break;
    if (variable !== undefined) captured.set(variable, command);
    steps.push({ ...elsewhere, secrets: ["environment"], text: marked(command, secrets) });
  }
  for (const [, inputs = ""] of [...given.matchAll(request)].slice(0, 20)) steps.push(...requestStep(inputs, captured));
  const loaded = remoteScript.exec(given);
  return {
    steps,
    settings: loaded === null ? [] : [setting("remote-pipeline", loaded[1] ?? loaded[0].slice(0, 200))],
  };
}

function marked(command: string, secrets: ReadonlySet<string>): string {
  if (secrets.size === 0) return command;
  return command.replaceAll(/\$(?:\{(\w+)\}|(\w+))/gu, (whole, curly?: string, bare?: string) => {
    const name = curly ?? bare ?? "";
    return secrets.has(name) ? `$SECRET_${name}` : whole;
  });
}

/** `httpRequest url: …, requestBody: out`, as the command that would do the same. */
function requestStep(inputs: string, captured: ReadonlyMap<string, string>): readonly Step[] {
  const [, url] = /\burl\s*:\s*["']([^"']{1,400})["']/u.exec(inputs) ?? [];
  const [, body = ""] = /\brequestBody\s*:\s*["']?([^,\n)"']{1,400})/u.exec(inputs) ?? [];
  if (url === undefined || body === "") return [];
  const command = captured.get(body.trim());
  const text =
    command === undefined ? `curl -d ${quote(body)} ${quote(url)}` : `OUT=$(${command})\ncurl -d "$OUT" ${quote(url)}`;
  return [{ ...elsewhere, secrets: ["environment"], text }];
}
