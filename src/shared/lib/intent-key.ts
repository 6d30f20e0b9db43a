// One key for an intent in every map: agents choose their ids, so two agents may use the same one.

/** Unambiguous whatever the names contain, because it begins with the length of the first. */
export function intentKey(agentDid: string, intentId: string): string {
  return `${agentDid.length}:${agentDid}${intentId}`;
}
