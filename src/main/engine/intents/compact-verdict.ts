// Light verdicts: a verdict as it is kept and as listeners get it, without the large texts it may quote.
import { detached } from "../../shared/detached.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Verdict } from "../../shared/verdict.ts";
import { argumentsText } from "./digest.ts";

/** Characters of arguments from which on it matters what is kept of them. */
const longArguments = 16_384;
/** Longer than any path there is: listeners get its beginning. */
const longestPath = 4096;

/**
 * Findings quote the arguments. The verdict is kept long after them, and a part of a text keeps all of it in memory. `heavy`: the
 * verdict itself holds as much, in its manifest or conditions.
 */
export function withoutViews(intent: Intent, verdict: Verdict): { readonly verdict: Verdict; readonly heavy: boolean } {
  if (argumentsText(intent).length < longArguments) return { verdict, heavy: false };
  const { risk } = verdict;
  const findings = risk.findings.map((finding) => ({
    ...finding,
    reason: quoted(finding.reason),
    ...(finding.evidence === undefined ? {} : { evidence: quoted(finding.evidence) }),
  }));
  const text = JSON.stringify({ ...verdict, reasoning: quoted(verdict.reasoning), risk: { ...risk, findings } });
  return { verdict: JSON.parse(text) as Verdict, heavy: text.length >= longArguments };
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
