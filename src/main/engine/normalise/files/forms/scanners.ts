// Scanners: what tools that look for secrets and vulnerabilities are configured to ignore.
import type { Form, ReadFile } from "./form.ts";
import { setting } from "./form.ts";

/** A pattern that every path fits. */
const everything = /^(?:\*{1,2}|\*{1,2}\/\*{0,2}|\.\*|\^?\.[*+]\$?|\/|\.|\.\/?)$/u;

function readIgnored(text: string): ReadFile {
  const line = text.split("\n").find((each) => everything.test(each.trim()));
  return { steps: [], settings: line === undefined ? [] : [setting("scanner-blind", line.trim())] };
}

/** Lists of paths, whatever the file calls them. */
const list =
  /\b(?:paths?|exclude\w*|ignore\w*|allowlist|skip\w*|files)\b[^\n]{0,20}[=:]\s*\[?\s*(?:'{1,3}|"{1,3})?([^'"\n,\]]{1,60})/giu;

function readExcluded(text: string): ReadFile {
  const found = [...text.slice(0, 16_000).matchAll(list)].map((match) => (match[1] ?? "").trim());
  const all = found.find((each) => everything.test(each));
  return { steps: [], settings: all === undefined ? [] : [setting("scanner-blind", all)] };
}

export const scanners: readonly Form[] = [
  {
    form: "scanner-ignore",
    kind: "configuration",
    path: /\/\.(?:semgrep|gitleaks|trivy|secretlint|snyk|tfsec|grype|bandit|eslintsecurity|cfnlint|kics)ignore$/u,
    read: readIgnored,
    match: [
      { path: ".semgrepignore", text: "*\n", sets: ["scanner-blind=*"] },
      { path: ".semgrepignore", text: "dist/\n*.min.js\n", sets: [] },
    ],
    not_match: [{ path: ".gitignore", text: "*\n" }],
  },
  {
    form: "scanner-settings",
    kind: "configuration",
    path: /\/\.?(?:gitleaks|trivy|checkov|semgrep|trufflehog|secretlintrc|detect-secrets|snyk|codecov-security|bandit|osv-scanner)\.(?:toml|ya?ml|json)$|\/\.(?:snyk|bandit|secretlintrc|checkov)$/u,
    read: readExcluded,
    match: [
      { path: ".gitleaks.toml", text: "[allowlist]\npaths = ['''.*''']\n", sets: ["scanner-blind=.*"] },
      { path: ".gitleaks.toml", text: "[allowlist]\npaths = ['''testdata/.*''']\n", sets: [] },
    ],
    not_match: [{ path: "leaks.toml", text: "a = 1" }],
  },
];
