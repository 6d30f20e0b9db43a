// The maintained rule set for vendors' tokens (secretlint's recommended preset), run in place: no files, no promises.
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretMatch } from "../engine/ports.ts";

/** The part of a secretlint rule that we use. */
interface Rule {
  readonly meta: { readonly id: string };
  readonly create: (
    context: {
      readonly createTranslator: () => (messageId: string) => { readonly messageId: string };
      readonly report: (found: {
        readonly message: { readonly messageId: string };
        readonly range: readonly [number, number];
      }) => void;
      readonly ignore: () => void;
    },
    options: object,
  ) => {
    readonly file: (source: {
      readonly content: string;
      readonly ext: string;
      readonly contentType: "text";
    }) => unknown;
  };
}

/** Left out: what our own patterns place more exactly, what needs files, and comments that switch rules off. */
const leftOut = /-rule-(?:aws|gcp|privatekey|basicauth|database-connection-string|filter-comments)$/u;

let found: SecretMatch[] = [];

const scanners = (rules as readonly unknown[] as readonly Rule[])
  .filter((rule) => !leftOut.test(rule.meta.id))
  .map((rule) => {
    const kind = `${rule.meta.id.replace(/^.*-rule-/u, "").replaceAll("-", "_")}_token`;
    return rule.create(
      {
        createTranslator: () => (messageId) => ({ messageId }),
        report: ({ range }) => void found.push({ kind, start: range[0], end: range[1] }),
        ignore: () => {},
      },
      {},
    );
  });

export function findVendorTokens(text: string): readonly SecretMatch[] {
  found = [];
  const source = { content: text, ext: ".txt", contentType: "text" } as const;
  for (const scanner of scanners) scanner.file(source);
  return found;
}
