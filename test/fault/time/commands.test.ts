// Commands made to be slow are read in bounded time.
import { describe, expect, test } from "vitest";
import { commandFacts, whyOf } from "../../engine/normalise/support.ts";
import { cpuMilliseconds as timed } from "../../support/process/cpu-time.ts";

/** Far more than it takes: only a text that takes seconds fails. */
const patience = 2_000;

describe("texts made to be slow", () => {
  test.each([
    "{",
    "{a,",
    "$(",
    "<(",
    "`",
    "$[ ",
    "<<A ",
    "${",
    '"$(',
    "(",
    "[[ ( ",
    "{a}>",
    ">a ",
    "a|",
    "*?*?",
    "{1..200}{1..200} ",
    "$((1+`",
    "a[$(",
    "${a/$(",
    "${a:${a#",
    "a[$(x)]=1;",
    "${a/$(b)/$(c)} ",
    "read x <<< y;",
    "/b?n/* ",
    "x='[[[[';let $x;",
    '{"a":[',
  ])("%j", (piece) => {
    for (const size of [4_000, 60_000, 1_000_000]) {
      expect(timed(() => commandFacts(piece.repeat(size / piece.length)))).toBeLessThan(patience);
    }
  });

  test.each([
    `sed 's/${"\\".repeat(60)}x'`,
    `sed '${"s/a/".repeat(15_000)}'`,
    `make A='${"$(shell ".repeat(7_000)}'`,
    `vim +'!${"|! ".repeat(20_000)}'`,
  ])("expressions over %s are not slow", (command) => {
    expect(timed(() => commandFacts(command))).toBeLessThan(patience);
  });

  test("a long value that is assigned again and again", () => {
    const value = `${"a[".repeat(10_000)}\${x}`;
    const command = `v='${value}'; ${"w=$v; let $v; ".repeat(150)}w="$v$(x)"`;
    expect(timed(() => commandFacts(command))).toBeLessThan(patience);
    expect(timed(() => commandFacts(command.replace("${x}", "`x`")))).toBeLessThan(patience);
  });

  test("nested encodings end at the depth limit", () => {
    let command = "rm -rf /";
    for (let depth = 0; depth < 12; depth += 1)
      command = `echo ${Buffer.from(command).toString("base64")} | base64 -d | sh`;
    expect(timed(() => commandFacts(command))).toBeLessThan(patience);
    expect(whyOf(command)).toContain("depth");
  });
});
