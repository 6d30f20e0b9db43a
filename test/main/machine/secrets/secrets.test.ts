// The secret scanner: what must be found, what must be left alone, and how quickly.
import { describe, expect, test } from "vitest";
import { redactText } from "../../../../src/main/engine/intents/redact.ts";
import { findSecrets } from "../../../../src/main/machine/secrets/secrets.ts";

/** Put together here, so that no file holds anything that looks like a real secret. */
const filler = (length: number): string => "aB3dE5gH7".repeat(Math.ceil(length / 9)).slice(0, length);
const upper = (length: number): string => "ABCDEFGH234567".repeat(Math.ceil(length / 14)).slice(0, length);

const keyBlock = (name: string): string =>
  `-----BEGIN ${name}-----\n${filler(64)}\n${filler(64)}\n${filler(20)}==\n-----END ${name}-----`;

describe("finds", () => {
  test.each<[kind: string, text: string, secret: string]>([
    ["private_key", `cat <<EOF\n${keyBlock("RSA PRIVATE KEY")}\nEOF`, keyBlock("RSA PRIVATE KEY")],
    ["private_key", keyBlock("OPENSSH PRIVATE KEY"), keyBlock("OPENSSH PRIVATE KEY")],
    ["private_key", keyBlock("PRIVATE KEY"), keyBlock("PRIVATE KEY")],
    ["private_key", keyBlock("PGP PRIVATE KEY BLOCK"), keyBlock("PGP PRIVATE KEY BLOCK")],
    ["private_key", `-----BEGIN EC PRIVATE KEY-----\n${filler(64)}`, `-----BEGIN EC PRIVATE KEY-----\n${filler(64)}`],
    ["aws_access_key", `export X=AKIA${upper(16)} y`, `AKIA${upper(16)}`],
    ["aws_secret_key", `aws_secret_access_key = ${filler(40)}`, filler(40)],
    ["github_token", `git clone https://x@github.com # ghp_${filler(36)}`, `ghp_${filler(36)}`],
    ["github_token", `github_pat_${filler(82)}`, `github_pat_${filler(82)}`],
    ["gitlab_token", `glpat-${filler(20)}`, `glpat-${filler(20)}`],
    [
      "slack_token",
      `xoxb-${"1".repeat(12)}-${"2".repeat(13)}-${filler(24)}`,
      `xoxb-${"1".repeat(12)}-${"2".repeat(13)}-${filler(24)}`,
    ],
    ["stripe_token", `key sk_live_${filler(24)} end`, `sk_live_${filler(24)}`],
    ["openai_key", `sk-proj-${filler(40)}`, `sk-proj-${filler(40)}`],
    ["anthropic_key", `sk-ant-api03-${filler(80)}`, `sk-ant-api03-${filler(80)}`],
    ["google_api_key", `AIza${filler(35)}`, `AIza${filler(35)}`],
    ["npm_token", `//registry/:x npm_${filler(36)}`, `npm_${filler(36)}`],
    ["pypi_token", `pypi-AgEIcHlwaS5vcmc${filler(60)}`, `pypi-AgEIcHlwaS5vcmc${filler(60)}`],
    [
      "json_web_token",
      `eyJ${filler(20)}.eyJ${filler(30)}.${filler(43)}`,
      `eyJ${filler(20)}.eyJ${filler(30)}.${filler(43)}`,
    ],
    ["address_password", "git clone https://me:s3cr3tW0rd@git.example.org/x", "s3cr3tW0rd"],
    ["address_password", "psql postgres://app:hunter2@db/x", "hunter2"],
    ["webhook_address", `curl https://discord.com/api/webhooks/123456/${filler(60)}`, `123456/${filler(60)}`],
    [
      "slack_token",
      `curl https://hooks.slack.com/services/T0000/B0000/${filler(24)}`,
      `https://hooks.slack.com/services/T0000/B0000/${filler(24)}`,
    ],
    ["authorization", `curl -H 'Authorization: Bearer ${filler(30)}' u`, filler(30)],
    ["authorization", `curl -H "X-Api-Key: ${filler(30)}" u`, filler(30)],
    ["password", "mysqldump --password=Tr0ub4dor db", "Tr0ub4dor"],
    ["password", "tool --password Tr0ub4dor db", "Tr0ub4dor"],
    ["password", "mysql -u root -pTr0ub4dor -e x", "Tr0ub4dor"],
    ["password", "sshpass -p 'Tr0ub 4dor' ssh h", "Tr0ub 4dor"],
    ["password", "curl -u me:Tr0ub4dor https://h", "Tr0ub4dor"],
    ["password", "export DB_PASSWORD=Tr0ub4dor", "Tr0ub4dor"],
    ["password", "GITHUB_TOKEN=abc123def make", "abc123def"],
    ["password", '{"password": "Tr0ub4dor"}', "Tr0ub4dor"],
    ["password", "client_secret: 'Tr0ub4dor'", "Tr0ub4dor"],
    ["password", "redis-cli -a Tr0ub4dor ping", "Tr0ub4dor"],
  ])("%s in %j", (kind, text, secret) => {
    const found = findSecrets(text).map((match) => [match.kind, text.slice(match.start, match.end)]);
    expect(found).toContainEqual([kind, secret]);
    expect(redactText(text, findSecrets)).not.toContain(secret);
    expect(redactText(text, findSecrets)).toContain(`[redacted:${kind}]`);
  });
});

describe("leaves alone", () => {
  test.each([
    "npm test",
    "git log --oneline -20",
    "mkdir -p src/components",
    "docker run -u 1000:1000 app",
    "psql -U app -p 5432 db",
    "export DB_PASSWORD=$SECRET",
    "mysql --password=$MYSQL_PASSWORD",
    "tool --password <password>",
    "https://example.org:8080/path@2x.png",
    "ssh://git@github.com/x/y.git",
    "grep -rn 'password' src",
    "def test_password_reset_token(self): pass",
    "-----BEGIN CERTIFICATE-----",
    "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    "token = request.headers.get('x')",
    "password = os.environ['DB_PASSWORD']",
  ])("%j", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

test("of two that overlap, the part that only the second covers goes too", () => {
  const text = `TOKEN=x${keyBlock("PRIVATE KEY")} end`;
  expect(redactText(text, findSecrets)).toBe("TOKEN=[redacted:password] end");
});

test("overlapping matches become one, so that no tail is left over", () => {
  const text = `curl -H 'Authorization: Bearer ghp_${filler(36)}'`;
  expect(findSecrets(text)).toHaveLength(1);
  expect(redactText(text, findSecrets)).not.toContain(filler(36).slice(10));
});

test("of a list of thousands nothing is left, and the list is not gone through to its end", () => {
  const text = "DB_PASSWORD=Tr0ub4dor\n".repeat(5_000);
  const matches = findSecrets(text);
  expect(matches.length).toBeLessThan(1_100);
  expect(redactText(text, findSecrets)).not.toContain("Tr0ub4dor");
});
