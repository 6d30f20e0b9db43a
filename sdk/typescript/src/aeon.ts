// The names that the A2G document uses in its sketches, over the same client.
import type { ReportStatus } from "../../../src/shared/domain/report.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import { GovernanceClient as Client } from "./client.ts";
import type { ClientOptions } from "./line.ts";
import type { Policy } from "./notices.ts";
import type { Verdict as ClientVerdict } from "./verdict.ts";

/** A verdict with the document's spelling. */
export interface Verdict {
  readonly verdict: ClientVerdict["verdict"];
  readonly approved: boolean;
  readonly intent_id: string;
  readonly reason: string;
  readonly arguments: JsonObject;
  readonly conditions: ClientVerdict["conditions"];
  readonly manifest?: Manifest;
}

export interface Manifest {
  readonly max_memory_mb: number;
  readonly max_cpu_percent: number;
  readonly timeout_seconds: number;
  readonly network_allowed: boolean;
  readonly filesystem_scope: readonly string[];
}

export class GovernanceClient {
  readonly #client: Client;

  constructor(url?: string, options: ClientOptions = {}) {
    this.#client = new Client(url, options);
  }

  register({ agent_did, capabilities }: AgentInfo): Promise<Policy> {
    return this.#client.register({ agentDid: agent_did, ...(capabilities !== undefined && { capabilities }) });
  }

  async request_intent(intent: Intent): Promise<Verdict> {
    return verdictOf(await this.#client.requestIntent(intent));
  }

  async report(intent_id: string, { status, result }: Outcome): Promise<void> {
    const members = result === undefined ? {} : { result: isJsonObject(result) ? result : { value: result } };
    await this.#client.report(intent_id, status, members);
  }

  close(): void {
    this.#client.close();
  }
}

export interface AgentInfo {
  readonly agent_did: string;
  readonly capabilities?: readonly string[];
}

export interface Intent {
  readonly tool: string;
  readonly arguments: JsonObject;
}

export interface Outcome {
  readonly status: ReportStatus;
  readonly result?: Json;
}

function verdictOf({
  intentId,
  manifest,
  verdict,
  approved,
  reason,
  arguments: given,
  conditions,
}: ClientVerdict): Verdict {
  return {
    verdict,
    approved,
    intent_id: intentId,
    reason,
    arguments: given,
    conditions,
    ...(manifest !== undefined && {
      manifest: {
        max_memory_mb: manifest.maxMemoryMb,
        max_cpu_percent: manifest.maxCpuPercent,
        timeout_seconds: manifest.timeoutSeconds,
        network_allowed: manifest.networkAllowed,
        filesystem_scope: manifest.filesystemScope,
      },
    }),
  };
}
