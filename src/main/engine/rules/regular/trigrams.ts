// Text sieve: which groups of three letters a long text holds, so that thousands of rules need not each read all of it.

/** One bit for each of these; two groups that share one only cost a search. */
const groups = 65_536;
/** Shorter texts are searched faster than they are sifted. */
const shortest = 512;
/** Texts that are sifted for one decision: the command line and what it writes, not each of its words. */
const mostTexts = 8;

export type Sieves = Map<string, Uint8Array>;

/** False when the text certainly does not hold the literal. */
export function mayHold(sieves: Sieves, text: string, literal: string): boolean {
  if (literal.length < 3 || text.length < shortest) return true;
  let sieve = sieves.get(text);
  if (sieve === undefined) {
    if (sieves.size >= mostTexts) return true;
    sieve = sift(text);
    sieves.set(text, sieve);
  }
  for (let at = 2; at < literal.length; at += 1) {
    const group = groupAt(literal, at);
    if (((sieve[group >> 3] ?? 0) & (1 << (group & 7))) === 0) return false;
  }
  return true;
}

function sift(text: string): Uint8Array {
  const sieve = new Uint8Array(groups / 8);
  for (let at = 2; at < text.length; at += 1) {
    const group = groupAt(text, at);
    sieve[group >> 3] = (sieve[group >> 3] ?? 0) | (1 << (group & 7));
  }
  return sieve;
}

function groupAt(text: string, at: number): number {
  return (text.charCodeAt(at - 2) * 5_281 + text.charCodeAt(at - 1) * 97 + text.charCodeAt(at)) % groups;
}
