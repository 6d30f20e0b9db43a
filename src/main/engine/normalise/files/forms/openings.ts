// Openings: settings of infrastructure that open something to everybody, give every right, or switch a protection off. They are known
// by what keys and values mean, whatever the tool: Terraform, CloudFormation, Kubernetes, Pulumi, Serverless, Helm or Compose.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { isRecord, textOf, textsOf, type Tree } from "../tree.ts";
import { setting } from "./form.ts";

/** Members of one block, names in lower case without separators; lists are one value each. */
export type Block = ReadonlyMap<string, readonly string[]>;

const world = /^(?:0\.0\.0\.0\/0|::\/0|\*|Internet|Any)$/u;
/** Ports behind which administration and data lie. */
const innerPorts =
  /^(?:0|-1|22|23|445|1433|1521|2375|2376|2379|3306|3389|5432|5601|5672|5900|6379|6443|8086|9042|9092|9200|10250|11211|27017)$/u;
const all = /^(?:-1|all|\*|any)$/iu;

/** A member and the values by which it opens or switches off something by itself. */
const single: readonly (readonly [name: RegExp, value: RegExp, meaning: string])[] = [
  [
    /^(?:acl|cannedacl|accesscontrol|objectacl)$/u,
    /^(?:public-?read(?:-?write)?|PublicRead(?:Write)?|authenticated-?read)$/iu,
    "public-access",
  ],
  [
    /^(?:publiclyaccessible|publicaccessenabled|publicnetworkaccessenabled|allowblobpublicaccess|allownestedblobpublic|allownesteditemstobepublic|allowpublicaccess)$/u,
    /^true$/iu,
    "public-access",
  ],
  [
    /^(?:blockpublicacls|blockpublicpolicy|restrictpublicbuckets|ignorepublicacls|uniformbucketlevelaccess)$/u,
    /^false$/iu,
    "public-access",
  ],
  [/^(?:members?|entity|amigroups|groups?)$/u, /^(?:allUsers|allAuthenticatedUsers|all)$/u, "public-access"],
  [
    /^(?:enablelogging|islogging|enablelogfilevalidation|includeglobalserviceevents|loggingenabled)$/u,
    /^false$/iu,
    "protection-off",
  ],
  [/^podsecuritykubernetesioenforce$/u, /^privileged$/u, "protection-off"],
  [/^(?:postgreshostauthmethod)$/u, /^trust$/u, "protection-off"],
  [
    /^(?:anonymousauth|allowanonymous|anonymousaccess|authanonymousenabled|gfauthanonymousenabled)$/u,
    /^true$/iu,
    "protection-off",
  ],
  [/^(?:xpacksecurityenabled|pluginssecuritydisabled)$/u, /^false$/iu, "protection-off"],
  [/^(?:validatecerts|verifyssl|tlsverify|sslverify)$/u, /^(?:false|no)$/iu, "protection-off"],
  [/^(?:policyarn|managedpolicyarns|policyarns)$/u, /policy\/AdministratorAccess$/u, "every-right"],
  [/^(?:role|roledefinitionname)$/u, /^(?:roles\/(?:owner|editor)|Owner)$/u, "every-right"],
];
/** Ordinary in a throw-away environment; several together are not. */
const loose: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:deletionprotection|deletionprotectionenabled|preventdestroy)$/u, /^false$/iu],
  [/^(?:forcedestroy|skipfinalsnapshot|deleteautomatedbackups)$/u, /^true$/iu],
  [/^(?:storageencrypted|encrypted|enablekeyrotation|multiaz)$/u, /^false$/iu],
  [/^(?:backupretentionperiod)$/u, /^0$/u],
];

export function openingsIn(blocks: readonly Block[]): readonly SettingFact[] {
  const found: SettingFact[] = [];
  let loosened = 0;
  for (const block of blocks) {
    for (const [name, values] of block)
      for (const value of values) {
        for (const [key, fits, meaning] of single)
          if (key.test(name) && fits.test(value)) found.push(setting(meaning, `${name}=${value}`));
        if (loose.some(([key, fits]) => key.test(name) && fits.test(value))) loosened += 1;
      }
    found.push(...together(block));
  }
  if (loosened >= 3) found.push(setting("protection-off", "several protections"));
  return found;
}

