// Wherever the shell expands a substitution, the commands in it are found.
import { describe, expect, test } from "vitest";
import { commandFacts, linesOf } from "../support.ts";

const inner = "$(rm /etc/x)";

/** `S` stands for the substitution. */
const places: readonly string[] = [
  "(( S ))",
  "((a[S]++))",
  "((x = S, y = 1))",
  "if ((S)); then :; fi",
  "while ((S)); do :; done",
  "for ((i=S;;)); do :; done",
  "for ((;i<S;)); do :; done",
  "for ((;;i=S)); do :; done",
  "echo $((S))",
  "echo $((x ? S : 1))",
  "echo $((a[b[S]]))",
  "echo $((${x:-S}))",
  "echo $[S]",
  "a[S]=1",
  "a[S]+=1",
  "x=S",
  "x=(S)",
  "x=([S]=1)",
  "declare a[S]=1",
  "export x=S",
  "x[1]=S y",
  "echo ${a[S]}",
  'echo "${a[S]}"',
  "echo ${#a[S]}",
  "echo ${!a[S]}",
  "x=1; echo ${x[S]}",
  "echo ${x:S}",
  "echo ${x:1:S}",
  "echo ${a[@]:S}",
  "echo ${@:S}",
  "echo ${x:$((S))}",
  "echo ${x/S/z}",
  "echo ${x/z/S}",
  "echo ${x//z/S}",
  "echo ${x#S}",
  "echo ${x%%S}",
  "echo ${x^^S}",
  "echo ${x:-S}",
  "echo ${x:=S}",
  "echo ${x:+S}",
  "echo ${x:?S}",
  "echo ${!x:-S}",
  'echo "${x:+"${y:+S}"}"',
  "ls [S]",
  "ls a[S]",
  "ls @(a|S)",
  "ls @(a|${x:-S})",
  "echo {a,S}",
  "echo {a,${x:-S}}",
  'echo $"S"',
  "cat <<E\nS\nE",
  "cat <<E\n${a[S]}\nE",
  "cat <<< S",
  "cat > S",
  "> S",
  "{ :; } < S",
  "cat 2>&S",
  "case S in *) ;; esac",
  "case x in S) ;; esac",
  "[[ -v a[S] ]]",
  "[[ S -eq 1 ]]",
  "[[ a =~ S ]]",
  "[ -n S ]",
  "f() { :; } > S",
  "coproc S",
  "time S",
  "! S",
  "echo <(S)",
  "diff >(S) x",
  "trap 'S' EXIT",
  "eval 'S'",
];

test.each(places)("%s", (place) => {
  const command = place.replaceAll("S", inner);
  expect(linesOf(command).some((line) => line.endsWith("rm /etc/x"))).toBe(true);
});

describe("a text the shell evaluates as a number or expands as a prompt", () => {
  test.each([
    "let 'a[S]'",
    "test -v 'a[S]'",
    "[[ -v 'a[S]' ]]",
    "[[ 'a[S]' -eq 1 ]]",
    "printf -v 'a[S]' x",
    "read 'a[S]'",
    "unset 'a[S]'",
    "declare -i x='a[S]'",
    "x='a[S]'; echo $((x))",
    "x='S'; echo ${x@P}",
  ])("%s", (place) => {
    expect(linesOf(place.replaceAll("S", inner)).some((line) => line.endsWith("rm /etc/x"))).toBe(true);
  });

  test("is found once, and nothing else is taken for one", () => {
    expect(linesOf(`[ -n "\${a[${inner}]}" ]`).filter((line) => line.endsWith("rm /etc/x"))).toHaveLength(1);
    expect(linesOf("echo 'a[$(rm /etc/x)]'")).toEqual(["echo a[$(rm /etc/x)]"]);
    expect(linesOf("x='$(rm /etc/x)'")).toEqual([]);
  });
});

test("an operation on a known value is carried out", () => {
  expect(linesOf("x='rm\\x20/etc/x'; eval \"${x@E}\"")).toEqual(["eval > rm /etc/x"]);
  expect(linesOf("x='RM /ETC/X'; eval \"${x@L}\"")).toEqual(["eval > rm /etc/x"]);
  expect(linesOf(`x=1; echo \${x:-${inner}}`)).toEqual(["echo 1"]);
});

test("the text of a command in braces is its own", () => {
  const { commands } = commandFacts("true; echo {a,$(rm /etc/x)}");
  expect(commands.at(-1)).toMatchObject({ program: "rm", text: "rm /etc/x" });
});

test.each(["echo hi\rrm /etc/x", "rm /etc/x\r\n", "echo a |\r\n rm /etc/x"])(
  "a carriage return is Enter: %j",
  (line) => {
    expect(linesOf(line)).toContain("rm /etc/x");
  },
);
