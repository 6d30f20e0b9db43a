import { describe, expect, test } from "vitest";
import { commandFacts, commandLines, linesOf, pathsOf, whyOf, workspace } from "../support.ts";

describe("every simple command is found", () => {
  test.each([
    ["a; b && c || d & e", ["a", "b", "c", "d", "e"]],
    ["(a; b) | { c; d; }", ["a", "b", "c", "d"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]],
    ["case $(a) in x) b;; *) c;; esac", ["$() > a", "b", "c"]],
    ["for x in $(a); do b; done", ["$() > a", "b"]],
    ["for ((i = 0; i < 3; i++)); do a; done", ["a"]],
    ["select x in 1 2; do a; done", ["a"]],
    ["[[ -f $(a) && ! -d `b` ]] && c", ["$() > a", "$() > b", "c"]],
    ["! a", ["a"]],
    ["coproc a", ["coproc > a"]],
    ["echo $(a $(b))", ["echo $(a $(b))", "$() > a $(b)", "$() > $() > b"]],
    ["diff <(a) <(b) > >(c)", ["diff <(a) <(b)", "<() > a", "<() > b", ">() > c"]],
    ["x=$(a) y=`b` c", ["c", "$() > a", "$() > b"]],
    ["echo $((1 + $(a)))", ["echo $((1 + $(a)))", "$() > a"]],
    ["echo ${x:-$(a)}", ["echo ${x:-$(a)}", "$() > a"]],
    ["cat <<EOF\n$(a)\nEOF", ["cat", "$() > a"]],
    ["cat <<'EOF'\n$(a)\nEOF", ["cat"]],
    ['a <<< "$(b)"', ["a", "$() > b"]],
  ])("%s", (command, expected) => {
    expect([...linesOf(command)].sort()).toEqual([...expected].sort());
    expect(whyOf(command)).toEqual([]);
  });

  test.each([
    ['f() { rm -rf "$1"; }; f ~/a', "delete home /home/ada/a /**"],
    ['f() { "$@"; }; f rm -rf ~/a', "delete home /home/ada/a /**"],
    ['f() { local d=$1; rm -rf "$d/$2"; }; f ~ a', "delete home /home/ada/a /**"],
    ['f() { sh -c "$*"; }; f rm -rf ~/a', "delete home /home/ada/a /**"],
    ['f() { g "$1"; }; g() { rm -rf "$1"; }; f ~/a', "delete home /home/ada/a /**"],
  ])("a function does what it is called with: %s", (command, expected) => {
    expect(pathsOf(command)).toContain(expected);
  });

  test("functions that call each other come to an end", () => {
    expect(linesOf("f() { g x; g y; }; g() { f x; f y; }; f z").length).toBeLessThan(200);
  });

  test("a function is marked, so that one that runs itself can be seen", () => {
    const { commands } = commandFacts(":(){ :|:& };:");
    expect(commands.map((command) => [command.program, command.function, command.background])).toEqual([
      [":", ":", true],
      [":", ":", true],
      [":", undefined, undefined],
    ]);
  });
});

describe("pipelines", () => {
  const places = (command: string): readonly string[] =>
    commandFacts(command).commands.map((each) => `${each.pipeline}.${each.position} ${each.program}`);

  test("commands that feed each other share a number", () => {
    expect(places("a | b; c | d | e")).toEqual(["0.0 a", "0.1 b", "1.0 c", "1.1 d", "1.2 e"]);
  });

  test("what runs inside a stage belongs to that stage", () => {
    expect(places("a | (b | c; d) | e")).toEqual(["0.0 a", "0.1 b", "0.2 c", "0.1 d", "0.3 e"]);
    expect(places("a | bash -c 'b | c'")).toEqual(["0.0 a", "0.1 b", "0.2 c"]);
    expect(places("a | while read x; do b; done")).toEqual(["0.0 a", "0.1 read", "0.1 b"]);
  });

  test("separate commands of a group do not", () => {
    const [first, second] = commandFacts("(a; b)").commands;
    expect(first?.pipeline).not.toBe(second?.pipeline);
  });

  test("a substitution points at the command it stands in", () => {
    const { commands } = commandFacts('first; bash -c "$(curl -s https://example.org/x)"');
    const curl = commands.find((command) => command.program === "curl");
    expect(curl?.wrappers).toEqual(["$()"]);
    expect(commands[curl?.parent ?? -1]?.wrappers).toEqual(["bash -c"]);
  });
});

