// Reading the recorded body of an entry: what is missing or of another type counts as empty.
import type { Finding } from "../../../../shared/domain/verdict.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../shared/lib/json.ts";

export const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "");
export const numberIn = (value: Json | undefined): number | undefined =>
  typeof value === "number" ? value : undefined;
export const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
export const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
export const listIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((each): each is JsonObject => isJsonObject(each)) : [];

export function findingsIn(value: Json | undefined): readonly Finding[] {
  return listIn(value).flatMap((each) => {
    const { id, score: points, threat, reason, technique } = each;
    if (typeof points !== "number" || typeof threat !== "string") return [];
    const more = typeof technique === "string" ? { technique } : {};
    return [{ id: textIn(id), score: points, threat, reason: textIn(reason), ...more }];
  });
}
