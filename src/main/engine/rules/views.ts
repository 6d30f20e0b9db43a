// What an expression sees: facts, agent, session and time under the policy file's own member names, made when first read.
import {
  type CommandFact,
  type Facts,
  type FileContext,
  type HostFact,
  nothingDone,
  type WrittenFacts,
} from "../../../shared/domain/facts.ts";
import { isDryRun, lineOf, settingsOf, value, values, wordsOf } from "../normalise/programs/invocation.ts";
import { cameFromNetwork } from "../sessions/downloads.ts";
import { intentsInLastMinute, requestsInLastMinute, type SessionView } from "../sessions/sessions.ts";
import { rememberedItems, type Seen, seenOn } from "../sessions/trail.ts";
import type { AgentView, PolicyInput } from "./input.ts";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** A value with named members: the expression library tells types apart by constructor. */
// oxlint-disable-next-line typescript/no-extraneous-class -- the constructor is the type
class Members {
  constructor(members: object) {
    Object.assign(this, members);
  }
}
export class Redirect extends Members {}
export class Code extends Members {}
export class Path extends Members {}
export class Host extends Members {}
export class Secret extends Members {}
export class Egress extends Members {}
export class Uninspected extends Members {}
export class Action extends Members {}
export class Setting extends Members {}
export class File extends Members {}
export class Agent extends Members {}
export class Time extends Members {}

