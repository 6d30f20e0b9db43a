// What a verdict's body says, read without trusting it: someone may have damaged the file.
import { isJsonObject } from "../../shared/json.ts";
import { type RiskLevel, riskLevelOf, riskLevels } from "../../shared/verdict.ts";

/** A member of an entry's body as SQL: JSON, or null where the body is none. */
export function bodyMember(path: string): string {
  return `CASE WHEN json_valid(body) THEN body -> '$.${path}' END`;
}

/** The same as a plain value. */
export function bodyValue(path: string): string {
  return `CASE WHEN json_valid(body) THEN body ->> '$.${path}' END`;
}

/** Whether an entry is the verdict its intent got when it came: only that one says how long its phases took. As SQL, 1 or 0. */
export const isFirstVerdict = `CASE WHEN decider IS NULL THEN 0 ELSE coalesce(${bodyMember("microseconds")}, '') <> '' END`;

/** Each threat among findings once, with the gravest of them. What is below a medium risk is no threat. */
export function threatsIn(findings: unknown): ReadonlyMap<string, RiskLevel> {
  const threats = new Map<string, RiskLevel>();
  for (const finding of Array.isArray(findings) ? (findings as readonly unknown[]) : []) {
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
