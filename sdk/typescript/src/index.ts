// The TypeScript client for agents: ask Gatehouse before acting, report afterwards.
export {
  type Acknowledgement,
  type AwaitOptions,
  type CallOptions,
  GovernanceClient,
  type Heartbeat,
  type ReportDetails,
} from "./client.ts";
export {
  AnswerTimeoutError,
  DeniedError,
  GovernanceError,
  OverloadedError,
  RefusedError,
  UnreachableError,
} from "./errors.ts";
export type { DelegateRequest, Delegation, EscalationContext } from "./extensions.ts";
export type { Governed, Permit } from "./governed.ts";
export type { IntentContext, IntentRequest } from "./intents.ts";
export type { ClientOptions } from "./line.ts";
export type { DirectiveNotice, Policy, Quota, QuotaLimit, Revocation } from "./notices.ts";
export type { Registration } from "./session.ts";
export type { Verdict } from "./verdict.ts";
