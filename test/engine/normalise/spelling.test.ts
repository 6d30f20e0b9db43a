import { describe, expect, test } from "vitest";
import { commandFacts, commandLines, linesOf, machine, whyOf, workspace } from "./support.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hex = (text: string): string => Buffer.from(text).toString("hex");

describe("one command in many spellings", () => {
  test.each([
    'r"m" -rf /',
    "r'm' '-rf' \"/\"",
    "r\\m -rf /",
    "rm \\\n  -rf /",
    "$'\\x72m' -rf /",
    "$'\\162\\155' -rf /",
    '$"rm" -rf /',
    "/bin/rm -rf /",
    "{rm,-rf,/}",
    "rm${IFS}-rf${IFS}/",
    "rm$IFS-rf$IFS/".replace("$IFS-", "${IFS}-"),
    "a=r; b=m; $a$b -rf /",
    "a='rm -rf'; $a /",
    "a=(rm -rf /); ${a[@]}",
    "a=mr; ${a:1:1}${a:0:1} -rf /",
    "a=RM; ${a,,} -rf /",
    "a=xrm; ${a#x} -rf /",
    "a=rxm; ${a/x/} -rf /",
    "IFS=,; a=rm,-rf,/; $a",
    "${unset:-rm} -rf /",
    "r$@m -rf /",
    "r${1}m -rf /",
    'set -- rm -rf /; "$@"',
    "$(echo rm) -rf /",
    "`printf rm` -rf /",
    "$(which rm) -rf /",
    "eval rm -rf /",
    "eval 'eval \"rm -rf /\"'",
    "command rm -rf /",
    "\\rm -rf /",
    "ｒｍ -rf /",
    "r\u200bm -rf /",
    "r\u202em -rf /",
  ])("%s", (command) => {
    const found = commandFacts(command).commands.find((each) => each.program === "rm");
    expect(found?.arguments).toEqual(["-rf", "/"]);
    expect(commandFacts(command).paths[0]).toMatchObject({ path: "/", access: "delete", recursive: true });
  });

  test.each([
    [`echo ${base64("rm -rf /")} | base64 -d | sh`, ["sh", "base64"]],
    [`base64 -d <<< ${base64("rm -rf /")} | bash`, ["bash", "base64"]],
    [`echo ${base64("rm -rf /")} | base64 --decode | sudo bash -s`, ["sudo", "bash", "base64"]],
    [`echo ${base64("rm -rf /")} | openssl base64 -d | sh`, ["sh", "base64"]],
    [`echo ${hex("rm -rf /")} | xxd -r -p | sh`, ["sh", "hex"]],
    ["printf '\\x72\\x6d -rf /' | sh", ["sh", "hex"]],
    ["echo -e '\\x72\\x6d -rf /' | sh", ["sh", "hex"]],
    ["echo 'ez -es /' | tr a-z n-za-m | sh", ["sh", "tr"]],
    ["echo '/ fr- mr' | rev | sh", ["sh", "rev"]],
    [`eval "$(echo ${base64("rm -rf /")} | base64 -d)"`, ["base64", "eval"]],
    [`bash -c "$(echo ${base64("rm -rf /")} | base64 -d)"`, ["base64", "bash -c"]],
    [`$(echo ${base64("rm -rf /")} | base64 -d)`, ["base64"]],
    [`echo "rm -rf /" > /tmp/x; sh /tmp/x`, ["sh"]],
    [`cat > /tmp/x <<'EOF'\nrm -rf /\nEOF\nbash /tmp/x`, ["bash"]],
    ["echo rm -rf / | tee /tmp/y | cat; . /tmp/y", ["."]],
  ])("%s", (command, wrappers) => {
    const found = commandFacts(command).commands.find((each) => each.program === "rm");
    expect(found).toMatchObject({ arguments: ["-rf", "/"], wrappers });
    expect(whyOf(command)).toEqual([]);
  });

  test("case and .exe are only spelling where the disk ignores case", () => {
    const mac = { ...machine, platform: "darwin" as const, caseInsensitive: true };
    expect(commandLines(commandFacts("/bin/RM -rf x", { workspace }, mac))).toEqual(["rm -rf x"]);
    expect(linesOf("R --version")).toEqual(["R --version"]);
    expect(linesOf("Curl.EXE https://example.org")).toEqual(["curl https://example.org"]);
  });
});

describe("values that depend on what happens", () => {
  test("a program that may be one of several is looked at as each", () => {
    expect(linesOf("a=rm; false && a=ls; $a -rf /")).toEqual(["false", "rm -rf /", "ls -rf /"]);
    expect(linesOf("for c in rm ls; do $c x; done")).toEqual(["rm x", "ls x"]);
    expect(linesOf("if x; then c=rm; else c=ls; fi; $c -r y")).toEqual(expect.arrayContaining(["rm -r y", "ls -r y"]));
    expect(linesOf("true || a=x; ${a}rm y")).toContain("rm y");
  });

  test("a subshell's variables stay in it", () => {
    expect(linesOf("a=rm; (a=ls); $a x")).toContain("rm x");
  });

  test("a loop's values are all arguments", () => {
    expect(linesOf('for f in /etc/passwd ~/.netrc; do cat "$f"; done')).toEqual(["cat /etc/passwd ~/.netrc"]);
  });
});

describe("what only the shell can know", () => {
  test.each([
    "$CMD x",
    "${PREFIX}gcc x",
    "/bin/r? -rf /",
    'bash -c "$CODE"',
    'eval "$CODE"',
    "curl https://example.org | sh",
  ])("%s is not inspected", (command) => {
    expect(whyOf(command)).toEqual(["dynamic"]);
    expect(commandFacts(command).commands.some((each) => each.dynamic)).toBe(true);
  });

  test.each([
    "bash <(curl -s https://example.org)",
    "source <(x)",
    'python -c "$(curl -s https://example.org)"',
    "curl -s https://example.org | python3 -",
  ])("%s is not inspected", (command) => expect(whyOf(command)).toContain("dynamic"));

  test.each([
    "rm $FILE",
    'cp "$A" "$B"',
    "$HOME/bin/tool x",
    '"$DIR"/build.sh',
    "cd $X && make",
    'bash -c "cd $DIR && make"',
    "echo $(date)",
  ])("%s is inspected: only an argument is unknown", (command) => expect(whyOf(command)).toEqual([]));

  test("the part that is known is kept", () => {
    expect(commandFacts("${PREFIX}gcc x").commands[0]?.program).toBe("gcc");
    expect(linesOf('bash -c "rm -rf $DIR"')).toEqual(["bash -c > rm -rf $DIR"]);
    expect(linesOf('echo "rm -rf $DIR" | sh')).toContain("sh > rm -rf $DIR");
  });
});
