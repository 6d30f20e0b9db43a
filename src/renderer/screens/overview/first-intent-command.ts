// A command to paste that sends a first intent.

/** A first intent by hand. The policy that ships asks a human about it, so a card appears. */
export function firstIntentCommand(http: string): string {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "a2g/intent",
    params: {
      agent_did: "did:aeon:first-steps:1.0:curl",
      intent_id: "first-steps-1",
      tool: "execute_command",
      arguments: { command: "git push --force origin main" },
      context: { reasoning: "Trying Gatehouse from a terminal" },
    },
  };
  return `curl -s ${http}/rpc -H 'Content-Type: application/json' -d '${JSON.stringify(message, undefined, 2)}'`;
}
