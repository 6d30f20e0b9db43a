// gatehouse:// links: they lead to a request or to an entry of the ledger, and never do anything there.

export type Link =
  | { readonly to: "approval"; readonly approvalId: string }
  | { readonly to: "entry"; readonly sequence: number }
  | { readonly to: "intent"; readonly agentDid: string; readonly intentId: string };

export const linkScheme = "gatehouse";

export function approvalLink(approvalId: string): string {
  return `${linkScheme}://approval/${encodeURIComponent(approvalId)}`;
}

export function entryLink(sequence: number): string {
  return `${linkScheme}://entry/${sequence}`;
}

export function intentLink(agentDid: string, intentId: string): string {
  return `${linkScheme}://intent/${encodeURIComponent(agentDid)}/${encodeURIComponent(intentId)}`;
}

const longestLink = 4096;
const longestId = 512;

/** Anybody can make a link: whatever is not exactly one of these leads nowhere. */
export function parseLink(text: string): Link | undefined {
  if (text.length > longestLink) return undefined;
  const found = /^gatehouse:\/\/(approval|entry|intent)\/([^/?#]+)(?:\/([^/?#]+))?\/?$/iu.exec(text);
  const [, kind = "", given = "", second] = found ?? [];
  const first = decoded(given);
  if (first === undefined) return undefined;
  switch (kind.toLowerCase()) {
    case "approval":
      return second === undefined ? { to: "approval", approvalId: first } : undefined;
    case "entry": {
      const sequence = /^\d{1,15}$/u.test(first) ? Number(first) : 0;
      return second === undefined && sequence > 0 ? { to: "entry", sequence } : undefined;
    }
    case "intent": {
      const intentId = decoded(second ?? "");
      return intentId === undefined ? undefined : { to: "intent", agentDid: first, intentId };
    }
    default:
      return undefined;
  }
}

/** Undefined for what is empty, too long, badly encoded, or holds control characters. */
function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text === "" || text.length > longestId || /\p{C}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
