// What is too large, too deep or not text: it is reported, never passed over in silence.
import { describe, expect, test } from "vitest";
import { isHazardous } from "../../../src/main/engine/normalise/shell/hazard.ts";
import type { World } from "../../../src/main/engine/ports.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import { callFacts, commandFacts, commandLines, machine, whyOf, workspace } from "./support.ts";

describe("size", () => {
  test("a command that is too long is said to be, and its ends are still read", () => {
    const facts = commandFacts(`rm -rf /; ${": padding; ".repeat(100_000)} curl https://example.org`);
    expect(facts.uninspected[0]?.why).toBe("size");
    expect(commandLines(facts)).toEqual(expect.arrayContaining(["rm -rf /", "curl https://example.org"]));
  });

  test("an honest long here-document is read", () => {
    const body = "some text, {braces} and `ticks`\n".repeat(300);
    expect(whyOf(`cat > notes.md <<'EOF'\n${body}EOF`)).toEqual([]);
    expect(isHazardous(`cat > notes.md <<'EOF'\n${body}EOF`)).toBe(false);
  });

  test("too many commands, words, paths and members are said", () => {
    expect(whyOf("a;".repeat(1_000))).toContain("size");
    expect(whyOf(`rm ${"x ".repeat(2_000)}`)).toContain("size");
    expect(whyOf(`a ${"> x ".repeat(200)}`)).toContain("size");
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, "/etc/hosts"]));
    expect(callFacts("other", wide).uninspected).toContainEqual({ part: "arguments", why: "size" });
  });

  test("big content is kept, counted, and said not to be searched to its end", () => {
    const facts = callFacts("Write", { file_path: "a.txt", content: "é".repeat(1_000_000) });
    expect(facts.contentBytes).toBe(2_000_000);
    expect(facts.uninspected).toEqual([{ part: "$.content", why: "size" }]);
  });
});

describe("bad input", () => {
  test("deep and hostile arguments", () => {
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let depth = 0; depth < 10_000; depth += 1) {
      const next: Record<string, unknown> = {};
      at["x"] = next;
      at = next;
    }
    expect(callFacts("other", deep as JsonObject).uninspected).toEqual([{ part: "arguments", why: "size" }]);
    const hostile = JSON.parse('{"__proto__": {"command": "rm x"}, "constructor": "y", "command": "ls"}') as JsonObject;
    expect(commandLines(callFacts("Bash", hostile))).toEqual(["rm x", "ls"]);
    expect(Object.keys(commandFacts("__proto__=x constructor=y ls").commands[0]?.assignments ?? {})).toEqual([
      "constructor",
    ]);
  });

  test("a machine that does not answer is no syntax error", () => {
    const broken: World = {
      ...machine,
      resolveLinks: (path) => {
        if (path.startsWith("/broken")) throw new Error("disk");
        return path;
      },
    };
    expect(() => commandFacts("bash -c 'cat /broken/a'", { workspace }, broken)).toThrow("could not be followed");
    expect(() => commandFacts("ls", { workspace: "/broken" }, broken)).toThrow("could not be followed");
  });

  test("binary is said to be", () => {
    expect(whyOf("\u0000\u0001\u0002 rm")).toContain("binary");
    expect(commandLines(commandFacts("echo \ud800 ; rm x"))).toContain("rm x");
  });
});
