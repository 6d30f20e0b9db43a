// Compilers, and runtimes of compiled programs.
import type { CommandFact } from "../../../../../../shared/domain/facts.ts";
import type { Definition, Describe } from "../../definition.ts";
import { has, value } from "../../invocation.ts";
import type { Recorder } from "../../recorder.ts";

/** Options of C compilers with a value in the next word. Most others are one word. */
const c = [
  "--output, -o <write>",
  ...Array.from("IlLDUx", (letter) => `-${letter} <text>`),
  "-include <read>",
  "-T <read>",
];

/** Without these a C compiler makes a program. */
const noProgram = ["-c", "-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-###"];

/** What an option names is a program, made of the files among the operands. */
function makesProgram(option: string): Describe {
  return (command, record) => recordProgram(command, record, value(command, option));
}

function recordProgram({ operands }: CommandFact, record: Recorder, output: string | undefined): void {
  const sources = operands.filter((operand) => /\.\w+$/u.test(operand));
  if (output !== undefined && sources.length > 0) record.builds(output, sources);
}

export const compiled: readonly Definition[] = [
  {
    names: ["gcc", "cc", "g++", "c++", "clang", "clang++", "tcc"],
    style: "long",
    options: c,
    operands: "read",
    compiles: { language: "c", runsWith: /^-run$/u },
    describe(command, record) {
      const joined = command.options.find(({ name }) => /^-o./u.test(name))?.name.slice(2);
      const output = value(command, "-o") ?? joined;
      if (has(command, ...noProgram)) {
        if (joined !== undefined) record.writes(joined);
      } else recordProgram(command, record, output ?? "a.out");
    },
    examples: [
      { run: "gcc -Wall -o app main.c", options: ["-Wall", "-o"], reads: ["main.c"], writes: ["app"], builds: ["app"] },
      { run: "gcc main.c", reads: ["main.c"], writes: ["a.out"], builds: ["a.out"] },
      { run: "gcc -c -o main.o main.c", options: ["-c", "-o"], reads: ["main.c"], writes: ["main.o"] },
      { run: "gcc -fsyntax-only main.c", options: ["-fsyntax-only"], reads: ["main.c"] },
    ],
  },
  {
    names: ["rustc"],
    options: [
      "-o <write>",
      "--out-dir <write>",
      "--edition <text>",
      "--crate-type <text>",
      "-C <text>",
      "--explain <text>",
    ],
    operands: "path",
    compiles: { language: "rust" },
    describe: makesProgram("-o"),
    examples: [
      {
        run: "rustc -o ./app ./main.rs",
        options: ["-o"],
        reads: ["./main.rs"],
        writes: ["./app"],
        builds: ["./app"],
      },
      { run: "rustc --explain E0308", options: ["--explain"] },
    ],
  },
  {
    names: ["zig", "crystal"],
    options: ["-o <write>"],
    operands: "path",
    compiles: { language: "zig", runsWith: /^run$/u },
    examples: [{ run: "zig run ./a.zig", reads: ["./a.zig"] }, { run: "zig version" }],
  },
  {
    names: ["nim"],
    options: ["-r, --run", "-o, --out <write>"],
    operands: "path",
    compiles: { language: "nim", runsWith: /^(?:r|--run)$/u },
    describe: makesProgram("--out"),
    examples: [{ run: "nim c -r ./a.nim", options: ["--run"], reads: ["./a.nim"] }, { run: "nim --version" }],
  },
  {
    names: ["swift", "swiftc"],
    style: "long",
    options: ["-o <write>"],
    operands: "path",
    compiles: { language: "swift", runsWith: /^-$/u },
    describe: makesProgram("-o"),
    examples: [{ run: "swift ./a.swift", reads: ["./a.swift"] }, { run: "swift --version" }],
  },
  {
    names: ["dmd"],
    style: "long",
    operands: "path",
    compiles: { language: "d", runsWith: /^-run$/u },
    examples: [{ run: "dmd -run ./a.d", options: ["-run"], reads: ["./a.d"] }, { run: "dmd --version" }],
  },
  {
    names: ["java"],
    style: "long",
    options: ["-jar <path>", "-cp, -classpath, --class-path <path>", "-m, --module <text>", "-p, --module-path <path>"],
    operands: "path",
    startsShells: true,
    compiles: { language: "java", runsWith: /^\/dev\//u },
    describe(command, record) {
      const jar = command.options.find(({ name }) => name === "-jar")?.value;
      const file = jar ?? command.operands.find((word) => word.endsWith(".java"));
      if (file !== undefined) record.executes(file);
    },
    examples: [
      { run: "java -jar ./a.jar", options: ["-jar"], reads: ["./a.jar"], executes: ["./a.jar"] },
      { run: "java --version", options: ["--version"] },
    ],
  },
  {
    names: ["mono", "wine", "wine64"],
    operands: "path",
    startsShells: true,
    describe(command, record) {
      const [file] = command.operands;
      if (file !== undefined && !has(command, "--version")) record.executes(file);
    },
    examples: [
      { run: "mono ./a.exe", reads: ["./a.exe"], executes: ["./a.exe"] },
      { run: "mono --version", options: ["--version"] },
    ],
  },
];
