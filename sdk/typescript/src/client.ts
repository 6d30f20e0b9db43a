// The client: registers an agent, asks before it acts, waits for humans, reports afterwards.
import { isJsonObject, type JsonObject } from "../../../src/shared/lib/json.ts";
import type { ReportStatus } from "../../../src/shared/domain/report.ts";
import { createDirectives } from "./directives.ts";
import { UnreachableError } from "./errors.ts";
import {
  delegateParams,
  type DelegateRequest,
  type Delegation,
  demand,
  type EscalationContext,
  readDelegation,
} from "./extensions.ts";
import { createGoverned, type Governed } from "./governed.ts";
import type { IntentRequest } from "./intents.ts";
import { type ClientOptions, openLine } from "./line.ts";
import { createListeners } from "./listeners.ts";
import {
  type DirectiveNotice,
  type Policy,
  type Quota,
  readDirective,
  readPolicy,
  readQuota,
  readRevocation,
  type Revocation,
} from "./notices.ts";
import type { Registration } from "./session.ts";
import { closedMessage } from "./transport.ts";
import type { Verdict } from "./verdict.ts";

export interface CallOptions {
  /** Ends the call; nothing is known then about what the engine did with it. */
  readonly signal?: AbortSignal;
}

export interface ReportDetails extends CallOptions {
  readonly result?: JsonObject;
  readonly metrics?: JsonObject;
}

export interface Acknowledgement {
  /** After the verdict had expired. */
  readonly late: boolean;
  /** What was reported had not been approved. */
  readonly violation: boolean;
}

export interface Heartbeat extends CallOptions {
  readonly status?: string;
  readonly load?: number;
}

export interface AwaitOptions extends CallOptions {
  /** 60 s by default. */
  readonly timeoutMs?: number;
  /** What was proposed; the verdict's arguments are these unless they were changed. */
  readonly arguments?: JsonObject;
}

type Listen<Event> = (listener: (event: Event) => void) => () => void;

/**
 * ws:, wss: and unix: keep a connection and hear from the engine; http: and https: ask each time. Without an address, the engine
 * that runs for this user is found. Nothing is opened before the first request, or connect.
 */
export class GovernanceClient {
  /** A client whose connection is open. */
  static async connect(url?: string, options: ClientOptions = {}): Promise<GovernanceClient> {
    const client = new GovernanceClient(url, options);
    const { transport } = await client.#open();
    await transport.open();
    return client;
  }

  /** A function that asks before it runs and reports afterwards; it throws DeniedError instead of running. */
  readonly governed: Governed;
  /** Each returns how to stop listening. Over HTTP nothing is heard. */
  readonly onPolicy: Listen<Policy>;
  readonly onDirective: Listen<DirectiveNotice>;
  readonly onRevoke: Listen<Revocation>;
  readonly onQuota: Listen<Quota>;

  readonly #answers = createDirectives();
  readonly #pushed: (method: string, params: JsonObject) => void;
  readonly #url: string | undefined;
  readonly #options: ClientOptions;
  #line: ReturnType<typeof openLine> | undefined;
  #closed = false;

  constructor(url?: string, options: ClientOptions = {}) {
    this.#url = url;
    this.#options = options;
    const policies = createListeners<Policy>();
    const directives = createListeners<DirectiveNotice>();
    const revocations = createListeners<Revocation>();
    const quotas = createListeners<Quota>();
    this.onPolicy = policies.listen;
    this.onDirective = directives.listen;
    this.onRevoke = revocations.listen;
    this.onQuota = quotas.listen;
    this.#pushed = (method, params) => {
      if (method === "g2a/policy") policies.tell(readPolicy(params));
      if (method === "g2a/revoke") revocations.tell(readRevocation(params));
      if (method === "g2a/quota") quotas.tell(readQuota(params));
      if (method !== "g2a/directive") return;
      this.#answers.deliver(params);
      const notice = readDirective(params);
      if (notice !== undefined) directives.tell(notice);
    };
    this.governed = createGoverned({
      requestIntent: (request) => this.requestIntent(request),
      report: (intentId, status, details) => this.report(intentId, status, details),
      onDirective: this.onDirective,
      onRevoke: this.onRevoke,
    });
  }

  async register(registration: Registration = {}, { signal }: CallOptions = {}): Promise<Policy> {
    const { session } = await this.#open();
    return readPolicy(await session.register(registration, signal));
  }

  /** The final verdict: an intent that a human must decide is waited for. */
  async requestIntent(request: IntentRequest): Promise<Verdict> {
    const { tool, arguments: proposed, ...context } = request;
    const { asker } = await this.#open();
    return asker.ask({ method: "a2g/intent", params: { tool, arguments: proposed }, proposed, context });
  }

  /** The verdict of an intent that was asked about before, as it is once it is final, or after this time. */
  async await(intentId: string, options: AwaitOptions = {}): Promise<Verdict> {
    const { timeoutMs = 60_000, arguments: proposed = {}, signal } = options;
    const { asker } = await this.#open();
    return asker.settled({ intentId, arguments: proposed }, timeoutMs, signal);
  }

  async report(intentId: string, status: ReportStatus, details: ReportDetails = {}): Promise<Acknowledgement> {
    const { signal, ...members } = details;
    const { session } = await this.#open();
    const answer = await session.send("a2g/report", { intent_id: intentId, status, ...members }, { signal });
    const { late, violation } = isJsonObject(answer) ? answer : {};
    return { late: late === true, violation: violation === true };
  }

  /** Registers a child agent that may do no more than this one. */
  async delegate(request: DelegateRequest): Promise<Delegation> {
    const { session } = await this.#open();
    demand(session, "a2g/delegate");
    return readDelegation(await session.send("a2g/delegate", delegateParams(request), { signal: request.signal }));
  }

  /** Asks a human a question of the agent's own; the verdict's reason is what they wrote. */
  async escalate(question: string, { options, ...context }: EscalationContext = {}): Promise<Verdict> {
    const { session, asker } = await this.#open();
    demand(session, "a2g/escalate");
    const params = { question, ...(options !== undefined && { options }) };
    return asker.ask({ method: "a2g/escalate", params, proposed: {}, context });
  }

  /** Sent by itself once the agent has registered. */
  async heartbeat({ signal, ...members }: Heartbeat = {}): Promise<void> {
    const { session } = await this.#open();
    await session.send("a2g/heartbeat", members, { signal, repeat: false });
  }

  close(): void {
    this.#closed = true;
    void this.#end();
  }

  async #end(): Promise<void> {
    // A line that never came about needs no end.
    const line = await this.#line?.catch(() => undefined);
    line?.session.close();
    line?.transport.close();
  }

  #open(): ReturnType<typeof openLine> {
    if (this.#closed) return Promise.reject(new UnreachableError(closedMessage));
    const events = { pushed: this.#pushed, lost: this.#answers.lost };
    this.#line ??= openLine(this.#url, this.#options, this.#answers, events).catch((error: unknown) => {
      // The engine may be there the next time.
      this.#line = undefined;
      throw error;
    });
    return this.#line;
  }
}
