// Threats and severities: the closed lists that rules choose from by name, so that screens can group and sort by them.

/** The threats of tool calls in plain words. */
export const threats = [
  "Remote code execution",
  "Reverse shell",
  "Credential access",
  "Data exfiltration",
  "Data destruction",
  "Disk destruction",
  "Evidence tampering",
  "Weakened defences",
  "Privilege escalation",
  "Persistence",
  "Weakened permissions",
  "Obfuscation",
  "Sandbox escape",
  "Untrusted package",
  "Lost version history",
  "Lost database content",
  "Remote resource deletion",
  "Secret exposure",
  "Money moved",
  "Publication",
  "Production changed",
  "Change outside the workspace",
  "Denial of service",
  "Living off the land",
  "Attack tool",
  "Discovery",
  "Network access",
  "Cannot be inspected",
  "User impersonation",
  "Self-protection",
] as const;
export type Threat = (typeof threats)[number];

/** What a finding is worth, from least to most. Their numbers are in the engine's bands. */
export const severityNames = ["note", "weak", "medium", "warn", "suspicious", "ask", "deny", "critical"] as const;
export type SeverityName = (typeof severityNames)[number];
