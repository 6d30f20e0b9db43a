// Facts: what phase 1 learns about a tool call. Rules, heuristics and screens read these, never the raw text.

import type { ToolDefinitionFact } from "./intent.ts";

/** The tools the engine knows by meaning. Every agent's own name for a tool maps to one of these. */
export const canonicalTools = [
  "read_file",
  "write_file",
  "delete_file",
  "list_files",
  "search_files",
  "execute_command",
  "fetch_url",
  "search_web",
  "delegate",
  "other",
] as const;
export type CanonicalTool = (typeof canonicalTools)[number];

export const effects = [
  "read",
  "write",
  "delete",
  "execute",
  "network",
  "privilege",
  "persistence",
  "credential",
  // Presses keys, clicks or answers notifications for the user.
  "control",
  // Asks to run without a sandbox, permissions or questions.
  "unprotected",
] as const;
export type Effect = (typeof effects)[number];

/** "unknown" is a place that only the running shell knows (`$DIR/x`, or a relative path when no folder is given). */
export const zones = ["workspace", "temporary", "home", "system", "secrets", "gatehouse", "other", "unknown"] as const;
export type Zone = (typeof zones)[number];

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface RedirectFact {
  /** The operator as written: `>`, `>>`, `<`, `2>`, `&>`, `<<<` … */
  readonly operator: string;
  readonly target: string;
}

export interface OptionFact {
  /** The name in the program's definition, whichever spelling was used: `-f` and `--forc` are "--force". */
  readonly name: string;
  readonly value?: string;
}

/** One simple command, wherever it stood: in a pipeline, a substitution, a wrapper, a string given to `bash -c`. */
export interface CommandFact {
  /** The program's base name with wrappers taken off, in lower case where the spelling only hides it; "" when it cannot be told. */
  readonly program: string;
  /** The arguments with quoting taken off. A part that only the shell can know stays as written (`$HOME/x`, `$(date)`). */
  readonly arguments: readonly string[];
  /** The subcommand as the program reads it, nested ones joined by a space: "push", "remote set-url". Empty when there is none. */
  readonly subcommand: string;
  /** Its options, in order. */
  readonly options: readonly OptionFact[];
  /** What is neither option, value of an option nor subcommand. Of an unknown program, values are among them. */
  readonly operands: readonly string[];
  /** The text of this command as it stood. */
  readonly text: string;
  /** Where it stands in the original command line, when it stands there literally. */
  readonly span?: Span;
  /** How it was reached, outermost first: "sudo", "env", "bash -c", "xargs", "find -exec", "$()", "eval", "base64" … */
  readonly wrappers: readonly string[];
  /** Commands that feed each other share a pipeline number; position counts from 0 on the left. */
  readonly pipeline: number;
  readonly position: number;
  readonly redirects: readonly RedirectFact[];
  readonly assignments: Readonly<Record<string, string>>;
  /** No definition describes the program: what it does with its arguments is a guess. */
  readonly unknown?: true;
  /** The program, or an argument that decides what it does, is only known when it runs. */
  readonly dynamic: boolean;
  /** Text handed to it on standard input by a heredoc, a here-string or a literal `echo` or `printf` before it in the pipeline. */
  readonly input?: string;
  /** Index in `commands` of the command it stands inside or is run by: `bash` for the curl of `bash -c "$(curl …)"`. */
  readonly parent?: number;
  /** The shell function whose body it stands in. A fork bomb is a function that runs itself. */
  readonly function?: string;
  /** Started with `&`. */
  readonly background?: boolean;
}

export interface PathFact {
  /**
   * Absolute and normalised: `~`, `..` and symbolic links resolved, `/` between its parts on every platform, lower case
   * where the disk ignores case. In zone "unknown" it stays as written.
   */
  readonly path: string;
  /** As the agent wrote it. */
  readonly given: string;
  readonly zone: Zone;
  readonly access: "read" | "write" | "delete" | "execute";
  /** True when it is a pattern (`*.ts`); path is then its fixed part. */
  readonly pattern: boolean;
  /** True when access covers everything below it (`rm -r`, `chmod -R`). */
  readonly recursive: boolean;
}

