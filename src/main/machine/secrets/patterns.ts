// Secrets that are recognised by what surrounds them: assignments, options, headers, addresses, key blocks.

export interface SecretPattern {
  readonly kind: string;
  /** Global, with a group around what must not be shown. Begins with something rare, so that long texts are quick. */
  readonly expression: RegExp;
  /** One of these stands in every match, near its beginning: a long text is only searched around them. */
  readonly signs: readonly string[];
  /** How many characters a match may go on behind its sign, if more than usual. */
  readonly reach?: number;
  /** Must be found in the same command before the match: an option's meaning depends on its program. */
  readonly after?: RegExp;
  /** The value is a word a person chose, so placeholders and variables are left alone. */
  readonly chosen?: true;
}

/** What a value may look like on a command line: quoted, or up to the next blank or separator. */
const value = String.raw`(?:"([^"\r\n]{1,4096})"|'([^'\r\n]{1,4096})'|([^\s"'\x60;|&<>()]{1,4096}))`;
const secretWord = String.raw`(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)`;

const secretSigns = ["pass", "pwd", "secret", "token", "key", "credential"];

export const secretPatterns: readonly SecretPattern[] = [
  {
    kind: "private_key",
    reach: 20_000,
    signs: ["PRIVATE KEY", "PuTTY-User-Key-File"],
    // A block without its end is a key too: commands and results are often cut.
    expression:
      /(-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----)[A-Za-z0-9+/=\s\\,:.()-]){0,16384}-----END [A-Z0-9 ]{1,60}-----|(?:(?:\\[nr]|\s){0,8}[A-Za-z0-9+/=]{24,100})*)|PuTTY-User-Key-File-\d:[^\0]{0,8192})/g,
  },
  {
    kind: "aws_access_key",
    signs: ["A3T", "AKIA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ASIA"],
    expression: /(?<![A-Za-z0-9])((?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z2-7]{16})(?![A-Za-z0-9])/g,
  },
  {
    kind: "aws_secret_key",
    signs: ["secret"],
    expression:
      /secret_?(?:access_?)?key["']?\s{0,4}(?:=>|[:=]|\s)\s{0,4}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
  },
  {
    kind: "google_api_key",
    signs: ["AIza"],
    expression: /(?<![A-Za-z0-9_-])(AIza[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])/g,
  },
  {
    kind: "google_oauth_token",
    signs: ["ya29.", "GOCSPX-"],
    expression: /(?<![A-Za-z0-9_-])(ya29\.[A-Za-z0-9_-]{20,2048}|GOCSPX-[A-Za-z0-9_-]{28})/g,
  },
  { kind: "pypi_token", signs: ["pypi-"], expression: /(pypi-[A-Za-z0-9_-]{50,1024})/g },
  {
    kind: "gitlab_token",
    signs: ["glpat-", "gldt-", "glrt-", "glptt-", "glft-", "glcbt-"],
    expression: /(?<![A-Za-z0-9])(gl(?:pat|dt|rt|ptt|ft|cbt)-[A-Za-z0-9_-]{20,200})/g,
  },
  {
    kind: "github_token",
    signs: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    expression: /(?<![A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{40,255})/g,
  },
  {
    kind: "openai_key",
    signs: ["sk-"],
    expression: /(?<![A-Za-z0-9])(sk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,200})/g,
  },
  { kind: "anthropic_key", signs: ["sk-ant-"], expression: /(sk-ant-[A-Za-z0-9_-]{20,200})/g },
  {
    kind: "json_web_token",
    reach: 20_000,
    signs: ["eyJ"],
    expression: /(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,4096})/g,
  },
  {
    kind: "webhook_address",
    signs: ["/api/webhooks/", "hooks.slack.com/", "api.telegram.org/bot"],
    expression:
      /https:\/\/(?:(?:[a-z]{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/|hooks\.slack\.com\/(?:services|workflows)\/|api\.telegram\.org\/bot)([A-Za-z0-9:/_-]{16,256})/g,
  },
  {
    kind: "azure_account_key",
    signs: ["AccountKey=", "SharedAccessKey="],
    expression: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/g,
  },
  {
    kind: "npm_token",
    signs: ["_authToken", "_auth=", "_auth ", "_password"],
    expression: /_(?:authToken|auth|password)\s{0,2}=\s{0,2}["']?([^\s"'$]{8,1024})/g,
    chosen: true,
  },
  {
    kind: "address_password",
    signs: ["://"],
    expression: /:\/\/[^\s:/@"'<>]{0,128}:([^\s/@"'<>]{1,256})@/g,
    chosen: true,
  },
  {
    kind: "authorization",
    signs: ["authorization", "x-api-key", "private-token", "x-auth-token", "x-vault-token", "x-access-token", "bearer"],
    expression:
      /(?:authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|token|digest|apikey)\s{1,4})?|(?:x-api-key|private-token|x-auth-token|x-vault-token|x-access-token)["']?\s{0,4}[:=]\s{0,4}["']?|bearer\s{1,4})([A-Za-z0-9._~+/=:-]{8,4096})/gi,
    chosen: true,
  },
  {
    kind: "password",
    signs: secretSigns,
    // The word is looked for first and its dashes after: a text full of dashes must not be slow.
    expression: new RegExp(String.raw`(?<=--?(?:[a-z0-9]{1,20}-){0,3})${secretWord}(?:=|\s{1,4}(?!-))${value}`, "gi"),
    chosen: true,
  },
  {
    kind: "password",
    signs: ["mysql", "mariadb", "sshpass", "7z ", "7za", "7zz", "unrar", "mongo", "smbclient"],
    expression: new RegExp(String.raw`\s-p\s?${value}`, "g"),
    after:
      /\b(?:mysql(?:dump|admin|import)?|mariadb(?:-dump)?|sshpass|7z[az]?|unrar|mongo(?:sh|dump|restore|export|import)?|smbclient)\b[^|;&\n]*$/u,
    chosen: true,
  },
  {
    kind: "password",
    signs: ["zip", "plink", "pscp", "redis-cli", "ldap"],
    expression: /\s-(?:P|pw|a|w)\s?([^\s"'\x60;|&<>()-][^\s"'\x60;|&<>()]{0,255})/g,
    after: /\b(?:zip|unzip|plink|pscp|redis-cli|ldap(?:add|modify|search|delete|passwd))\b[^|;&\n]*$/u,
    chosen: true,
  },
  {
    kind: "password",
    signs: ["curl", "wget", "http", "xh "],
    expression: /\s(?:-u|--user|--proxy-user|-a|--auth)[= ]?["']?[^\s:"']{1,128}:([^\s"']{1,256})/g,
    after: /\b(?:curl|wget|https?|xh)\b[^|;&\n]*$/u,
    chosen: true,
  },
  {
    kind: "password",
    signs: ["PASS", "PWD", "SECRET", "TOKEN", "KEY", "CREDENTIAL"],
    expression: new RegExp(
      String.raw`(?:PASS(?:WORD|WD|PHRASE|CODE)?|PWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH_?KEY|CREDENTIALS?)(?:_[A-Z0-9]{1,10})?=${value}`,
      "g",
    ),
    chosen: true,
  },
  {
    kind: "password",
    signs: secretSigns,
    expression: new RegExp(
      String.raw`${secretWord}["']?\s{0,4}(?:=>|:=|[:=])\s{0,4}(?:"([^"\r\n]{4,4096})"|'([^'\r\n]{4,4096})')`,
      "gi",
    ),
    chosen: true,
  },
];

const placeholder =
  /^(?:\$|%|\{\{|<|\*+$|x{3,}$|\.{3}|null$|none$|true$|false$|undefined$|your[_-]|my[_-]?(?:pass|secret|token|key)|changeme$|(?:pass(?:word|wd|phrase)?|secret|token|key|pwd|pass_?here|user_?name|api_?key|access_?token)$|example|placeholder|redacted|\[redacted|env[.:(]|process\.env|os\.environ|getenv|\/|\.\/|@|file:)/iu;

/** Variables, file names and the words documentation puts where a secret would stand. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}
