// Containers: images, compositions, development containers and cluster manifests, and what they may touch of the machine.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { isRecord, jsonTree, textOf, textsOf, type Tree, yamlTree } from "../tree.ts";
import { commandText, type Form, type ReadFile, setting, type Step } from "./form.ts";
import { blocksOfTree, openingsIn } from "./openings.ts";

const image = { trigger: "build", elsewhere: true } as const;
const secretName = /TOKEN|SECRET|PASSW|API_?KEY|PRIVATE_KEY|CREDENTIAL|ACCESS_KEY/u;

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Instructions with their continued lines joined, and here-documents with the instruction they belong to. */
function instructionsOf(text: string): readonly Instruction[] {
  const lines = text.split(/\r?\n/u);
  const found: Instruction[] = [];
  for (let at = 0; at < lines.length && found.length < 500; at += 1) {
    const first = lines[at] ?? "";
    if (/^\s*(?:#|$)/u.test(first)) continue;
    const parts = [first];
    while (/[\\`]\s*$/u.test(parts.at(-1) ?? "") && at + 1 < lines.length) {
      parts[parts.length - 1] = (parts.at(-1) ?? "").replace(/[\\`]\s*$/u, "");
      do at += 1;
      while (at + 1 < lines.length && /^\s*#/u.test(lines[at] ?? ""));
      parts.push(lines[at] ?? "");
    }
    const joined = parts.join(" ");
    const [, name = "", rest = ""] = /^\s*([A-Za-z]+)\s+([^]*)$/u.exec(joined) ?? [];
    const [, end] = /<<-?\s*["']?(\w+)["']?/u.exec(rest) ?? [];
    const body: string[] = [];
    if (end !== undefined)
      for (at += 1; at < lines.length && (lines[at] ?? "").trim() !== end; at += 1) body.push(lines[at] ?? "");
    const document =
      end === undefined
        ? rest
        : /^\s*(?:--\S+\s+)*<</u.test(rest)
          ? body.join("\n")
          : `${rest}\n${body.join("\n")}\n${end}`;
    found.push({ name: name.toUpperCase(), rest: document });
  }
  return found;
}

/** `["a", "b"]` is words, anything else a shell's line. */
function shellForm(rest: string): string {
  const given = rest.replace(/^(?:\s*--[\w-]+(?:=\S+)?)+\s*/u, "").trim();
  if (!given.startsWith("[")) return given;
  const list = jsonTree(given).nodes[0]?.value;
  return Array.isArray(list) ? commandText(list, true) : given;
}

const privatePlace =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.pypirc|\.netrc|\.git-credentials|id_(?:rsa|ed25519|ecdsa|dsa)|\.env(?!\.(?:example|sample|template|dist|test)\b)(?:\.[\w-]+)?)(?:\/|$)/u;

function readDockerfile(text: string): ReadFile {
  const steps: Step[] = [];
  const settings: SettingFact[] = [];
  const secrets: string[] = [];
  for (const { name, rest } of instructionsOf(text)) {
    const [, argument = ""] = /^(\w+)/u.exec(rest) ?? [];
    if ((name === "ARG" || name === "ENV") && secretName.test(argument)) secrets.push(argument);
    if (name === "RUN" || name === "CMD" || name === "ENTRYPOINT" || name === "HEALTHCHECK")
      steps.push({
        ...image,
        trigger: name === "RUN" ? "build" : "start",
        secrets: [...secrets],
        text: shellForm(rest.replace(/^CMD\s+/u, "")),
      });
    else if (name === "SHELL") steps.push({ ...image, text: shellForm(rest) });
    else if (name === "ADD" || name === "COPY") {
      const words = rest
        .replace(/^(?:\s*--[\w-]+(?:=\S+)?)+\s*/u, "")
        .split(/[\s,[\]"]+/u)
        .filter((word) => word !== "");
      for (const word of words.slice(0, -1)) {
        if (/^https?:/u.test(word)) settings.push(setting("fetched", word));
        if (privatePlace.test(word) && !/--from=/u.test(rest)) settings.push(setting("secret-copied", word));
      }
    }
  }
  return { steps, settings };
}

/** Places of the machine that a container must not be given. */
function mountSettings(source: string): readonly SettingFact[] {
  if (/^(?:\/var\/run|\/run)\/(?:docker|podman\/podman|containerd\/containerd|crio\/crio)\.sock$/u.test(source))
    return [setting("engine-socket", source)];
  if (
    /^(?:\/|\/(?:etc|root|home|boot|proc|sys|dev|var|usr|lib|bin|var\/lib\/(?:kubelet|docker)|etc\/kubernetes)(?:\/[^/]*)?|\/Users(?:\/[^/]+)?|~|\$\{?HOME\}?)\/?$/u.test(
      source,
    )
  )
    return [setting("machine-mounted", source)];
  return privatePlace.test(source.replace(/^(?:~|\$\{?HOME\}?)/u, "")) && /^(?:~|\$|\/)/u.test(source)
    ? [setting("secret-mounted", source)]
    : [];
}

function rights(tree: Tree): readonly SettingFact[] {
  return tree.nodes.flatMap(({ path, key, value }) => {
    const told = textOf(value);
    if (key === "privileged" && told === "true") return [setting("privileged", path)];
    if (/^(?:hostPID|hostIPC|hostNetwork)$/u.test(key) && told === "true") return [setting("host-namespace", key)];
    if (/^(?:pid|ipc|network_mode|userns_mode|uts|cgroup)$/u.test(key) && told === "host")
      return [setting("host-namespace", key)];
    if (
      /^(?:cap_add|add)$/u.test(key) &&
      textsOf(value).some((each) => /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|DAC_READ_SEARCH)$/iu.test(each))
    )
      return [setting("privileged", path)];
    if (key === "hostPath" && isRecord(value)) return mountSettings(textOf(value["path"]) ?? "");
    if (/^(?:volumes|mounts)(?:\.\d+)?$/u.test(lastParts(path)) && told !== undefined)
      return mountSettings(/source=([^,]+)/u.exec(told)?.[1] ?? told.split(":")[0] ?? "");
    if (key === "source" && /\.volumes\.\d+\.source$/u.test(path) && told !== undefined) return mountSettings(told);
    return [];
  });
}

function lastParts(path: string): string {
  return path
    .split(".")
    .slice(-2)
    .join(".")
    .replace(/^(?!volumes|mounts)[^.]*\./u, "");
}

function readCompose(text: string): ReadFile {
  const tree = yamlTree(text);
  const steps = tree.nodes
    .flatMap(({ key, value }): readonly Step[] =>
      /^(?:command|entrypoint|test)$/u.test(key) && !isRecord(value)
        ? [{ trigger: "start", elsewhere: true, text: commandText(value, true).replace(/^(?:CMD-SHELL|CMD)\s+/u, "") }]
        : [],
    )
    .filter(({ text: line }, index, all) => line !== "" && all.findIndex((each) => each.text === line) === index);
  return { steps, settings: [...rights(tree), ...openingsIn(blocksOfTree(tree))], incomplete: !tree.complete };
}

function readManifest(text: string): ReadFile {
  const tree = yamlTree(text.replaceAll(/\{\{[^}]*\}\}/gu, "template"));
  const settings: SettingFact[] = [...rights(tree)].filter(
    ({ name, value }) => name !== "machine-mounted" || !readOnlyPlaces(tree).has(value),
  );
  const kinds = tree.nodes.filter(({ key }) => key === "kind").map(({ value }) => textOf(value) ?? "");
  const scheduled = kinds.includes("CronJob");
  const steps: Step[] = [];
  for (const { path, key, value } of tree.nodes) {
    if (
      isRecord(value) &&
      (value["command"] !== undefined || value["args"] !== undefined) &&
      value["image"] !== undefined
    ) {
      const words = [...textsOf(value["command"] ?? []), ...textsOf(value["args"] ?? [])];
      steps.push({
        trigger: scheduled ? "schedule" : "start",
        elsewhere: true,
        secrets: ["environment"],
        text: commandText(words, true),
      });
    }
    if (key === "script" && typeof value === "string")
      steps.push({ trigger: "ci", elsewhere: true, secrets: ["environment"], text: value });
    const told = textOf(value);
    if (told === undefined) continue;
    if (path.endsWith("roleRef.name") && told === "cluster-admin") settings.push(setting("cluster-admin", path));
    if (/subjects\.\d+\.name$/u.test(path) && /^system:(?:anonymous|unauthenticated)$/u.test(told))
      settings.push(setting("open-to-anyone", told));
    if (path.endsWith("clientConfig.url")) settings.push(setting("admission-hook", told));
    if (/(?:^|\.)(?:repoURL|spec\.url|repo|image)$/u.test(path)) settings.push(...deployedFrom(told));
  }
  settings.push(...openingsIn(blocksOfTree(tree)));
  for (const { value } of tree.nodes) {
    if (!isRecord(value) || !Array.isArray(value["verbs"])) continue;
    const [verbs, resources] = [textsOf(value["verbs"]), textsOf(value["resources"] ?? [])];
    if (verbs.includes("*") && resources.includes("*"))
      settings.push(setting("cluster-admin", "every verb on every resource"));
  }
  return { steps, settings, incomplete: !tree.complete };
}

/** Places of a machine that every container mounts for reading only, as programs that measure it do. */
function readOnlyPlaces(tree: Tree): ReadonlySet<string> {
  const mounts = tree.nodes.flatMap(({ path, value }) =>
    /volumeMounts\.\d+$/u.test(path) && isRecord(value) ? [value] : [],
  );
  return new Set(
    tree.nodes.flatMap(({ value }) => {
      if (!isRecord(value) || !isRecord(value["hostPath"])) return [];
      const own = mounts.filter((mount) => mount["name"] === value["name"]);
      const place = textOf(value["hostPath"]["path"]);
      return place !== undefined && own.length > 0 && own.every((mount) => mount["readOnly"] === true) ? [place] : [];
    }),
  );
}

/** What a cluster takes from an address without a name, or without encryption. */
function deployedFrom(address: string): readonly SettingFact[] {
  const plain = address.replace(/^oci:\/\//u, "https://");
  const named = /^\w+:\/\//u.test(plain) ? plain : `https://${plain}`;
  return /^https?:\/\/\d+\.\d+\.\d+\.\d+[:/]/u.test(named) &&
    !/\/\/(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./u.test(named)
    ? [setting("fetched", named)]
    : [];
}

const containerCommands =
  /^(?:initializeCommand|onCreateCommand|updateContentCommand|postCreateCommand|postStartCommand|postAttachCommand)$/u;

function readDevcontainer(text: string): ReadFile {
  const tree = jsonTree(text);
  const steps = tree.nodes.flatMap(({ path, value }): readonly Step[] => {
    const [name = "", inner, more] = path.split(".");
    if (!containerCommands.test(name) || more !== undefined || (isRecord(value) && inner === undefined)) return [];
    if (inner !== undefined && (Array.isArray(tree.nodes[0]?.value) || /^\d+$/u.test(inner))) return [];
    // The first of them runs on the machine itself.
    return [{ trigger: "open", elsewhere: name !== "initializeCommand", text: commandText(value, true) }];
  });
  const settings: SettingFact[] = [...rights(tree)];
  for (const { path, value } of tree.nodes) {
    if (path === "runArgs")
      for (const word of textsOf(value))
        if (/^--(?:privileged|pid=host|network=host|cap-add=(?:ALL|SYS_ADMIN))$/u.test(word))
          settings.push(setting("privileged", word));
    if (/^mounts\.\d+$/u.test(path) && typeof value === "string")
      settings.push(
        ...mountSettings((/source=([^,]+)/u.exec(value)?.[1] ?? "").replace(/^\$\{localEnv:HOME\}/u, "$HOME")),
      );
  }
  return { steps, settings };
}

export const containers: readonly Form[] = [
  {
    form: "helm-values",
    kind: "infrastructure",
    path: /\/values[\w.-]*\.ya?ml$/u,
    read: (text) => {
      const tree = yamlTree(text);
      return { steps: [], settings: [...rights(tree), ...openingsIn(blocksOfTree(tree))], incomplete: !tree.complete };
    },
    match: [
      { path: "chart/values.yaml", text: "hostPID: true\nimage: { tag: a }\n", sets: ["host-namespace=hostPID"] },
    ],
    not_match: [{ path: "a.yaml", text: "a: b" }],
  },
  {
    form: "dockerfile",
    kind: "self-running",
    path: /\/(?:[\w.-]*(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?|[^/]+\.(?:d|D)ockerfile)$/u,
    content:
      /^\s*(?:#.*\n\s*)*(?:FROM|ARG|RUN|COPY|ADD|ENV|WORKDIR|CMD|ENTRYPOINT|USER|SHELL|EXPOSE|LABEL|VOLUME|HEALTHCHECK|ONBUILD|STOPSIGNAL|MAINTAINER)\b/imu,
    read: readDockerfile,
    match: [
      {
        path: "Dockerfile",
        text: 'FROM a\n# b\nRUN apt-get update && \\\n    apt-get install -y curl\nCMD ["node", "a b.js"]\n',
        runs: ["apt-get update &&      apt-get install -y curl", "node 'a b.js'"],
      },
      {
        path: "deploy/Dockerfile",
        text: "FROM a\nCOPY .ssh/id_rsa /root/.ssh/id_rsa\nADD http://203.0.113.2/x /x\n",
        sets: ["secret-copied=.ssh/id_rsa", "fetched=http://203.0.113.2/x"],
      },
      { path: "Dockerfile.dev", text: "FROM a\nRUN <<EOF\necho hi\nEOF\n", runs: ["echo hi"] },
    ],
    not_match: [{ path: "dockerfile.ts", text: "export const a = 1" }],
  },
  {
    form: "compose",
    kind: "infrastructure",
    path: /\/(?:docker-|podman-)?(?:compose|stack)[\w.-]*\.ya?ml$/u,
    content: /^\s*(?:services|version|include|volumes|networks)\s*:|privileged|volumes/mu,
    read: readCompose,
    match: [
      {
        path: "docker-compose.yml",
        text: "services:\n  a:\n    privileged: true\n    pid: host\n    volumes:\n      - /var/run/docker.sock:/var/run/docker.sock\n      - ./src:/app\n    command: sh -c ls\n",
        runs: ["sh -c ls"],
        sets: ["privileged=services.a.privileged", "host-namespace=pid", "engine-socket=/var/run/docker.sock"],
      },
    ],
    not_match: [{ path: "composer.yml", text: "a: b" }],
  },
  {
    form: "devcontainer",
    kind: "self-running",
    path: /\/\.?devcontainer(?:\/(?:[^/]+\/)?devcontainer)?\.json$/u,
    read: readDevcontainer,
    match: [
      {
        path: ".devcontainer/devcontainer.json",
        text: '{"initializeCommand":"curl x | sh", // c\n"postCreateCommand":["npm","ci"],"runArgs":["--privileged"]}',
        runs: ["curl x | sh", "npm ci"],
        sets: ["privileged=--privileged"],
      },
    ],
    not_match: [{ path: "container.json", text: "{}" }],
  },
  {
    form: "kubernetes",
    kind: "infrastructure",
    path: /\.(?:ya?ml)$/u,
    content: /^\s*apiVersion\s*:\s*\S+[^]{0,2000}^\s*kind\s*:|^\s*kind\s*:\s*\w+[^]{0,2000}^\s*apiVersion\s*:/mu,
    read: readManifest,
    match: [
      {
        path: "k8s/a.yaml",
        text: "apiVersion: batch/v1\nkind: CronJob\nspec:\n  hostPID: true\n  containers:\n    - image: a\n      command: [sh, -c, 'curl x | sh']\n  volumes:\n    - hostPath: { path: / }\n",
        runs: ["sh -c 'curl x | sh'"],
        sets: ["host-namespace=hostPID", "machine-mounted=/"],
      },
    ],
    not_match: [{ path: "a.yaml", text: "a: b" }],
  },
];
