// The maintained rule set for vendors' tokens (secretlint's recommended preset), run in place: no files, no promises.
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretMatch } from "../../engine/ports.ts";

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

/** One of these stands in every match of the rule. A rule that is not listed (or ignores case) looks at every text. */
const signsOf: Readonly<Record<string, readonly string[]>> = {
  npm: ["npm_", "_authToken=", ":x-oauth-basic@"],
  sendgrid: ["SG."],
  shopify: ["shppa_", "shpca_", "shpat_", "shpss_"],
  stripe: ["k_live_", "k_test_"],
  github: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
  gitlab: ["glpat-"],
  grafana: ["glc_", "glsa_"],
  openai: ["T3BlbkFJ"],
  anthropic: ["sk-ant-api0"],
  groq: ["gsk_"],
  huggingface: ["hf_"],
  linear: ["lin_api_"],
  notion: ["ntn_"],
  "1password": ["ops_ey"],
  "hashicorp-vault": ["hvs.", "hvb.", "hvr."],
  vercel: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
  databricks: ["dapi"],
  docker: ["dckr_pat_"],
  figma: ["figd_"],
  cloudflare: ["cfk_", "cfut_", "cfat_"],
  tailscale: ["tskey-"],
};

let found: SecretMatch[] = [];

// The package exports its rules with types of its own bundle.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const scanners = (rules as readonly unknown[] as readonly Rule[])
  .filter((rule) => !leftOut.test(rule.meta.id))
  .map((rule) => {
    const name = rule.meta.id.replace(/^.*-rule-/u, "");
    const kind = `${name.replaceAll("-", "_")}_token`;
    const scanner = rule.create(
      {
        createTranslator: () => (messageId) => ({ messageId }),
        report: ({ range }) => void found.push({ kind, start: range[0], end: range[1] }),
        ignore: () => {},
      },
      {},
    );
    return { signs: signsOf[name], scanner };
  });

/** How far behind its sign a vendor's token may go on; an install token of GitHub is the longest. */
const reach = 14_000;

/** The rules, each with the words that must occur for it to apply (none: it looks at every text). */
export const vendorSearches: readonly { readonly signs: readonly string[]; readonly reach: number }[] = scanners.map(
  ({ signs }) => ({ signs: signs ?? [], reach }),
);

export function findVendorTokens(text: string): readonly SecretMatch[] {
  return scanners.flatMap((_, index) => findVendorToken(index, text));
}

/** The matches of one rule in a text. */
export function findVendorToken(index: number, text: string): readonly SecretMatch[] {
  found = [];
  scanners[index]?.scanner.file({ content: text, ext: ".txt", contentType: "text" });
  return found;
}
