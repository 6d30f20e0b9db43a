// Compact verdicts: a verdict as it is remembered and as listeners get it, without the large texts it may quote.
import { detached } from "../../../shared/lib/detached.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { Digests } from "./digests.ts";

/** Shorter arguments cost too little memory to matter. */
const longArguments = 16_384;
/** Longer than any path there is: listeners get its beginning. */
const longestPath = 4096;

/**
 * Findings quote the arguments. The verdict is remembered long after them, and a slice of a string keeps all of it in memory.
 * `large`: the verdict itself holds as much, in its manifest or conditions.
 */
export function compactVerdict(
  digests: Digests,
  intent: Intent,
  verdict: Verdict,
): { readonly verdict: Verdict; readonly large: boolean } {
  if (digests.argumentsText(intent).length < longArguments) return { verdict, large: false };
  const { risk } = verdict;
  const findings = risk.findings.map((finding) => ({
    ...finding,
    reason: quoted(finding.reason),
    ...(finding.evidence === undefined ? {} : { evidence: quoted(finding.evidence) }),
  }));
  const text = JSON.stringify({ ...verdict, reasoning: quoted(verdict.reasoning), risk: { ...risk, findings } });
  const compact: Verdict = JSON.parse(text);
  return { verdict: compact, large: text.length >= longArguments };
}

/** A reason that quotes a path of a megabyte says no more than one that quotes its beginning. */
function quoted(words: string): string {
  return words.length <= longestPath ? words : `${words.slice(0, longestPath)}…`;
}

function publicManifest(manifest: Verdict["manifest"]): Pick<Verdict, "manifest"> {
  if (manifest === undefined) return {};
  const { filesystemScope } = manifest;
  if (filesystemScope.every(({ length }) => length <= longestPath)) return { manifest };
  const shortened = filesystemScope.map((path) =>
    path.length <= longestPath ? path : detached(`${path.slice(0, longestPath)}…`),
  );
  return { manifest: { ...manifest, filesystemScope: shortened } };
}

/** Changed arguments are contents like the given ones; listeners learn that there are some. */
export function publicVerdict(whole: Verdict): Verdict {
  const { manifest } = publicManifest(whole.manifest);
  const verdict = manifest === undefined || manifest === whole.manifest ? whole : { ...whole, manifest };
  if (verdict.conditions.length === 0) return verdict;
  const conditions = verdict.conditions.map(({ value, ...condition }) =>
    value === undefined || condition.kind === "arguments" ? condition : { ...condition, value },
  );
  return { ...verdict, conditions };
}
