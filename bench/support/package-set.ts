// Packages for a registry of one's own: sizes as they are in a usual project, contents that do not compress away.
import { randomBytes } from "node:crypto";

export interface BenchPackage {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

export function packageSet(count: number): readonly BenchPackage[] {
  return Array.from({ length: count }, (_unused, index) => ({
    name: `bench-package-${index}`,
    files: [
      {
        path: "package.json",
        bytes: Buffer.from(JSON.stringify({ name: `bench-package-${index}`, version: "1.0.0" })),
      },
      { path: "index.js", bytes: randomBytes(20_000 + (index % 10) * 15_000) },
      ...Array.from({ length: 12 }, (_file, part) => ({ path: `lib/part-${part}.js`, bytes: randomBytes(2_000) })),
    ],
  }));
}
