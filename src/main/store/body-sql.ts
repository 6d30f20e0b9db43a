// Members of an entry's body, in SQL and from JSON, read without relying on their types: the file may be damaged.
import { isJsonObject } from "../../shared/lib/json.ts";
import { type RiskLevel, riskLevelOf, riskLevels } from "../../shared/domain/verdict.ts";

/** A member of an entry's body as SQL: JSON, or null where the body is none. */
export function bodyMember(path: string): string {
  return `CASE WHEN json_valid(body) THEN body -> '$.${path}' END`;
}

/** The same as a plain value. */
export function bodyValue(path: string): string {
  return `CASE WHEN json_valid(body) THEN body ->> '$.${path}' END`;
}

/** Whether an entry is the first verdict of its intent, the only one with timings of its phases. As SQL, 1 or 0. */
export const isFirstVerdict = `CASE WHEN decider IS NULL THEN 0 ELSE coalesce(${bodyMember("microseconds")}, '') <> '' END`;

/** Each threat among findings once, with its highest level. Findings below a medium risk are no threats. */
export function threatsIn(findings: unknown): ReadonlyMap<string, RiskLevel> {
  const threats = new Map<string, RiskLevel>();
  const list: readonly unknown[] = Array.isArray(findings) ? findings : [];
  for (const finding of list) {
    if (!isJsonObject(finding)) continue;
    const { threat, score } = finding;
    if (typeof threat !== "string" || typeof score !== "number") continue;
    const level = riskLevelOf(score);
    const known = threats.get(threat);
    if (level === "LOW" || (known !== undefined && riskLevels.indexOf(known) >= riskLevels.indexOf(level))) continue;
    threats.set(threat, level);
  }
  return threats;
}
