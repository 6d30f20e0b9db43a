// The saved state as typed values. What cannot be decoded counts as tampered with: a halt or a denial may be among it.
import type { Grant } from "../../shared/domain/approval.ts";
import { decodeGrant } from "../../shared/domain/grant-schema.ts";
import { parseJson } from "../../shared/lib/json.ts";
import { decodeAgent, type StoredAgent } from "../identity/index.ts";
import type { StoredInventory } from "../protocols/aos/inventory.ts";
import { isStoredInventory } from "../protocols/aos/stored-inventory.ts";
import type { SavedState } from "../store/saved-state.ts";

export interface DecodedState {
  readonly agents: readonly StoredAgent[];
  readonly grants: readonly Grant[];
  readonly inventories: readonly StoredInventory[];
  readonly tampered: boolean;
}

export function decodeSavedState(saved: SavedState): DecodedState {
  const agents = decodeAll(saved.agents, decodeAgent);
  const grants = decodeAll(saved.grants, decodeGrant);
  const inventories = decodeAll(saved.inventories, (value) => (isStoredInventory(value) ? value : undefined));
  const complete =
    agents.length === saved.agents.length &&
    grants.length === saved.grants.length &&
    inventories.length === saved.inventories.length;
  return { agents, grants, inventories, tampered: saved.tampered || !complete };
}

function decodeAll<Value>(bodies: readonly string[], decode: (value: unknown) => Value | undefined): readonly Value[] {
  return bodies.flatMap((body) => decode(parseJson(body)) ?? []);
}