describe("input", () => {
  test.each([
    ["cat <<EOF\nhello\nEOF", "cat", "hello\n"],
    ["cat <<-EOF\n\thello\n\tEOF", "cat", "hello\n"],
    ["wc <<< 'a b'", "wc", "a b\n"],
    ["echo hi | wc", "wc", "hi\n"],
    ["printf '%s-%s' a b | wc", "wc", "a-b"],
    ["{ echo a; echo b; } | wc", "wc", "a\nb\n"],
    ["echo hi | cat | wc", "wc", "hi\n"],
    ["cat <<< x | tr x y | wc", "wc", "y\n"],
  ])("%s", (command, program, input) => {
    expect(commandFacts(command).commands.find((each) => each.program === program)?.input).toBe(input);
  });

  test("what only running it tells has none", () => {
    expect(commandFacts("date | wc").commands[1]?.input).toBeUndefined();
  });
});

describe("redirects", () => {
  test("operators and targets are kept, files become paths", () => {
    const facts = commandFacts("a < in > out 2>> log 2>&1 &> both >| forced");
    expect(facts.commands[0]?.redirects).toEqual([
      { operator: "<", target: "in" },
      { operator: ">", target: "out" },
      { operator: "2>>", target: "log" },
      { operator: "2>&", target: "1" },
      { operator: "&>", target: "both" },
      { operator: ">|", target: "forced" },
    ]);
    expect(facts.paths.map((path) => [path.access, path.path.slice(workspace.length + 1)])).toEqual([
      ["read", "in"],
      ["write", "out"],
      ["write", "log"],
      ["write", "both"],
      ["write", "forced"],
    ]);
  });

  test("a redirect without a command still writes", () => {
    expect(pathsOf("> ~/.bashrc")).toEqual(["write home /home/ada/.bashrc"]);
  });

  test("harmless devices are no paths", () => {
    expect(pathsOf("a > /dev/null 2> /dev/stderr < /dev/zero")).toEqual([]);
  });
});

describe("where a command starts from", () => {
  test.each([
    ["cd /etc && rm passwd", "delete system /etc/passwd"],
    ["cd /etc; cd ..; rm x", "delete other /x"],
    ["(cd /etc); rm x", "delete workspace /home/ada/project/x"],
    ["cd && rm x", "delete home /home/ada/x"],
    ["env -C /etc rm passwd", "delete system /etc/passwd"],
    ["cd $SOMEWHERE; rm x", "delete unknown x *"],
  ])("%s", (command, expected) => {
    expect(pathsOf(command)).toContain(expected);
  });

  test("when it is uncertain, both places are given", () => {
    expect(pathsOf("true && cd /etc; rm x")).toEqual(
      expect.arrayContaining(["delete workspace /home/ada/project/x", "delete system /etc/x"]),
    );
  });
});

describe("what cannot be parsed", () => {
  test("is said, and read word by word", () => {
    const facts = commandFacts("ls ) ; rm -rf /");
    expect(facts.uninspected).toEqual([{ part: "ls ) ; rm -rf /", why: "syntax" }]);
    expect(commandLines(facts)).toContain("rm -rf /");
  });

  test("takes a here-document for text of the program that reads it", () => {
    const facts = commandFacts(
      "( ls\ncat > a.txt << 'E'\nrm -rf /\nE\n/usr/bin/python3 - <<P\nimport os\nP\necho done",
    );
    expect(new Set(facts.commands.map(({ program }) => program))).toEqual(new Set(["ls", "cat", "python3", "echo"]));
    expect(facts.code).toEqual([expect.objectContaining({ language: "python", text: "import os\n" })]);
  });

  test.each([
    "( ls\nbash << 'E'\nrm -rf /\nE",
    "( ls\n# cat << E\nrm -rf /\nE",
    "( ls\n((a=1<<E))\nrm -rf /\nE",
    "( ls\necho '<<E'\nrm -rf /\nE",
    "( ls\ncat <<E\nrm -rf /\n",
  ])("reads as commands what may not be such a text: %j", (command) => {
    expect(commandFacts(command).commands.map(({ program }) => program)).toContain("rm");
  });

  test("spans point at the text", () => {
    const command = "a 'b c' | d";
    const spans = commandFacts(command).commands.map((each) => command.slice(each.span?.start, each.span?.end));
    expect(spans).toEqual(["a 'b c'", "d"]);
    expect(commandFacts("bash -c 'a b'").commands[0]?.span).toBeUndefined();
  });
});
