// Cache: scores of what was asked lately. Agents repeat themselves, and the same features always have the same score.

export interface ScoreCache {
  readonly get: (key: string) => number | undefined;
  readonly set: (key: string, score: number) => void;
}

export function createScoreCache(capacity: number): ScoreCache {
  const scores = new Map<string, number>();
  return {
    get(key) {
      const score = scores.get(key);
      if (score === undefined) return undefined;
      // A map keeps the order of insertion, so what was used last goes to its end.
      scores.delete(key);
      scores.set(key, score);
      return score;
    },
    set(key, score) {
      scores.delete(key);
      scores.set(key, score);
      if (scores.size <= capacity) return;
      for (const oldest of scores.keys()) {
        scores.delete(oldest);
        break;
      }
    },
  };
}
