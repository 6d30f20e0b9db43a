// Secrets of a call: those in its arguments, and those that a request hands to a host.
import type { SecretFact } from "../../../shared/domain/facts.ts";
import type { World } from "../ports.ts";
import type { Member } from "./calls/arguments.ts";
import { base64 } from "./code/decode.ts";
import { note } from "./inspection.ts";
import type { Inspection } from "./inspection.ts";
import { limits } from "./limits.ts";
import { strangerWithKey } from "./places/key-variables.ts";

const requesters = /^(?:curl|wget|https?|xh|nc|ncat)$/;

/** Keys of one service that a request hands to another. */
export function addKeysSent(inspection: Inspection, members: readonly Member[]): void {
  const { commands, hosts, egress, world } = inspection;
  if (hosts.size === 0) return;
  for (const { host, local, url = "" } of hosts.values())
    if (!local && members.length > 0 && carriesSecret(url, world.findSecrets))
      egress.push({ what: "secret", to: "host", destination: host, known: false });
  const requests = commands.flatMap(({ program, text }) => (requesters.test(program) ? [text] : []));
  for (const text of [...requests, ...members.map(({ value }) => value)].slice(0, limits.arrivals)) {
    const destination = strangerWithKey(text, hosts.values());
    if (destination !== undefined) egress.push({ what: "secret", to: "host", destination, known: false });
  }
}

const dataInAddress = /[?&#][\w.-]{1,40}=([^&#]{12,4000})/g;
const secretLine =
  /PRIVATE KEY|(?:^|[\n;,{"' ])[A-Z][A-Z0-9_]{2,40}(?:_URL|_KEY|_TOKEN|_SECRET|PASSWORD|_DSN)\s?[=:]|:\/\/[^\s:@/]{1,60}:[^\s@/]{3,}@/;

/** What an address hands over behind its question mark, in clear, as percent signs or in base64. */
function carriesSecret(url: string, find: World["findSecrets"]): boolean {
  for (const [, given = ""] of url.slice(0, limits.secretCharacters).matchAll(dataInAddress)) {
    const plain = unescaped(given);
    const decoded = /^[\w+/-]{16,}={0,2}$/.test(plain) ? base64(plain) : undefined;
    for (const text of [plain, decoded ?? ""]) if (secretLine.test(text) || find(text).length > 0) return true;
  }
  return false;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Secrets in the arguments of a call, each kind once for each place. */
export function findSecrets(inspection: Inspection, members: readonly Member[]): readonly SecretFact[] {
  const secrets: SecretFact[] = [];
  for (const member of members) {
    if (member.value.length < 8) continue;
    const cut = member.value.length > limits.secretCharacters;
    if (cut) note(inspection, member.where, "size");
    const text = cut ? member.value.slice(0, limits.secretCharacters) : member.value;
    for (const match of inspection.world.findSecrets(text)) {
      if (secrets.some((secret) => secret.kind === match.kind && secret.where === member.where)) continue;
      secrets.push({ kind: match.kind, where: member.where });
    }
  }
  return secrets;
}
