// The engine's reasoning without the parts that the screen shows separately.

/** The reasoning ends with the score and the highest finding. */
const riskSentence = / ?Risk \d\.\d\d \((?:LOW|MEDIUM|HIGH|CRITICAL)\)[^]*$/;

/** The rest of the reasoning without the reason, which comes before it, and without score and findings. */
export function reasoningBeside(reasoning: string, reason: string): string {
  const rest = reasoning.startsWith(reason) ? reasoning.slice(reason.length) : reasoning;
  return rest.replace(riskSentence, "").trim();
}
