// Compilers, and runtimes of compiled programs.
import type { Definition } from "../../definition.ts";
import { has } from "../../invocation.ts";

/** Options of C compilers with a value in the next word. Most others are one word. */
const c = [
  "--output, -o <write>",
  ...Array.from("IlLDUx", (letter) => `-${letter} <text>`),
  "-include <read>",
  "-T <read>",
];

export const compiled: readonly Definition[] = [
  {
    names: ["gcc", "cc", "g++", "c++", "clang", "clang++", "tcc"],
    style: "long",
    options: c,
    operands: "read",
    compiles: { language: "c", runsWith: /^-run$/u },
    describe({ options }, record) {
      for (const { name } of options) if (/^-o./u.test(name)) record.writes(name.slice(2));
    },
    examples: [
      { run: "gcc -Wall -o app main.c", options: ["-Wall", "-o"], reads: ["main.c"], writes: ["app"] },
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
    examples: [
      { run: "rustc -o ./app ./main.rs", options: ["-o"], reads: ["./main.rs"], writes: ["./app"] },
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
    examples: [{ run: "nim c -r ./a.nim", options: ["--run"], reads: ["./a.nim"] }, { run: "nim --version" }],
  },
  {
    names: ["swift", "swiftc"],
    style: "long",
    options: ["-o <write>"],
    operands: "path",
    compiles: { language: "swift", runsWith: /^-$/u },
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
