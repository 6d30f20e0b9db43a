// The engine's reasoning without what a screen shows beside it already.

/** It ends with the score and the gravest finding. */
const riskSentence = / ?Risk \d\.\d\d \((?:LOW|MEDIUM|HIGH|CRITICAL)\)[^]*$/;

/** What is left to say where the reason stands in front of it and the findings and scores below. */
export function reasoningBeside(reasoning: string, reason: string): string {
  const rest = reasoning.startsWith(reason) ? reasoning.slice(reason.length) : reasoning;
  return rest.replace(riskSentence, "").trim();
}
