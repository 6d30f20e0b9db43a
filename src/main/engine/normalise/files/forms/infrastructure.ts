// Infrastructure: what provisions machines, and runs commands on them or here while it does.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { isRecord, jsonTree, textOf, textsOf, type Tree, yamlTree } from "../tree.ts";
import { blocksOfHcl, blocksOfTree, openingsIn } from "./openings.ts";
import { commandText, type Form, type ReadFile, setting, type Step } from "./form.ts";

/** `name = "…"`, `name = <<EOF …` and `name = [ … ]` of HCL, in blocks of which only the kind matters. */
function readTerraform(text: string): ReadFile {
  const steps: Step[] = [];
  const settings: SettingFact[] = [];
  const blocks = [
    ...text.matchAll(
      /\b(?:provisioner\s+"(?:local-exec|remote-exec|shell|shell-local)"|data\s+"external"\s+"[^"]*")\s*\{/gu,
    ),
  ];
  for (const { 0: head, index } of blocks.slice(0, 60)) {
    const here = !/remote-exec|"shell"/u.test(head);
    const body = text.slice(index + head.length, index + head.length + 2_000).split(/\n\s*\}\s*(?:\n|$)/u, 1)[0] ?? "";
    for (const command of values(body, "command|program|inline|script"))
      steps.push({ trigger: "build", elsewhere: !here, text: command });
  }
  for (const command of values(text, "user_data|custom_data|startup_script|metadata_startup_script"))
    steps.push({ trigger: "start", elsewhere: true, user: "root", text: command });
  for (const [, body = ""] of text.matchAll(/\bbackend\s+"http"\s*\{([^]{0,2000}?)\}/gu))
    for (const [, address = ""] of body.matchAll(/\baddress\s*=\s*"([^"]+)"/gu))
      settings.push(setting("state-sent", address));
  for (const [, source = ""] of text.matchAll(/\bsource\s*=\s*"((?:git::)?https?:\/\/[^"]+)"/gu))
    if (
      !/\/\/(?:[^@/]*@)?(?:[\w-]+\.)*(?:github\.com|gitlab\.com|bitbucket\.org|terraform\.io|amazonaws\.com)\//u.test(
        source,
      )
    )
      settings.push(setting("remote-module", source));
  for (const [, account = ""] of text.matchAll(
    /Principal["\s]*[=:]\s*(?:\{\s*)?["\s]*(?:AWS["\s]*[=:]\s*)?\[?\s*"((?:arn:aws:iam::\d{12}:[^"]+)|\*)"/gu,
  ))
    settings.push(setting("foreign-principal", account));
  if (
    /(?:"Action"|Action|actions)\s*[=:]\s*\[?\s*"\*"[^]{0,200}?(?:"Resource"|Resource|resources)\s*[=:]\s*\[?\s*"\*"/u.test(
      text,
    )
  )
    settings.push(setting("every-right", "*"));
  if (/arn:aws:iam::aws:policy\/AdministratorAccess\b/u.test(text))
    settings.push(setting("every-right", "AdministratorAccess"));
  for (const [, url = ""] of text.matchAll(
    /\b(?:url|endpoint|address)\s*=\s*"(https?:\/\/[^"\n]*\$\{[^}"]*(?:password|secret|token|key)[^}"]*\}[^"\n]*)"/giu,
  ))
    settings.push(setting("secrets-handed-on", url));
  return { steps: steps.slice(0, 100), settings: [...settings, ...openingsIn(blocksOfHcl(text))] };
}

function values(text: string, names: string): readonly string[] {
  const found: string[] = [];
  const begins = new RegExp(
    `\\b(?:${names})\\s*=\\s*(?:<<[-~]?\\s*"?(\\w+)"?[ \\t]*\\n|"((?:[^"\\\\\\n]|\\\\.){0,4000})"|\\[((?:[^\\]"]|"(?:[^"\\\\]|\\\\.)*"){0,4000})\\])`,
    "gu",
  );
  for (const { 0: whole, 1: end, 2: quoted, 3: list, index } of text.matchAll(begins)) {
    if (found.length >= 100) break;
    if (end !== undefined) {
      const from = index + whole.length;
      const stop = text.indexOf(end, from);
      found.push(text.slice(from, stop < 0 ? from + 4_000 : stop));
    } else if (quoted !== undefined) found.push(unescaped(quoted));
    else
      found.push(
        commandText(
          [...(list ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/gu)].map((match) => unescaped(match[1] ?? "")),
          /program/u.test(names) && !/\binline\b/u.test(text),
        ),
      );
  }
  return found;
}

function unescaped(text: string): string {
  return text.replaceAll("\\n", "\n").replaceAll(/\\(["\\])/gu, "$1");
}

const modules = /^(?:ansible\.(?:builtin|windows)\.)?(?:shell|command|raw|script|win_shell|win_command|expect)$/u;

/** Tasks of a playbook or a role. */
function readAnsible(text: string): ReadFile {
  const tree = yamlTree(text);
  const local =
    /^\s*(?:-\s*)?(?:hosts:\s*(?:localhost|127\.0\.0\.1)|connection:\s*local|delegate_to:\s*(?:localhost|127\.0\.0\.1))/mu.test(
      text,
    );
  const steps: Step[] = [];
  const settings: SettingFact[] = [];
  for (const { key, value } of tree.nodes) {
    if (modules.test(key)) {
      const command = isRecord(value) ? (value["cmd"] ?? value["_raw_params"] ?? value["argv"]) : value;
      const line = commandText(command, false);
      if (line !== "")
        steps.push({
          trigger: "run",
          elsewhere: !local,
          text: line.replaceAll(/\{\{\s*(\w+)[^}]*\}\}/gu, "ansible-$1"),
        });
    }
    if (/(?:^|\.)(?:copy|template|lineinfile|blockinfile)$/u.test(key) && isRecord(value))
      settings.push(
        ...placedFile(
          textOf(value["dest"]) ?? textOf(value["path"]) ?? "",
          textOf(value["content"]) ?? textOf(value["line"]) ?? textOf(value["block"]) ?? "",
        ),
      );
    if (/(?:^|\.)(?:fetch|slurp)$/u.test(key) && isRecord(value) && privateOnMachines.test(textOf(value["src"]) ?? ""))
      settings.push(setting("secret-copied", textOf(value["src"]) ?? ""));
    if (/(?:^|\.)get_url$/u.test(key) && isRecord(value)) settings.push(setting("fetched", textOf(value["url"]) ?? ""));
    if (/(?:^|\.)authorized_key$/u.test(key) && isRecord(value) && typeof value["key"] === "string")
      settings.push(setting("key-authorised", value["key"].slice(0, 80)));
  }
  return { steps, settings, incomplete: !tree.complete };
}

const privateOnMachines =
  /\/etc\/(?:shadow|gshadow|krb5\.keytab)|\.ssh\/|\/id_(?:rsa|ed25519)|\.aws\/|\.kube\/|\/root\/\.|master\.key/u;

/** A file that is put on a machine: who may become its administrator, and who gets in. */
function placedFile(place: string, content: string): readonly SettingFact[] {
  if (
    /\/sudoers(?:\.d\/|$)/u.test(place) &&
    /NOPASSWD:\s*ALL/u.test(content) &&
    /^(?:ALL|%\w+|\w+)\s+ALL/mu.test(content)
  )
    return [
      setting("administrator", place),
      ...(/^ALL\s/mu.test(content) ? [setting("password-login", "everybody")] : []),
    ];
  if (place.endsWith("authorized_keys")) return [setting("key-authorised", content.slice(0, 80))];
  return [];
}

function readCloudInit(text: string): ReadFile {
  const tree = yamlTree(text);
  const steps: Step[] = [];
  const settings: SettingFact[] = [];
  for (const { path, key, value } of tree.nodes) {
    if (/^(?:runcmd|bootcmd)$/u.test(path))
      for (const line of Array.isArray(value) ? value : [])
        steps.push({ trigger: "start", elsewhere: true, user: "root", text: commandText(line, Array.isArray(line)) });
    if (key === "sudo" && textsOf(value).some((rule) => /NOPASSWD:\s*ALL/iu.test(rule)))
      settings.push(setting("administrator", path));
    if (key === "ssh_authorized_keys" && Array.isArray(value)) settings.push(setting("key-authorised", path));
    if (/^(?:plain_text_passwd|passwd|hashed_passwd)$/u.test(key) || (key === "ssh_pwauth" && value === true))
      settings.push(setting("password-login", key));
  }
  return { steps, settings, incomplete: !tree.complete };
}

/** Templates of clouds and frameworks: what they open, and what machines run at first start. */
function readTemplate(parse: (text: string) => Tree): (text: string) => ReadFile {
  return (text) => {
    const tree = parse(text.replaceAll(/!(?:Ref|Sub|GetAtt|Join|Select|ImportValue|FindInMap|If|Base64)\b/gu, ""));
    return { steps: [], settings: openingsIn(blocksOfTree(tree)), incomplete: !tree.complete };
  };
}

export const infrastructure: readonly Form[] = [
  {
    form: "cloud-template",
    kind: "infrastructure",
    path: /\.(?:ya?ml|template)$/u,
    content:
      /^\s*AWSTemplateFormatVersion\b|^\s*Transform:\s*AWS::|\bType:\s*['"]?AWS::|^\s*runtime:\s*yaml\b[^]{0,400}^resources:|^provider:\s*\n\s+name:\s*(?:aws|google|azure)\b/mu,
    read: readTemplate(yamlTree),
    match: [
      {
        path: "template.yaml",
        text: "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  S:\n    Properties:\n      SecurityGroupIngress: [{IpProtocol: -1, CidrIp: 0.0.0.0/0}]\n",
        sets: ["open-to-world=-1"],
      },
    ],
    not_match: [{ path: "a.yaml", text: "a: b" }],
  },
  {
    form: "cloud-template",
    kind: "infrastructure",
    path: /\.(?:json|template)$/u,
    content:
      /"AWSTemplateFormatVersion"|"Type"\s*:\s*"AWS::|"\$schema"\s*:\s*"[^"]*deploymentTemplate|"Statement"\s*:\s*\[/u,
    read: readTemplate(jsonTree),
    match: [
      {
        path: "policy.json",
        text: '{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}',
        sets: ["every-right=*"],
      },
    ],
    not_match: [{ path: "a.json", text: "{}" }],
  },
  {
    form: "terraform",
    kind: "infrastructure",
    path: /\.(?:tf|tofu|hcl)$/u,
    read: readTerraform,
    match: [
      {
        path: "a.tf",
        text: 'resource "x" "y" {\n  provisioner "local-exec" {\n    command = "curl \\"x\\" | sh"\n  }\n}\n',
        runs: ['curl "x" | sh'],
      },
      { path: "b.tf", text: 'data "external" "i" {\n  program = ["bash", "-c", "ls"]\n}\n', runs: ["bash -c ls"] },
      {
        path: "c.tf",
        text: 'terraform {\n  backend "http" {\n    address = "http://203.0.113.4/s"\n  }\n}\n',
        sets: ["state-sent=http://203.0.113.4/s"],
      },
    ],
    not_match: [{ path: "a.tfvars", text: "a = 1" }],
  },
  {
    form: "cloud-init",
    kind: "infrastructure",
    content: /^\s*#cloud-config\b/u,
    read: readCloudInit,
    match: [
      {
        path: "cloud-init.yaml",
        text: "#cloud-config\nruncmd:\n  - curl x | sh\n  - [ls, -l]\n",
        runs: ["curl x | sh", "ls -l"],
      },
    ],
    not_match: [{ path: "cloud.yaml", text: "a: b" }],
  },
  {
    form: "ansible",
    kind: "infrastructure",
    path: /\.ya?ml$/u,
    content:
      /^\s*-\s+(?:name:[^\n]*\n\s+)?(?:hosts:|(?:ansible\.\w+\.)?(?:shell|command|raw|script|apt|yum|dnf|copy|template|get_url|service|systemd|authorized_key|user|file|lineinfile|unarchive):)/mu,
    read: readAnsible,
    match: [
      {
        path: "site.yml",
        text: "- hosts: localhost\n  tasks:\n    - name: a\n      ansible.builtin.shell: curl x | sh\n",
        runs: ["curl x | sh"],
      },
    ],
    not_match: [{ path: "a.yml", text: "- a\n- b\n" }],
  },
];
