// The TypeScript client for agents: ask Gatehouse before acting, report afterwards.
export { type ClientOptions, connect, type GatehouseClient, type ReportDetails } from "./client.ts";
export type { Decision } from "./decision.ts";
export { DeniedError, GatehouseError, UnreachableError } from "./errors.ts";
export type { Guard, GuardContext, Permit } from "./guard.ts";
export type { IntentRequest } from "./intents.ts";
export type { Registration } from "./line.ts";
export type { DirectiveNotice, Policy, Revocation } from "./notices.ts";
