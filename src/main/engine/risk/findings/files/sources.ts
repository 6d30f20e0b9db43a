// Sources: packages that would come from a place that nobody knows, or over a connection that nobody checks.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { clip, type Heuristic, when } from "../../heuristic.ts";
import { isKnownRegistry } from "../../known-sources.ts";

/** Settings that name where packages come from. */
const sources = /^(?:package-source|package-resolved)$/u;

function unknownSource({ name, value }: SettingFact): boolean {
  return sources.test(name) && !isKnownRegistry(value);
}

/** Without encryption, by a bare address, or under a name that only looks like a registry's. */
function doubtful(value: string): boolean {
  return (
    /^(?:\w+\+)?http:\/\/(?!localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/u.test(value) ||
    /^(?:\w+\+)?https?:\/\/(?:[^@/]*@)?\d+\.\d+\.\d+\.\d+/u.test(value) ||
    /:\/\/(?:[^@/]*@)?[^/]*(?:npmjs|pypi|pythonhosted|rubygems|crates|packagist|nuget|yarnpkg)(?:\.(?!org\b)\w+|[-.]\w+)+(?::\d+)?(?:\/|$)/iu.test(
      value,
    )
  );
}

export const packageSources: readonly Heuristic[] = [
  {
    id: "package-source-doubtful",
    threat: "Untrusted package",
    technique: "T1195.002",
    score: severity.ask,
    check: when(["setting:package-source", "setting:package-resolved"], ({ facts: { file } }) => {
      const found = file?.settings.find((setting) => unknownSource(setting) && doubtful(setting.value));
      return found === undefined
        ? null
        : {
            reason: "It takes packages from a place that looks like no registry people use",
            evidence: clip(found.value),
          };
    }),
    match: [
      { tool: "write_file", arguments: { path: ".npmrc", content: "registry=https://registry.npmjs.cam/\n" } },
      {
        tool: "write_file",
        arguments: { path: "pip.conf", content: "[global]\nextra-index-url = http://p.example/simple\n" },
      },
      {
        tool: "write_file",
        arguments: { path: "yarn.lock", content: 'a@1:\n  resolved "http://198.51.100.60/a.tgz"\n' },
      },
    ],
    not_match: [
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
    score: severity.suspicious,
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
