// Figures: quantiles of samples, and how they are printed beside their baseline.

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

export function quantiles(samples: readonly number[]): Quantiles {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export function milliseconds(value: number): string {
  return value < 1 ? `${(value * 1000).toFixed(0)} µs` : `${value.toFixed(2)} ms`;
}

/** "p50 0.71 ms (1.3×), p99 7.02 ms (1.1×)" */
export function beside(measured: Quantiles, baseline: Quantiles): string {
  const one = (name: keyof Quantiles) =>
    `${name} ${milliseconds(measured[name])} (${(measured[name] / baseline[name]).toFixed(2)}×)`;
  return `${one("p50")}, ${one("p99")}`;
}
