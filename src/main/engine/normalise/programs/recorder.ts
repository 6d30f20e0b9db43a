// Recorder: how a program definition puts what a command does on the facts.
import type { ArrivalFact, Effect, EgressFact, HostFact, Zone } from "../../../../shared/domain/facts.ts";
import { addArrival, addBuild, addHost, addPath, reachNetwork } from "../inspection.ts";
import type { Access, Frame, Inspection } from "../inspection.ts";
import { remoteHost, urlsIn } from "../places/hosts.ts";
import { limits } from "../limits.ts";
import { locate } from "../places/paths.ts";
import { looksLikePath } from "../places/path-words.ts";
import { isPattern } from "../shell/globs.ts";
import { ownInput } from "../shell/shells.ts";
import type { Kind } from "./definition.ts";

type Direction = HostFact["direction"];

/** Folders that are named for the keys in them. */
const keyFolder = /(?:^|\/)(?:certs?|keys|secrets?|private|credentials|ssl)(?:\/|\/\*)?$/u;

export class Recorder {
  readonly #inspection: Inspection;
  readonly #frame: Frame;
  /** Index of the command in the facts. */
  readonly #command: number;

  constructor(inspection: Inspection, frame: Frame, command: number) {
    this.#inspection = inspection;
    this.#frame = frame;
    this.#command = command;
  }

  /** What the command reads from standard input, when that is known. */
  get input(): string | undefined {
    return this.#frame.input;
  }

  /** Whether another command gets to read what this one prints. */
  get isPiped(): boolean {
    return this.#frame.staged || this.#frame.parent !== undefined;
  }

  reads(path: string, recursive = false): void {
    addPath(this.#inspection, path, "read", this.#frame.scope, recursive);
  }

  writes(path: string, recursive = false): void {
    addPath(this.#inspection, path, "write", this.#frame.scope, recursive);
  }

  deletes(path: string, recursive = false): void {
    addPath(this.#inspection, path, "delete", this.#frame.scope, recursive);
  }

  executes(path: string): void {
    addPath(this.#inspection, path, "execute", this.#frame.scope);
  }

  /** Only its name, size or mode matters: listing `~/.ssh` reveals no secret. */
  looksAt(path: string, recursive = false): void {
    addPath(this.#inspection, path, "read", this.#frame.scope, recursive, true);
  }

  /** Only its name, owner or mode changes, in a way that gives nobody access. */
  adjusts(path: string, recursive = false): void {
    addPath(this.#inspection, path, "write", this.#frame.scope, recursive, true);
  }

  access(path: string, access: Access, recursive = false): void {
    addPath(this.#inspection, path, access, this.#frame.scope, recursive);
  }

  effect(...effects: readonly Effect[]): void {
    for (const effect of effects) if (effect !== "network") this.#inspection.effects.add(effect);
    if (effects.includes("network")) this.network();
  }

  /** It reaches the network, whether or not a host is named. */
  network(): void {
    reachNetwork(this.#inspection);
  }

  host(fact: HostFact | undefined): void {
    addHost(this.#inspection, fact);
  }

  /** Every URL in a word. */
  urls(word: string, direction: Direction): void {
    for (const host of urlsIn(word, direction)) addHost(this.#inspection, host);
  }

  /** `user@host:path`, a URL or a host name. */
  remote(word: string, direction: Direction, strict = false): HostFact | undefined {
    const host = remoteHost(word, direction, strict);
    addHost(this.#inspection, host);
    return host;
  }

  /** Something leaves the machine; `sources` are the files, without them it is not known what. */
  leaves(to: EgressFact["to"], destination: string, sources: readonly string[] = [], known = false): void {
    const { egress, places } = this.#inspection;
    if (egress.length >= limits.arrivals) return;
    const located = sources.flatMap((path) => locate(path, this.#frame.scope.directories, this.#inspection));
    const is = (zone: Zone): boolean => located.some((each) => each.zone === zone);
    const all = sources.some((path) => !isPattern(path) || /^(?:\.\/)?\*$/u.test(path));
    const whole = all && located.some(({ path }) => path === places.workspace);
    const keys = sources.some((path) => keyFolder.test(path));
    const what =
      is("secrets") || keys
        ? "secret"
        : is("home")
          ? "home"
          : whole
            ? "project"
            : located.length > 0
              ? "file"
              : "unknown";
    egress.push({ what, to, destination, known });
  }

  /** All of the project, or its history, leaves. */
  leavesProject(to: EgressFact["to"], destination: string, known = false): void {
    const { egress } = this.#inspection;
    if (egress.length < limits.arrivals) egress.push({ what: "project", to, destination, known });
  }

  /** The remotes of the project that the call itself changed. */
  get newRemotes(): Set<string> {
    return this.#inspection.newRemotes;
  }

  /** A folder that fills with files the command does not name. */
  arrives(folder: string, from: ArrivalFact["from"]): void {
    addArrival(this.#inspection, folder, from, this.#frame.scope);
  }

  /** It makes a program of these files and folders; an output that ends with a slash is a folder of programs. */
  builds(output: string, sources: readonly string[]): void {
    if (!output.endsWith("/")) this.writes(output);
    addBuild(this.#inspection, output, sources.length === 0 ? ["."] : sources, this.#frame.scope);
  }

  /** The name of the folder the command runs in, when it is known. */
  get folderName(): string | undefined {
    const [folder] = this.#frame.scope.directories;
    return folder?.slice(folder.lastIndexOf("/") + 1);
  }

  /** Text that comes into a file, where the command says it: a part of what the file will hold. */
  writesText(path: string, text: string): void {
    const { written } = this.#inspection;
    if (text !== "" && written.length < limits.files) written.push({ path, text });
  }

  /** The text of a file, when the same command line wrote, prints or feeds it. */
  textOf(file: string): string | undefined {
    if (ownInput.test(file)) return this.#frame.input;
    const { files } = this.#inspection;
    if (file.startsWith("<(")) return files.get(file);
    const [found] = locate(file, this.#frame.scope.directories, this.#inspection);
    return found === undefined ? undefined : files.get(found.path);
  }

  /** A command line that the program hands to a shell. `piped`: it is fed something that nobody has seen. */
  runs(shell: string, wrapper: string, piped = false): void {
    if (shell.trim() === "") return;
    this.#inspection.run.shell(shell, {
      ...this.#frame,
      depth: this.#frame.depth + 1,
      wrappers: [...this.#frame.wrappers, wrapper],
      parent: this.#command,
      literal: false,
      input: undefined,
      piped,
    });
  }

  runsCode(language: string, text: string): void {
    this.#inspection.run.code(language, text, this.#command, this.#frame);
  }

  /** Something of a declared kind: an operand, or the value of an option. */
  kind(kind: Kind, value: string, program: string, recursive: boolean): void {
    switch (kind) {
      case "read":
      case "write":
      case "delete":
      case "execute":
        return addPath(this.#inspection, value, kind, this.#frame.scope, recursive);
      case "metadata":
        return this.looksAt(value, recursive);
      case "path":
        return looksLikePath(value) ? this.reads(value, recursive) : undefined;
      case "output":
        return looksLikePath(value) ? this.writes(value, recursive) : undefined;
      case "url":
        return this.urls(value, "connect");
      case "host":
        this.remote(value, "connect");
        return undefined;
      case "shell":
        return this.runs(value, program);
      case "command":
      case "text":
        return undefined;
    }
  }
}
