// Packs, as people list, check, add, remove and switch them.
import { z } from "zod";
import type { PackRule } from "../domain/packs.ts";

/** A rule of a pack, with its examples as people read them. */
export interface PackRuleState extends Pick<PackRule, "id" | "score" | "threat"> {
  /** One for each case, without repetition. */
  readonly reasons: readonly string[];
  readonly technique?: string;
  readonly when?: string;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
  readonly enabled: boolean;
  /** What its findings count as at most, where a person lowered it. */
  readonly lowered?: PackRule["score"];
}

export interface PackState {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly origin: "built-in" | "user";
  readonly enabled: boolean;
  /** The user's file; absent for a built-in pack. */
  readonly file?: string;
  /** What is wrong with the file as it stands, as "line:column: message". The last version that loaded stays in force. */
  readonly problems: readonly string[];
  readonly rules: readonly PackRuleState[];
}

export interface PackCheck {
  readonly problems: readonly string[];
  /** What the text would be, when there is nothing wrong with it. */
  readonly pack?: PackState;
}

const text = z.string().min(1).max(1_000_000);
const name = z.string().min(1).max(64);

export const packInputs = {
  listPacks: z.strictObject({}),
  checkPack: z.strictObject({ text }),
  /** Adds a pack of the user's own, or replaces the one of the same name. */
  addPack: z.strictObject({ text }),
  removePack: z.strictObject({ name }),
  /** Switches a pack, or one of its rules, on or off. */
  switchPack: z.strictObject({ name, rule: name.optional(), enabled: z.boolean() }),
} as const;

export interface PackOutputs {
  readonly listPacks: readonly PackState[];
  readonly checkPack: PackCheck;
  readonly addPack: PackState;
  readonly removePack: PackState;
  readonly switchPack: PackState;
}
