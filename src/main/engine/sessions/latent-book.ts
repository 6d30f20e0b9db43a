// The latent book: files with findings that wait until something runs, builds, publishes or pushes them. All agents share it, because
// a file is there for each of them.
import type { CommandFact, Facts } from "../../../shared/domain/facts.ts";
import type { Finding, LatentFile } from "../../../shared/domain/verdict.ts";

/** The oldest go first. */
const mostFiles = 2_000;
const mostNamed = 5;
/** Running a file asks; what it was found to do was seen when it was written. */
const mostScore = 0.74;

export interface LatentBook {
  /** What a call would set off, by files that were written before. */
  readonly findingsFor: (facts: Facts) => readonly Finding[];
  /** A step may run: what it writes, copies, renames, links or overwrites. */
  readonly performed: (facts: Facts, written: readonly LatentFile[]) => void;
  readonly files: () => readonly LatentFile[];
}

export function createLatentBook(past: readonly LatentFile[] = []): LatentBook {
  const byPath = new Map<string, LatentFile>();
  for (const file of past) put(file);

  function put(file: LatentFile): void {
    byPath.delete(file.path);
    byPath.set(file.path, file);
    const [oldest] = byPath.keys();
    if (byPath.size > mostFiles && oldest !== undefined) byPath.delete(oldest);
  }

  function started(facts: Facts): readonly LatentFile[] {
    // A file that it writes may start another when it runs by itself.
    const places = [...facts.paths, ...(facts.written?.paths ?? [])].filter(({ access }) => access === "execute");
    const direct = [
      ...places.map(({ path }) => path),
      ...importedBy(facts),
      ...foundInFolders(facts),
      ...applied(facts),
    ].flatMap((path) => byPath.get(path) ?? []);
    const forms = new Set(facts.commands.flatMap(formsUsedBy));
    if (forms.size === 0) return direct;
    const inProject = [...byPath.values()].filter(
      (file) => isInProject(file.path, facts) && (forms.has("*") || forms.has(file.form)),
    );
    return [...new Set([...direct, ...inProject])];
  }

  return {
    findingsFor(facts) {
      if (byPath.size === 0) return [];
      return started(facts)
        .slice(0, mostNamed)
        .flatMap(({ path, findings }) =>
          findings.map(({ id, score, threat, reason }) => ({
            id,
            score: Math.min(score, mostScore),
            threat,
            reason: `It sets off ${path}: ${reason}`,
            evidence: path,
          })),
        );
    },
    performed(facts, written) {
      if (byPath.size > 0) {
        follow(facts);
        // Whoever let it run was told what it does.
        for (const { path } of started(facts)) byPath.delete(path);
        if (facts.wholeFile === true)
          for (const { path, access } of facts.paths) if (access === "write") byPath.delete(path);
      }
      for (const file of written) put(file);
    },
    files: () => [...byPath.values()],
  };

  /** What is made from such a file is one too: copies, links, other names, output of a filter. */
  function follow(facts: Facts): void {
    if (facts.tool === "write_file" && facts.content !== undefined) return;
    for (const { path, from } of facts.builds ?? [])
      for (const source of [...byPath.values()]
        .filter((file) => from.some((place) => isPartOf(file, place)))
        .slice(0, 8))
        put({ ...source, path });
    const used = facts.paths.flatMap(({ path, access }) => (access === "write" ? [] : (byPath.get(path) ?? [])));
    const sources = used.length > 0 ? used : facts.paths.flatMap(({ path }) => byPath.get(path) ?? []);
    if (sources.length === 0) return;
    for (const { path, access } of facts.paths) {
      if (access !== "write") continue;
      for (const source of sources.slice(0, 8)) {
        if (path !== source.path) put({ ...source, path });
        // Without the disk nobody knows whether the target is a folder.
        put({ ...source, path: `${path.replace(/\/$/u, "")}/${source.path.slice(source.path.lastIndexOf("/") + 1)}` });
      }
    }
  }
}

const compiledForms: ReadonlySet<string> = new Set([
  "c",
  "go",
  "rust",
  "swift",
  "zig",
  "nim",
  "java",
  "kotlin",
  "csharp",
]);

/** Whether a program that is built of this file or folder holds what the file says. */
function isPartOf({ path, form }: LatentFile, place: string): boolean {
  return path === place || (compiledForms.has(form) && path.startsWith(`${place}/`));
}

