// Punycode (RFC 3492), encoding only: the ASCII form of labels that UTS 46 refuses and a program may look up all the same.

const base = 36;
const damp = 700;
const firstBias = 72;

function digit(value: number): string {
  return String.fromCharCode(value < 26 ? value + 97 : value + 22);
}

function adapt(delta: number, points: number, first: boolean): number {
  let rest = first ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / points);
  let shift = 0;
  for (; rest > 455; shift += base) rest = Math.floor(rest / 35);
  return shift + Math.floor((36 * rest) / (rest + 38));
}

/** One label; undefined when it is longer than a host name can be. */
export function asciiLabel(label: string): string | undefined {
  const points = Array.from(label, (letter) => letter.codePointAt(0) ?? 0);
  if (points.every((point) => point < 128)) return label;
  if (points.length > 63) return undefined;
  const plain = points.filter((point) => point < 128);
  let output = plain.map((point) => String.fromCodePoint(point)).join("");
  if (plain.length > 0) output += "-";
  let handled = plain.length;
  let current = 128;
  let delta = 0;
  let bias = firstBias;
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= current));
    delta += (next - current) * (handled + 1);
    current = next;
    for (const point of points) {
      if (point < current) delta += 1;
      if (point !== current) continue;
      let rest = delta;
      for (let at = base; ; at += base) {
        const threshold = at <= bias ? 1 : at >= bias + 26 ? 26 : at - bias;
        if (rest < threshold) break;
        output += digit(threshold + ((rest - threshold) % (base - threshold)));
        rest = Math.floor((rest - threshold) / (base - threshold));
      }
      output += digit(rest);
      bias = adapt(delta, handled + 1, handled === plain.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    current += 1;
  }
  return `xn--${output}`;
}