/** What several members of one block mean together. */
function together(block: Block): readonly SettingFact[] {
  const values = (...names: readonly string[]): readonly string[] => names.flatMap((name) => block.get(name) ?? []);
  const allows = !values("effect").some((effect) => /^deny$/iu.test(effect));
  const actions = values("action", "actions");
  const resources = values("resource", "resources");
  const principals = values("principal", "principals", "aws", "identifiers");
  const found: SettingFact[] = [];
  if (allows && actions.includes("*") && resources.includes("*")) found.push(setting("every-right", "*"));
  if (allows && principals.includes("*") && !block.has("condition") && !block.has("conditions"))
    found.push(setting("public-access", "Principal *"));
  const open = values(
    "cidrblocks",
    "ipv6cidrblocks",
    "cidrip",
    "cidripv6",
    "cidripv4",
    "cidr",
    "cidripv4",
    "sourceranges",
    "sourceaddressprefix",
    "loadbalancersourceranges",
  );
  const outgoing = values("type", "direction", "block").some((type) => /^(?:egress|outbound)$/iu.test(type));
  if (!outgoing && open.some((range) => world.test(range))) {
    const ports = values("fromport", "toport", "port", "ports", "destinationportrange");
    const protocol = values("protocol", "ipprotocol");
    if (protocol.some((each) => all.test(each)) || ports.some((port) => innerPorts.test(port) || all.test(port)))
      found.push(setting("open-to-world", ports.join(",") || protocol.join(",")));
  }
  return found;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");
}

/** Every record of a tree, with the simple members it holds. */
export function blocksOfTree(tree: Tree): readonly Block[] {
  return tree.nodes.flatMap(({ key, value }) => {
    if (!isRecord(value)) return [];
    const members = new Map<string, readonly string[]>([["block", [key]]]);
    for (const [name, each] of Object.entries(value)) {
      const inner = isRecord(each) ? textsOf(each["AWS"] ?? each["aws"] ?? []) : textsOf(each);
      const ports = Array.isArray(each)
        ? each.flatMap((item) => (isRecord(item) ? (textOf(item["port"]) ?? []) : []))
        : [];
      if (inner.length + ports.length > 0) members.set(plain(name), [...inner, ...ports]);
    }
    return [members];
  });
}

const mostBlocks = 600;

/** Blocks and objects of HCL, by their braces. */
export function blocksOfHcl(text: string): readonly Block[] {
  const blocks: Map<string, readonly string[]>[] = [];
  const open: Map<string, readonly string[]>[] = [];
  const tokens = text
    .slice(0, 64_000)
    .replaceAll(/^\s*(?:#|\/\/).*$/gmu, "")
    .matchAll(
      /([A-Za-z_][\w-]*)(?:\s+"[^"\n]*"){0,2}\s*(?:=\s*)?(?:jsonencode\(\s*)?\{|\{|\}|"?([A-Za-z_][\w-]*)"?\s*[=:]\s*(?:"([^"\n]*)"|\[([^\][{}]*)\]|([\w.-]+))/gu,
    );
  for (const [token, name, key, quoted, list, bare] of tokens) {
    if (token === "}") open.pop();
    else if (token.endsWith("{")) {
      const block = new Map<string, readonly string[]>([["block", [name ?? ""]]]);
      if (blocks.length < mostBlocks) blocks.push(block);
      open.push(block);
    } else if (key !== undefined) {
      const values =
        list === undefined
          ? [quoted ?? bare ?? ""]
          : [...list.matchAll(/"([^"\n]*)"|([\w./:*-]+)/gu)].map((match) => match[1] ?? match[2] ?? "");
      const block = open.at(-1) ?? blocks[0] ?? new Map<string, readonly string[]>();
      if (!blocks.includes(block)) blocks.push(block);
      block.set(plain(key), values);
    }
  }
  return blocks;
}
