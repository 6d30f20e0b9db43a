// Tool words: what the words in tool names mean. Concepts, not products: a word belongs here when tools of many servers use it.
import { type ToolObject, toolObjects, type ToolVerb, toolVerbs } from "../../../../shared/domain/facts.ts";

function tableOf<Meaning extends string>(
  meanings: readonly Meaning[],
  rows: Readonly<Partial<Record<Meaning, string>>>,
): ReadonlyMap<string, Meaning> {
  const table = new Map<string, Meaning>();
  for (const meaning of meanings) for (const word of rows[meaning]?.split(" ") ?? []) table.set(word, meaning);
  return table;
}

/** Words that are verbs wherever they stand. */
export const plainVerbs: ReadonlyMap<string, ToolVerb> = tableOf(toolVerbs, {
  read: "get list read search find fetch view describe show lookup count browse inspect check validate verify retrieve watch poll explain summarize summarise analyze analyse compare calculate convert estimate render suggest tail head diff ping whoami peek select screenshot",
  create: "create add insert make register provision upload put append generate fork clone copy attach",
  change:
    "update edit modify patch rename move toggle enable disable configure apply scale restart reboot rollback revert promote merge approve reopen resolve unlock mute unmute silence snooze suppress bypass disarm arm redirect transition rotate replace upsert sync restore reset mark bulk set save write activate deactivate suspend stop pause resume",
  delete:
    "delete remove drop destroy purge erase truncate flush wipe clear terminate revoke unpublish cancel uninstall deprovision prune trash evict drain del rm kill detach",
  send: "send reply forward notify broadcast submit dispatch",
  publish: "publish announce deploy unveil",
  grant: "grant invite assign authorize authorise impersonate elevate delegate",
  pay: "pay buy withdraw donate spend reimburse sign",
  run: "execute exec invoke eval evaluate launch",
  schedule: "schedule remind",
  remember: "remember memorize memorise",
});

/** Words that are nouns as often: they are the verb when the name has no other. */
export const nounVerbs: ReadonlyMap<string, ToolVerb> = tableOf(toolVerbs, {
  read: "query status info history logs preview test open export load download snapshot access usage stats metrics health",
  create: "new import build comment",
  change: "change lock label release close",
  send: "message mail email sms tweet post dm text contact fax",
  publish: "push",
  grant: "share transfer",
  pay: "charge refund order trade payment payout purchase checkout wire",
  run: "run call trigger start command shell script process",
  schedule: "cron reminder alarm",
  remember: "memory",
});

/** What tools are about. */
export const objects: ReadonlyMap<string, ToolObject> = tableOf(toolObjects, {
  money:
    "refund refunds payment payments payout payouts charge charges money funds fund wallet transaction transactions withdrawal deposit purchase order orders trade trades wire checkout giftcard bitcoin crypto salary payroll reimbursement donation bid price iban payee beneficiary salary invoice invoices subscription subscriptions",
  people:
    "collaborator collaborators member members membership invitation invitations invite user users group groups team teams owner owners ownership admin admins administrator account accounts contact contacts identity person employee customer customers",
  permission:
    "permission permissions role roles access acl acls policy policies iam privilege privileges scope scopes rights sharing visibility oauth sso binding bindings impersonation",
  secret:
    "secret secrets 1password onepassword bitwarden lastpass keepass dashlane keychain passphrase otp totp credential credentials token tokens key keys apikey password passwords certificate certificates vault",
  protection:
    "protection protections ruleset rulesets firewall guard 2fa mfa audit security alarm alarms alert alerts backup backups retention waf dlp compliance lock locks door doors garage hook hooks webhook webhooks integration integrations monitor monitors",
  message: "message messages chat channel thread notification comment dm reply conversation",
  mail: "mail email emails sms twilio sendgrid mailgun whatsapp letter fax gmail outlook smtp",
  publication:
    "tweet tweets blog article announcement advert ad ads campaign campaigns newsletter podcast video story twitter mastodon bluesky linkedin facebook instagram reddit youtube tiktok wordpress",
  repository:
    "repository repositories repo repos organization organisation org project projects workspace tenant space site",
  data: "database databases db table tables collection collections record records row rows document documents index indexes indices bucket buckets object objects blob blobs volume volumes disk event events calendar page pages drive folder file files dataset queue topic entry entries item items ticket tickets issue issues",
  infrastructure:
    "cluster clusters namespace namespaces instance instances server servers vm vms machine deployment deployments pod pods service services stack stacks environment environments function functions domain domains zone dns network node nodes resource resources manifest release flag flags feature infrastructure kubectl kubernetes k8s helm terraform pulumi",
  memory: "memory memories observation observations entity entities relation relations knowledge remember memo",
  schedule: "cron schedule schedules scheduler job jobs timer reminder automation automations routine trigger triggers",
  scrap:
    "draft drafts label labels reaction reactions todo todos bookmark bookmarks cache caches cookie cookies tab tabs session sessions preview temp tmp sandbox breakpoint breakpoints cell worktree notebook highlight filter cursor selection branch comment comments plan scratch mock fixture",
  request: "request http https rest webhook_call endpoint graphql",
  screen: "computer mouse keyboard screen desktop",
});

/** Values and words that mean what customers use. */
export const production = /(?:^|[^a-z])(?:prod|production|live|prd)(?:[^a-z]|$)/i;

/** Values that open something to everybody. */
export const everybody =
  /^(?:public|anyone|anyonewithlink|anyone_with_link|everyone|everybody|all_?users|allauthenticatedusers|world|internet|0\.0\.0\.0\/0|\*)$/i;

/** Members whose truth opens something to everybody, and whose falsehood does: `public: true`, `private: false`. */
export const opens = /^(?:public|ispublic|publiclyaccessible|publicread|allowpublicaccess|anonymous|allowanonymous)$/;
export const closes = /^(?:private|isprivate|requireauth|authenticated|blockpublicaccess|restricted)$/;

/** Servers that only touch this machine or the agent's own notes. */
export const localServers: ReadonlySet<string> = new Set(
  "filesystem memory sequential thinking sequentialthinking git ide jetbrains vscode serena todo local sqlite fetch time everything desktop commander playwright puppeteer browser chrome devtools context7 scheduler".split(
    " ",
  ),
);
