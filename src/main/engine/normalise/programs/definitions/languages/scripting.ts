// Interpreters of scripting languages.
import { has } from "../../invocation.ts";
import type { Definition, Example, Interprets, Syntax } from "../../definition.ts";

type Extra = Pick<Syntax, "operands" | "describe" | "startsShells">;

/** One that runs the file in its first operand, or its standard input. */
function script(
  names: readonly string[],
  options: readonly string[],
  code: Omit<Interprets, "file" | "input">,
  examples: readonly Example[],
  extra: Extra = {},
): Definition {
  const interprets = { ...code, file: true, input: true };
  return { names, options, stopAfter: 1, operands: "path", interprets, startsShells: true, ...extra, examples };
}

/** A file that is run, next to one whose name is only text. */
function example(program: string, file: string): readonly Example[] {
  return [
    { run: `${program} ./${file}`, reads: [`./${file}`], executes: [`./${file}`] },
    { run: `${program} --version`, options: ["--version"] },
  ];
}

const lispOptions = ["-c <text>", "-e <text>", "-x <text>", "--eval <text>", "--load <path>"];

export const scripting: readonly Definition[] = [
  script(
    ["perl"],
    ["-e <text>", "-E <text>", "-I <text>", "-M <text>", "-m <text>", "-p", "-n", "-i"],
    { language: "perl", options: ["-e", "-E"] },
    [
      { run: "perl -pi -e s/a/b/ a.txt", options: ["-p", "-i", "-e"], reads: ["a.txt"], writes: ["a.txt"] },
      { run: "perl build.pl a.txt", reads: ["a.txt"], executes: ["build.pl"] },
    ],
    {
      operands: "text",
      describe(command, record) {
        const files = has(command, "-e", "-E") ? command.operands : command.operands.slice(1);
        for (const file of files.filter((word) => !word.startsWith("-"))) {
          record.reads(file);
          if (has(command, "-i")) record.writes(file);
        }
      },
      startsShells: false,
    },
  ),
  script(
    ["ruby", "jruby"],
    ["-e <text>", ...Array.from("IrCEFKTW", (letter) => `-${letter} <path>`)],
    { language: "ruby", options: ["-e"] },
    [
      { run: "ruby -e 'File.delete(\"old\")'", options: ["-e"], deletes: ["old"] },
      { run: "ruby ./build.rb", reads: ["./build.rb"], executes: ["./build.rb"] },
    ],
  ),
  script(
    ["node", "nodejs", "tsx", "ts-node", "qjs"],
    [
      "-e, -pe, -ep, --eval <text>",
      "-p, --print <text>",
      "-r, --require <path>",
      "--import <path>",
      "--loader, --experimental-loader <path>",
      "--env-file <path>",
      "-c, --check",
      "-i, --interactive",
    ],
    { language: "javascript", options: ["--eval", "--print"] },
    [
      { run: 'node -pe \'require("fs").unlinkSync("old")\'', options: ["--eval"], deletes: ["old"] },
      { run: "node -r ./a.js b.js", options: ["--require"], reads: ["./a.js", "b.js"], executes: ["b.js"] },
    ],
  ),
  script(
    ["php"],
    [
      ...["r", "B", "R", "E", "d"].map((letter) => `-${letter} <text>`),
      ...["c", "z", "f", "t"].map((letter) => `-${letter} <path>`),
      "-S <host>",
    ],
    { language: "php", options: ["-r", "-B", "-R", "-E"] },
    [
      { run: "php -r 'unlink(\"old\");'", options: ["-r"], deletes: ["old"] },
      { run: "php ./build.php", reads: ["./build.php"], executes: ["./build.php"] },
    ],
  ),
  script(["lua", "luajit"], ["-e <text>", "-l <text>"], { language: "lua", options: ["-e"] }, [
    { run: "lua -e 'os.remove(\"old\")'", options: ["-e"], deletes: ["old"] },
    { run: "lua5.4 ./a.lua", reads: ["./a.lua"], executes: ["./a.lua"] },
  ]),
  script(["Rscript", "R"], ["-e <text>", "-f <path>"], { language: "r", options: ["-e"] }, example("Rscript", "a.R")),
  script(
    ["julia"],
    ["-e, --eval <text>", "-E <text>", "-p <text>", "-L <path>", "-J <path>"],
    { language: "julia", options: ["--eval", "-E"] },
    example("julia", "a.jl"),
  ),
  script(
    ["tclsh", "wish"],
    ["-c <text>", "-f <path>"],
    { language: "tcl", options: ["-c"] },
    example("tclsh", "a.txt"),
  ),
  script(
    ["elixir", "iex"],
    ["-e, --eval <text>"],
    { language: "elixir", options: ["--eval"] },
    example("elixir", "a.exs"),
  ),
  script(["jshell"], [], { language: "java" }, example("jshell", "a.txt")),
  script(["groovy"], ["-e <text>"], { language: "groovy", options: ["-e"] }, example("groovy", "a.txt")),
  script(["scala"], ["-e <text>"], { language: "scala", options: ["-e"] }, example("scala", "a.scala")),
  script(
    ["ghc", "runghc"],
    ["-e <text>", "-o <write>"],
    { language: "haskell", options: ["-e"] },
    example("runghc", "a.hs"),
  ),
  script(
    ["guile", "racket", "sbcl", "clisp", "clojure", "clj"],
    lispOptions,
    { language: "lisp", options: ["-c", "-e", "-x", "--eval"] },
    example("guile", "a.txt"),
  ),
  {
    names: ["erl"],
    style: "long",
    options: ["-eval <text>", "-s <text>"],
    operands: "path",
    interprets: { language: "erlang", options: ["-eval"] },
    startsShells: true,
    examples: [
      { run: "erl -noshell -eval 'halt().'", options: ["-noshell", "-eval"] },
      { run: "erl -config ./a.config", options: ["-config"], reads: ["./a.config"] },
    ],
  },
  {
    names: ["m4"],
    options: ["-D <text>", "-U <text>", "-I <path>"],
    operands: "path",
    interprets: { language: "m4", input: true },
    startsShells: true,
    examples: [{ run: "m4 -D a=b ./a.m4", options: ["-D"], reads: ["./a.m4"] }, { run: "m4 --version" }],
  },
  {
    names: ["deno"],
    operands: "path",
    startsShells: true,
    compiles: { language: "javascript", runsWith: /^run$/u },
    subcommands: {
      eval: { interprets: { language: "javascript", operand: 0 } },
      run: {
        describe({ operands }, record) {
          const file = operands.find((word) => /^(?![a-z]+:\/\/|npm:|jsr:).*\.[cm]?[jt]sx?$/u.test(word));
          if (file !== undefined) record.executes(file);
        },
      },
    },
    examples: [
      { run: "deno eval 'Deno.removeSync(\"old\")'", subcommand: "eval", deletes: ["old"] },
      { run: "deno run -A ./a.ts", subcommand: "run", options: ["-A"], reads: ["./a.ts"], executes: ["./a.ts"] },
      { run: "deno fmt ./a.ts", subcommand: "fmt", reads: ["./a.ts"] },
    ],
  },
];