export interface HostFact {
  /** Lower case, no trailing dot, IDNA in ASCII form. Numbers in any spelling are given as the dotted address. */
  readonly host: string;
  readonly port?: number;
  readonly scheme?: string;
  readonly url?: string;
  /** Loopback, private and link-local addresses are local. */
  readonly local: boolean;
  /** "download" brings data in, "upload" sends data out, "connect" is both or unknown. */
  readonly direction: "download" | "upload" | "connect";
}

/** Something that was found to be a secret; the value itself is never kept. */
export interface SecretFact {
  /** "private_key", "aws_access_key", "github_token", "password" … */
  readonly kind: string;
  /** JSON path of the member it was found in. */
  readonly where: string;
}

/** Why a part of the call could not be looked into. Never quietly low risk. */
export interface UninspectedFact {
  readonly part: string;
  readonly why: "syntax" | "dynamic" | "depth" | "size" | "encoded" | "binary" | "language";
}

/** A piece of program text handed to an interpreter (`python -c`, `node -e`, `perl -e`, SQL …). */
export interface CodeFact {
  readonly language: string;
  readonly text: string;
  /** Index in `commands` of the interpreter that runs it, if a command does. */
  readonly command?: number;
}

/** A place that the call fills with files it does not name: from another machine, or from an archive, wherever that came from. */
export interface ArrivalFact {
  /** The file, or the folder it lies in, as in PathFact. */
  readonly path: string;
  readonly from: "network" | "archive";
}

/** A program that the call makes of source code. */
export interface BuildFact {
  /** The program, as in PathFact; "/folder/" where only the folder of the programs is known. */
  readonly path: string;
  /** As the agent wrote it. */
  readonly given: string;
  /** The files it is made of, or the folders they lie in. */
  readonly from: readonly string[];
  /** Of these, what lies in a place for scratch files and is not written by the call. Absent when there is nothing. */
  readonly unseen?: readonly string[];
}

/** What a text that the call writes to a file would do when it is run. Nothing of this happens by the call itself. */
export type WrittenFacts = Pick<Facts, "commands" | "code" | "paths" | "hosts" | "effects" | "uninspected">;

/**
 * What a file is, by its path, name and content.
 * - `self-running`: something runs it without being asked: a hook, CI, a build, a package script, a start-up file, an editor task.
 * - `runnable`: a script that somebody has to run.
 * - `infrastructure`: says what runs elsewhere, and with which rights.
 * - `instructions`: tells agents what to do.
 */
export const fileKinds = [
  "self-running",
  "runnable",
  "infrastructure",
  "instructions",
  "configuration",
  "source",
  "data",
  "prose",
] as const;
export type FileKind = (typeof fileKinds)[number];

/** What makes a file's commands run: "run" is a person or an agent that asks for it, "import" another program. */
export const fileTriggers = [
  "agent",
  "build",
  "ci",
  "git",
  "import",
  "install",
  "login",
  "open",
  "run",
  "schedule",
  "start",
  "test",
] as const;
export type FileTrigger = (typeof fileTriggers)[number];

/** A setting under the name that all tools share here: "package-source", "privileged", "auto-approve" … */
export interface SettingFact {
  readonly name: string;
  readonly value: string;
}

/** Commands of a file that run together, in one context. */
export interface StepFact extends WrittenFacts {
  readonly trigger: FileTrigger;
  /** They run on another machine or in a container: paths there are not paths here. */
  readonly elsewhere: boolean;
  /** Names of the secrets they are given; "*" is all there are. */
  readonly secrets: readonly string[];
  /** The user they run as, where the file says so. */
  readonly user?: string;
  /** "shell", or what the interpreter speaks. */
  readonly language: string;
  /** Their text, as a shell or an interpreter gets it. */
  readonly text: string;
}

/** A file that the call writes. Nothing of it happens by the call itself. */
export interface FileFact {
  /** As the agent wrote it. */
  readonly path: string;
  /** As in PathFact. */
  readonly place: string;
  readonly kind: FileKind;
  /** What it is exactly: "github-workflow", "dockerfile", "python" … */
  readonly form: string;
  readonly steps: readonly StepFact[];
  readonly settings: readonly SettingFact[];
  /** Text that an agent will read as instructions. */
  readonly prose?: string;
  /** Set when the call shows all that the file will hold. */
  readonly whole?: true;
}

