// Hook files are looked up for the calls that could change them, and for no others: looking costs more than the rest of the policy.
import { expect, test } from "vitest";
import { hookProtection } from "../../../../src/main/engine/policy/protection/hook-files.ts";
import { normaliser } from "../../../../src/main/engine/normalise/index.ts";
import { usualWorld } from "../../../../src/main/machine/world.ts";

const hook = "/home/user/.claude/settings.json";
const factsOf = normaliser(usualWorld);

function protectedBy(command: string): { readonly rules: readonly string[]; readonly looks: number } {
  let looks = 0;
  const protections = hookProtection(
    {
      files: () => {
        looks += 1;
        return [{ path: hook, own: false }];
      },
      projectSettings: [".claude/settings.json"],
    },
    usualWorld,
  );
  const context = { workingDirectory: "/home/user" };
  const facts = factsOf({ tool: "execute_command", arguments: { command }, context });
  const rules = protections.filter(({ applies }) => applies(facts) !== undefined).map(({ rule }) => rule);
  return { rules, looks };
}

test.each(["npm test", "git log --oneline", "cat README.md", "rg TODO src", "git status && ls"])(
  "%s does not look for hooks",
  (command) => expect(protectedBy(command)).toEqual({ rules: [], looks: 0 }),
);

test.each([
  "echo {} > ~/.claude/settings.json",
  "rm -r ~/.claude",
  "cp settings.json ~/.claude/",
  "tar -xf backup.tar -C ~",
  "git stash -u",
])("%s is stopped", (command) => {
  const { rules, looks } = protectedBy(command);
  expect(rules).toContain("builtin.agent-settings");
  expect(looks).toBeGreaterThan(0);
});
