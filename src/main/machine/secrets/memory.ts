// Remembers which short texts hold no secret: the same summary, path and sentence is looked at by ledger, feed and stream.
import { detached } from "../../../shared/lib/detached.ts";
import type { SecretScanner } from "../../engine/ports.ts";

const longestRemembered = 512;
const capacity = 4096;

/** Only clean texts are kept, so the memory itself never holds a secret. */
export function rememberingClean(findSecrets: SecretScanner): SecretScanner {
  const clean = new Set<string>();
  return (text) => {
    if (clean.has(text)) return [];
    const matches = findSecrets(text);
    if (matches.length === 0 && text.length <= longestRemembered) {
      if (clean.size >= capacity) clean.clear();
      clean.add(detached(text));
    }
    return matches;
  };
}
