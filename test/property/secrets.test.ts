// A secret is found wherever it stands in a long text, whatever stands around it: nothing of it may be shown or written.
import { assert, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { redactText } from "../../src/main/engine/intents/redact.ts";
import { findSecrets } from "../../src/main/machine/secrets/secrets.ts";

/** Put together here, so that no file holds anything that looks like a real secret. */
const filler = (length: number): string => "aB3dE5gH7".repeat(Math.ceil(length / 9)).slice(0, length);
const upper = (length: number): string => "ABCDEFGH234567".repeat(Math.ceil(length / 14)).slice(0, length);
const hex = (length: number): string => "0123456789abcdef".repeat(Math.ceil(length / 16)).slice(0, length);

/** Each kind with a text around it as it is met, and the part that must not be left. */
const planted: readonly (readonly [name: string, before: string, secret: string, after: string])[] = [
  ["key block", "", `-----BEGIN RSA PRIVATE KEY-----\n${filler(64)}\n${filler(64)}\n-----END RSA PRIVATE KEY-----`, ""],
  ["long key block", "", `-----BEGIN PRIVATE KEY-----\n${`${filler(64)}\n`.repeat(200)}-----END PRIVATE KEY-----`, ""],
  ["aws key", "", `AKIA${upper(16)}`, ""],
  ["aws secret", "aws_secret_access_key = ", filler(40), ""],
  ["google key", "", `AIza${filler(35)}`, ""],
  ["google token", "", `ya29.${filler(40)}`, ""],
  ["pypi", "", `pypi-AgEIcHlwaS5vcmc${filler(60)}`, ""],
  ["gitlab", "", `glpat-${filler(20)}`, ""],
  ["github", "", `ghp_${filler(36)}`, ""],
  ["github fine", "", `github_pat_${filler(82)}`, ""],
  ["openai", "", `sk-proj-${filler(40)}`, ""],
  ["anthropic", "", `sk-ant-api03-${filler(80)}`, ""],
  ["web token", "", `eyJ${filler(20)}.eyJ${filler(3000)}.${filler(43)}`, ""],
  ["webhook", "https://discord.com/api/webhooks/", `123456/${filler(60)}`, ""],
  ["azure", "AccountKey=", filler(86), "=="],
  ["address", "postgres://app:", "hunter2x", "@db.example/x"],
  ["header", "Authorization: Bearer ", filler(30), ""],
  ["api key header", "X-Api-Key: ", filler(30), ""],
  ["option", "tool --db-password=", "Tr0ub4dor", " go"],
  ["mysql", "mysql -u root -p", "Tr0ub4dor", " -e x"],
  ["7z", "7z a -p", "Tr0ub4dor", " x.7z"],
  ["redis", "redis-cli -a ", "Tr0ub4dor", " ping"],
  ["curl", "curl -u me:", "Tr0ub4dor", " https://h"],
  ["xh", "xh -a me:", "Tr0ub4dor", " https://h"],
  ["variable", "DB_PASSWORD=", "Tr0ub4dor", ""],
  ["json", '{"client_secret": "', "Tr0ub4dor", '"}'],
  ["npm", "", `npm_${filler(36)}`, ""],
  ["npm file", "//registry/:_authToken=", hex(36), ""],
  ["slack", "", `xoxb-${"1".repeat(12)}-${"2".repeat(13)}-${filler(24)}`, ""],
  ["stripe", "", `sk_live_${filler(24)}`, ""],
  ["sendgrid", "", `SG.${filler(22)}.${filler(43)}`, ""],
  ["shopify", "", `shpat_${hex(32)}`, ""],
  ["databricks", "", `dapi${hex(32)}`, ""],
  ["docker", "", `dckr_pat_${filler(27)}`, ""],
  ["figma", "", `figd_${filler(40)}`, ""],
  ["groq", "", `gsk_${filler(52)}`, ""],
  ["linear", "", `lin_api_${filler(40)}`, ""],
  ["vault", "", `hvs.${filler(95)}`, ""],
  ["grafana", "", `glsa_${filler(32)}_${hex(8)}`, ""],
  ["tailscale", "", `tskey-auth-${filler(12)}-${filler(32)}`, ""],
];

const surroundings = {
  prose: "All is well in this long document, and the build went through without any warnings. ",
  log: "2026-11-16T05:00:00Z INFO server listening on http://localhost:3000 pid=4242\n",
  "mentions of secrets": "the password, the token and the api key are kept in the vault; curl and mysql are not\n",
  letters: "qwertzuiopasdfghjklyxcvbnmQWERTZUIOPASDFGHJKLYXCVBNM0123456789",
  "letters beyond ASCII": "Ünïcödé und 你好, emoji 🎉 und İstanbul — ",
};

describe.each(Object.entries(surroundings))("in %s", (_, unit) => {
  test.each(planted)("%s", (__, before, secret, after) => {
    assert(
      property(integer({ min: 0, max: 120_000 }), integer({ min: 5_000, max: 120_000 }), (front, back) => {
        const fill = (length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
        const text = `${fill(front)}\n${before}${secret}${after}\n${fill(back)}`;
        const at = text.indexOf(secret, front);
        expect(findSecrets(text).some((match) => match.start <= at && match.end >= at + secret.length)).toBe(true);
        expect(redactText(text, findSecrets)).not.toContain(secret);
      }),
      { numRuns: 4 },
    );
  });
});

test("in a megabyte, at its beginning, in its middle and at its end", () => {
  const noise = surroundings.prose.repeat(12_000).slice(0, 1_000_000);
  for (const at of [0, 1, 499_999, 500_000, 999_999]) {
    for (const [name, before, secret, after] of planted) {
      const text = `${noise.slice(0, at)}\n${before}${secret}${after}\n${noise.slice(at)}`;
      expect(redactText(text, findSecrets), name).not.toContain(secret);
    }
  }
});