export class Command {
  readonly #fact: CommandFact;
  #redirects: readonly Redirect[] | undefined;
  #options: readonly string[] | undefined;
  #settings: readonly string[] | undefined;
  #words: readonly string[] | undefined;
  constructor(fact: CommandFact) {
    this.#fact = fact;
  }
  /** The value of the first option of this name that has one; "" when there is none. */
  valueOf(name: string): string {
    return value(this.#fact, name) ?? "";
  }
  valuesOf(name: string): readonly string[] {
    return values(this.#fact, name);
  }
  /** The operand at this place, from the end when it is negative; "" when there is none. */
  operandAt(place: number): string {
    return this.#fact.operands.at(place) ?? "";
  }
  get program() {
    return this.#fact.program;
  }
  get arguments() {
    return this.#fact.arguments;
  }
  get subcommand() {
    return this.#fact.subcommand;
  }
  /** The names alone; `option(name)` gives the value of one. */
  get options() {
    return (this.#options ??= this.#fact.options.map(({ name }) => name));
  }
  get operands() {
    return this.#fact.operands;
  }
  /** The values of options, and the operands. */
  get settings() {
    return (this.#settings ??= settingsOf(this.#fact));
  }
  /** The words of the subcommand, and the operands. */
  get words() {
    return (this.#words ??= wordsOf(this.#fact));
  }
  /** The arguments as one line. */
  get line() {
    return lineOf(this.#fact);
  }
  /** It asks for help, a version or a rehearsal: it changes nothing. */
  get dry_run() {
    return isDryRun(this.#fact);
  }
  get text() {
    return this.#fact.text;
  }
  get wrappers() {
    return this.#fact.wrappers;
  }
  get pipeline() {
    return BigInt(this.#fact.pipeline);
  }
  get position() {
    return BigInt(this.#fact.position);
  }
  get redirects() {
    return (this.#redirects ??= this.#fact.redirects.map((redirect) => new Redirect(redirect)));
  }
  get assignments() {
    return this.#fact.assignments;
  }
  get dynamic() {
    return this.#fact.dynamic;
  }
  get input() {
    return this.#fact.input ?? "";
  }
  get function() {
    return this.#fact.function ?? "";
  }
  get background() {
    return this.#fact.background ?? false;
  }
}

/** What a call does, or what a script that it writes would do. */
class Actions {
  readonly #actions: WrittenFacts;
  #commands: readonly Command[] | undefined;
  #programs: readonly string[] | undefined;
  #paths: readonly Path[] | undefined;
  #hosts: readonly Host[] | undefined;
  #code: readonly Code[] | undefined;
  #uninspected: readonly Uninspected[] | undefined;
  constructor(actions: WrittenFacts) {
    this.#actions = actions;
  }
  get commands() {
    return (this.#commands ??= this.#actions.commands.map((command) => new Command(command)));
  }
  get programs() {
    return (this.#programs ??= this.#actions.commands.map((command) => command.program));
  }
  get code() {
    return (this.#code ??= this.#actions.code.map((code) => new Code(code)));
  }
  get paths() {
    return (this.#paths ??= this.#actions.paths.map((path) => new Path(path)));
  }
  get hosts() {
    return (this.#hosts ??= this.#actions.hosts.map(hostView));
  }
  get effects() {
    return this.#actions.effects;
  }
  get uninspected() {
    return (this.#uninspected ??= this.#actions.uninspected.map((part) => new Uninspected(part)));
  }
}

export class Written extends Actions {}

export class FactsView extends Actions {
  readonly #facts: Facts;
  #secrets: readonly Secret[] | undefined;
  #action: Action | undefined;
  #written: Written | undefined;
  #file: File | undefined;
  constructor(facts: Facts) {
    super(facts);
    this.#facts = facts;
  }
  get tool() {
    return this.#facts.tool;
  }
  get given_tool() {
    return this.#facts.givenTool;
  }
  get server() {
    return this.#facts.server ?? "";
  }
  /** Each member is "" where the tool's name does not say it, and for commands. */
  get action() {
    const { verb = "", object = "", reach = "", destructive = false } = this.#facts.action ?? {};
    return (this.#action ??= new Action({ verb, object, reach, destructive }));
  }
  get description() {
    return this.#facts.definition?.description ?? "";
  }
  get annotations() {
    return this.#facts.definition?.annotations ?? [];
  }
  get command() {
    return this.#facts.command ?? "";
  }
  get secrets() {
    return (this.#secrets ??= this.#facts.secrets.map((secret) => new Secret(secret)));
  }
  get egress() {
    return (this.#facts.egress ?? []).map((fact) => new Egress(fact));
  }
  /** The programs it makes of source code of the project, or that it shows; "/folder/" where their names are not known. */
  get builds() {
    return (this.#facts.builds ?? []).flatMap(({ path, unseen }) => (unseen === undefined ? path : []));
  }
  get content() {
    return this.#facts.content ?? "";
  }
  get content_bytes() {
    return BigInt(this.#facts.contentBytes ?? 0);
  }
  get written() {
    return (this.#written ??= new Written(this.#facts.written ?? nothingDone));
  }
  /** The part of a written file that these facts are about; its kind is "" where they are about the call itself. */
  get file() {
    return (this.#file ??= fileView(this.#facts.file));
  }
  get working_directory() {
    return this.#facts.startsIn ?? this.#facts.workingDirectory ?? "";
  }
  get workspace() {
    return this.#facts.workspace ?? "";
  }
}

function fileView(file: FileContext | undefined): File {
  return new File({
    kind: file?.kind ?? "",
    form: file?.form ?? "",
    trigger: file?.trigger ?? "",
    elsewhere: file?.elsewhere ?? false,
    secrets: file?.secrets ?? [],
    user: file?.user ?? "",
    settings: (file?.settings ?? []).map((setting) => new Setting(setting)),
  });
}

function hostView(host: HostFact): Host {
  return new Host({ ...host, port: BigInt(host.port ?? 0), scheme: host.scheme ?? "", url: host.url ?? "" });
}

export class Session {
  readonly #session: SessionView;
  readonly #now: number;
  readonly #facts: Facts;
  #read: readonly string[] | undefined;
  #written: readonly string[] | undefined;
  #downloaded: readonly string[] | undefined;
  #hosts: readonly string[] | undefined;
  constructor(session: SessionView, now: number, facts: Facts) {
    this.#session = session;
    this.#now = now;
    this.#facts = facts;
  }
  get started_at() {
    return new Date(this.#session.startedAt);
  }
  get minutes() {
    return BigInt(Math.max(0, Math.floor((this.#now - this.#session.startedAt) / 60_000)));
  }
  get intents() {
    return BigInt(this.#session.intents);
  }
  get denied() {
    return BigInt(this.#session.denied);
  }
  get intents_last_minute() {
    return BigInt(intentsInLastMinute(this.#session, this.#now));
  }
  get requests_last_minute() {
    return BigInt(requestsInLastMinute(this.#session, this.#now));
  }
  get read() {
    return (this.#read ??= valuesOf(seenOn(this.#session.read, rememberedItems)));
  }
  get written() {
    return (this.#written ??= valuesOf(seenOn(this.#session.written, rememberedItems)));
  }
  get downloaded() {
    return (this.#downloaded ??= downloadsOf(this.#session, this.#facts));
  }
  get hosts() {
    return (this.#hosts ??= valuesOf(seenOn(this.#session.hosts, rememberedItems)));
  }
  get secret_read() {
    return (this.#session.secretReadAt ?? this.#session.unknownBefore) !== undefined;
  }
  get persistence_written() {
    return (this.#session.persistenceAt ?? this.#session.unknownBefore) !== undefined;
  }
}

/** With the files of this call that lie in a folder which came from the network: `p.path in session.downloaded` is true for them. */
function downloadsOf(session: SessionView, { paths }: Facts): readonly string[] {
  const listed = cameFromNetwork(
    session,
    paths.map(({ path }) => path),
  );
  return listed.length === 0 ? valuesOf(session.downloaded) : [...valuesOf(session.downloaded), ...listed];
}

function valuesOf(seen: readonly Seen[]): readonly string[] {
  return seen.map((item) => item.value);
}

/** The variables of a pack's rules: what is risky does not depend on who asks, or when. */
export class FactsVariables {
  readonly facts: FactsView;
  constructor(facts: Facts) {
    this.facts = new FactsView(facts);
  }
}

/** The variables of the policy's rules; each is made when the first rule of an intent reads it. */
export class Variables {
  readonly #input: PolicyInput;
  readonly #offsetMinutes: (now: number) => number;
  #facts: FactsView | undefined;
  #agent: Agent | undefined;
  #session: Session | undefined;
  #time: Time | undefined;
  constructor(input: PolicyInput, offsetMinutes: (now: number) => number) {
    this.#input = input;
    this.#offsetMinutes = offsetMinutes;
  }
  get facts() {
    return (this.#facts ??= new FactsView(this.#input.facts));
  }
  get agent() {
    return (this.#agent ??= agentView(this.#input.agent));
  }
  get session() {
    return (this.#session ??= new Session(this.#input.session, this.#input.now, this.#input.facts));
  }
  get time() {
    return (this.#time ??= timeView(this.#input.now, this.#offsetMinutes(this.#input.now)));
  }
}

function agentView(agent: AgentView): Agent {
  return new Agent({
    did: agent.did,
    name: agent.name,
    registered: agent.requested !== undefined,
    requested: agent.requested ?? [],
  });
}

function timeView(now: number, offsetMinutes: number): Time {
  const local = new Date(now + offsetMinutes * 60_000);
  return new Time({
    now: new Date(now),
    hour: BigInt(local.getUTCHours()),
    minute: BigInt(local.getUTCMinutes()),
    weekday: weekdays[local.getUTCDay()] ?? "sunday",
  });
}
