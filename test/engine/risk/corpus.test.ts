// Whole lists by tactic: what attacks look like is asked about, what agents do all day is left alone.
import { describe, expect, test } from "vitest";
import { assess } from "../../support/engine/risk.ts";
import { everydayWork } from "./corpus/everyday-work.ts";
import { furtherAttacks } from "./corpus/further-attacks.ts";
import { furtherWork } from "./corpus/further-work.ts";
import { posixAttacks } from "./corpus/posix-attacks.ts";
import { windowsAttacks } from "./corpus/windows-attacks.ts";
import { factsOf } from "./support.ts";

describe.each(Object.entries({ ...posixAttacks, ...windowsAttacks, ...furtherAttacks }))("%s", (_, commands) => {
  test.each(commands)("asks about %s", (command) => {
    expect(assess(factsOf(command)).score).toBeGreaterThanOrEqual(0.7);
  });
});

describe.each(Object.entries({ ...everydayWork, ...furtherWork }))("%s", (_, commands) => {
  test.each(commands)("leaves %s alone", (command) => {
    const { score, findings } = assess(factsOf(command));
    expect(score, findings.map((finding) => finding.id).join(", ")).toBeLessThan(0.5);
  });
});