/** The file, and of it the step, that facts are about when a rule looks into what is written. */
export interface FileContext extends Pick<FileFact, "path" | "kind" | "form" | "settings"> {
  readonly trigger: FileTrigger | "";
  readonly elsewhere: boolean;
  readonly secrets: readonly string[];
  readonly user: string;
}

export const nothingDone: WrittenFacts = {
  commands: [],
  code: [],
  paths: [],
  hosts: [],
  effects: [],
  uninspected: [],
};

/** Something that leaves the machine on purpose. */
export interface EgressFact {
  /** "project" is all of it or its history, "file" a part of it, "home" something else of the user's. */
  readonly what: "secret" | "home" | "project" | "file" | "unknown";
  /** A place everybody can read, what customers use, a registry of packages, people, or another host. */
  readonly to: "public" | "production" | "registry" | "people" | "host";
  /** Where to, as the command names it. */
  readonly destination: string;
  /** A remote that the project already had. */
  readonly known: boolean;
}

/** What a tool does that has no command line, in one word each. */
export const toolVerbs = [
  "read",
  "create",
  "change",
  "delete",
  "send",
  "publish",
  "grant",
  "pay",
  "run",
  "schedule",
  "remember",
] as const;
export type ToolVerb = (typeof toolVerbs)[number];

/** What it does that to. "scrap" is what nobody misses: drafts, labels, tabs. */
export const toolObjects = [
  "money",
  "people",
  "permission",
  "secret",
  "protection",
  "message",
  "mail",
  "publication",
  "repository",
  "data",
  "infrastructure",
  "memory",
  "schedule",
  "scrap",
  "request",
  "screen",
] as const;
export type ToolObject = (typeof toolObjects)[number];

/** How far it goes: this machine, a service outside, what customers use, or everybody. */
export type ToolReach = "local" | "outside" | "production" | "everybody";

export interface ToolAction {
  /** "" where its name does not say. */
  readonly verb: ToolVerb | "";
  readonly object: ToolObject | "";
  readonly reach: ToolReach;
  /** Its server says that it destroys something. */
  readonly destructive?: true;
}

export interface Facts {
  readonly tool: CanonicalTool;
  /** The tool's name as the agent gave it. */
  readonly givenTool: string;
  /** One line that says what it is, where it is no tool call: a message, a text that was retrieved. */
  readonly title?: string;
  /** The MCP server that provides the tool, if its definition or its name says so. */
  readonly server?: string;
  /** What a tool without a command line does, by its name, its arguments and what its server says. Absent where nothing is said. */
  readonly action?: ToolAction;
  /** How the server describes the tool, where a gateway has seen it. */
  readonly definition?: Omit<ToolDefinitionFact, "server">;
  /** The whole command line when the tool runs one, with the environment and the input that other arguments give it. */
  readonly command?: string;
  readonly commands: readonly CommandFact[];
  readonly code: readonly CodeFact[];
  readonly paths: readonly PathFact[];
  readonly hosts: readonly HostFact[];
  /** A part of the call reaches the network and names no host, as `git pull` does, whatever the others name. */
  readonly unnamedHost?: true;
  readonly effects: readonly Effect[];
  readonly secrets: readonly SecretFact[];
  /** Arguments that ask to run without protection, by JSON path. Absent when there are none. */
  readonly unprotected?: readonly string[];
  readonly uninspected: readonly UninspectedFact[];
  /** What leaves the machine by programs that are made for it. Absent when nothing does. */
  readonly egress?: readonly EgressFact[];
  /** Absent when there are none. */
  readonly arrivals?: readonly ArrivalFact[];
  /** Programs that the call makes and nothing else in it writes. Absent when there are none. */
  readonly builds?: readonly BuildFact[];
  /** Text that would be written, and its size in UTF-8 bytes. */
  readonly content?: string;
  readonly contentBytes?: number;
  /** Set when that is all the file will hold: what an edit or an addition leaves of it is not in this call. */
  readonly wholeFile?: true;
  /** What the written files would do when they are run, all together. Absent when nothing in them can run. */
  readonly written?: WrittenFacts;
  /** The files it writes whose content it shows. Absent when there are none. */
  readonly files?: readonly FileFact[];
  /** Set when these facts are about a part of a file that is written, never about a call. */
  readonly file?: FileContext;
  readonly workingDirectory?: string;
  /** The folder it starts in, when an argument names another than the working directory. */
  readonly startsIn?: string;
  readonly workspace?: string;
}
