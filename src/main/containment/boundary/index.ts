// The boundary of contained runs: what the rest of Gatehouse uses of it.
export { type AfterCall, createAfterCall } from "./after-call.ts";
export { runDid, runName } from "./identity.ts";
export { type AllowedPlace, createBoundary } from "./requests.ts";
export { createRunBook } from "./run-book.ts";
export { createRunningCommands } from "./running-commands.ts";
export { createContainmentView } from "./view.ts";
