// Sources: packages that would come from a place that nobody knows, or over a connection that nobody checks.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { clip, type Heuristic, when } from "../../heuristic.ts";
import { doubtfulSource, isKnownRegistry } from "../../known-sources.ts";

/** Settings that name where packages come from. */
const sources = /^(?:package-source|package-resolved)$/u;

function unknownSource({ name, value }: SettingFact): boolean {
  return sources.test(name) && !isKnownRegistry(value);
}

/** `replace a => host/b`: another module under the same name, from a host that is no forge. */
function replacedElsewhere({ name, value }: SettingFact): boolean {
  if (name !== "package-replaced" || /^(?:\.{0,2}\/|\.\.?$|[A-Za-z]:)/u.test(value)) return false;
  return !/^(?:github\.com|gitlab\.com|bitbucket\.org|golang\.org|google\.golang\.org|go\.uber\.org|k8s\.io|sigs\.k8s\.io|gopkg\.in|cloud\.google\.com|go\.opentelemetry\.io|go\.etcd\.io|modernc\.org|honnef\.co|filippo\.io|rsc\.io|mvdan\.cc|dario\.cat|gorm\.io|gonum\.org|codeberg\.org|git\.sr\.ht|buf\.build|go\.mongodb\.org|helm\.sh|istio\.io|knative\.dev|oras\.land|tailscale\.com|cuelang\.org|google\.com|microsoft\.com)\//u.test(
    value,
  );
}

export const packageSources: readonly Heuristic[] = [
  {
    id: "package-source-doubtful",
    threat: "Untrusted package",
    technique: "T1195.002",
    score: severity.ask,
    check: when(
      ["setting:package-source", "setting:package-resolved", "setting:package-replaced"],
      ({ facts: { file } }) => {
        const found = file?.settings.find(
          (setting) => (unknownSource(setting) && doubtfulSource(setting.value)) || replacedElsewhere(setting),
        );
        return found === undefined
          ? null
          : {
              reason: "It takes packages from a place that looks like no registry people use",
              evidence: clip(found.value),
            };
      },
    ),
    match: [
      { tool: "write_file", arguments: { path: ".npmrc", content: "registry=https://registry.npmjs.cam/\n" } },
      {
        tool: "write_file",
        arguments: { path: "pip.conf", content: "[global]\nextra-index-url = http://p.example/simple\n" },
      },
      {
        tool: "write_file",
        arguments: { path: "go.mod", content: "module a\nreplace go.uber.org/zap => c9.oast.example/zap v1.27.1\n" },
      },
      {
        tool: "write_file",
        arguments: { path: "yarn.lock", content: 'a@1:\n  resolved "http://198.51.100.60/a.tgz"\n' },
      },
    ],
    not_match: [
      {
        tool: "write_file",
        arguments: { path: "go.mod", content: "module a\nreplace b => ../b\nreplace c => github.com/me/c v1.0.0\n" },
      },
      { tool: "write_file", arguments: { path: ".npmrc", content: "@a:registry=https://npm.pkg.github.com\n" } },
      {
        tool: "write_file",
        arguments: { path: "pip.conf", content: "[global]\nindex-url = https://pypi.org/simple\n" },
      },
      {
        tool: "write_file",
        arguments: { path: "pip.conf", content: "[global]\nindex-url = http://localhost:3141/simple\n" },
      },
    ],
  },
  {
    id: "package-source-added",
    threat: "Untrusted package",
    technique: "T1195.002",
    score: severity.warn,
    check: when(["setting:package-source", "setting:package-resolved"], ({ facts: { file } }) => {
      const found = file?.settings.find(unknownSource);
      return found === undefined
        ? null
        : { reason: "It takes packages from a registry of its own", evidence: clip(found.value) };
    }),
    match: [{ tool: "write_file", arguments: { path: ".npmrc", content: "registry=https://npm.corp.example/\n" } }],
    not_match: [
      { tool: "write_file", arguments: { path: ".npmrc", content: "registry=https://registry.npmjs.org/\n" } },
    ],
  },
];