/** A program by its name, in the folders that the command itself names: `PATH=$PWD/bin:$PATH eslint`, `npx eslint`. */
function foundInFolders({ commands, workingDirectory = "" }: Facts): readonly string[] {
  const installed = commands.flatMap(({ program, wrappers }) =>
    wrappers.some((wrapper) => /^(?:npx|bunx|pnpx|npm exec|pnpm exec|yarn exec)/u.test(wrapper))
      ? [`${workingDirectory}/node_modules/.bin/${program}`]
      : [],
  );
  const named = commands.flatMap(({ program, assignments }) =>
    (assignments["PATH"] ?? "")
      .split(":")
      .slice(0, 20)
      .map((folder) => folder.replace(/^\$\{?PWD\}?|^\$\(pwd\)|^\.(?=\/|$)/u, workingDirectory))
      .filter((folder) => folder !== "" && !folder.startsWith("$"))
      .map(
        (folder) => `${folder.startsWith("/") ? "" : `${workingDirectory}/`}${folder.replace(/\/$/u, "")}/${program}`,
      ),
  );
  return [...installed, ...named];
}

/** What a patch puts into files is there once it is applied. */
function applied({ commands, paths }: Facts): readonly string[] {
  const applies = commands.some(
    ({ program, subcommand }) => program === "patch" || (program === "git" && /^(?:apply|am)$/u.test(subcommand)),
  );
  return applies ? paths.filter(({ access }) => access === "read").map(({ path }) => path) : [];
}

/** Modules of the project that Python code names, as files. */
function importedBy({ code, commands, workspace, workingDirectory }: Facts): readonly string[] {
  const folder = workspace ?? workingDirectory;
  if (folder === undefined) return [];
  const named = code
    .filter(({ language }) => language === "python")
    .flatMap(({ text }) =>
      [...text.slice(0, 4_096).matchAll(/\b(?:import|from)\s+([\w.]+)/gu)].map((match) => match[1] ?? ""),
    );
  const run = commands.flatMap(({ program, options }) =>
    program.startsWith("python") ? options.flatMap(({ name, value = "" }) => (name === "-m" ? [value] : [])) : [],
  );
  return [...named, ...run].slice(0, 50).map((module) => `${folder}/${module.replaceAll(".", "/")}.py`);
}

function isInProject(path: string, { workspace, workingDirectory }: Facts): boolean {
  const folder = workspace ?? workingDirectory;
  return folder === undefined || path.startsWith(`${folder}/`);
}

/** Files of which forms a command reads by itself; "*": whatever lies in the project. */
function formsUsedBy({ program, subcommand, operands, options }: CommandFact): readonly string[] {
  const verb = subcommand === "" ? (operands[0] ?? "") : subcommand;
  switch (program) {
    case "make":
    case "gmake":
      return ["makefile"];
    case "just":
      return ["justfile"];
    case "task":
      return ["taskfile"];
    case "docker":
    case "podman":
      if (/^(?:push|image push)$/u.test(verb)) return ["*"];
      return /^(?:build|buildx|image build|compose)/u.test(verb)
        ? ["dockerfile", "compose", "shell", "python", "javascript"]
        : [];
    case "docker-compose":
      return ["dockerfile", "compose"];
    case "terraform":
    case "tofu":
      return /^(?:apply|plan|init)/u.test(verb) ? ["terraform"] : [];
    case "kubectl":
      return /^(?:apply|create)/u.test(verb) ? ["kubernetes"] : [];
    case "ansible-playbook":
      return ["ansible"];
    case "python":
    case "python3":
      return options.some(({ name, value }) => name === "-m" && /^(?:pytest|unittest|nose2?|tox)$/u.test(value ?? ""))
        ? ["python", "conftest.py"]
        : [];
    case "pip":
    case "pip3":
      return verb === "install" &&
        [...operands, ...options.map(({ value = "" }) => value)].some((word) => /^\.{1,2}(?:\/|$|\[)/u.test(word))
        ? ["setup.py", "pyproject", "python"]
        : [];
    case "pytest":
    case "tox":
    case "nox":
      return ["python", "conftest.py"];
    case "jest":
    case "vitest":
    case "mocha":
      return ["javascript", "build-configuration"];
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      if (verb.startsWith("publish")) return ["*"];
      return /^(?:test|t|run|start|build|ci|install|i)\b/u.test(verb)
        ? ["javascript", "package.json", "build-configuration"]
        : [];
    case "cargo":
      return verb === "publish"
        ? ["*"]
        : /^(?:build|test|run|check)/u.test(verb)
          ? ["build-script", "cargo-config", "rust"]
          : [];
    case "go":
      return verb.startsWith("generate") ? ["go-generate"] : /^(?:run|test)/u.test(verb) ? ["go"] : [];
    case "twine":
    case "gem":
      return /^(?:upload|push)/u.test(verb) ? ["*"] : [];
    case "git":
      return verb.startsWith("push") ? ["*"] : [];
    default:
      return [];
  }
}
