// Key variables: variables that hold the key of a service, by their names, and hosts that such a key is not for.
import type { HostFact } from "../../../../shared/domain/facts.ts";

const keyVariable =
  /\$\{?\{?\s?(?:env\.|secrets\.)?([A-Z][A-Z0-9]*)_(?:[A-Z0-9]+_)*(?:TOKEN|SECRET|PASSWORD|KEY|PAT|CREDENTIALS?)\b/gu;
/** Names under which a service's hosts are known. */
const hostWords: Readonly<Record<string, string>> = {
  AWS: "amazonaws",
  GH: "github",
  HF: "huggingface",
  GCP: "google",
};
/** First words that do not say whose key it is. */
const anybody =
  /^(?:API|AUTH|ACCESS|MY|APP|CI|TEST|DEV|LOCAL|SERVICE|ADMIN|USER|BOT|DEPLOY|X|BEARER|CLIENT|STAGING|SERVER)$/u;
const longestText = 16_384;

/** The host that a text hands the key of another service to. */
export function strangerWithKey(text: string, hosts: Iterable<HostFact>): string | undefined {
  if (!text.includes("$")) return undefined;
  const there = [...hosts].filter(({ local }) => !local).map(({ host }) => host);
  if (there.length === 0) return undefined;
  for (const [, owner = ""] of text.slice(0, longestText).matchAll(keyVariable)) {
    const name = (hostWords[owner] ?? owner).toLowerCase();
    if (!anybody.test(owner) && !there.some((host) => host.includes(name))) return there[0];
  }
  return undefined;
}
