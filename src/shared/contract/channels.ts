// The names that cross between window and main process. No schemas here, so that the preload script stays tiny.

export const operationNames = [
  "getStatus",
  "listFeed",
  "listApprovals",
  "readApproval",
  "resolveApproval",
  "resolveApprovals",
  "previewRelease",
  "undoDecision",
  "keepWaiting",
  "letExpire",
  "listAgents",
  "listInventory",
  "decideInventory",
  "exportAgbom",
  "listExecutions",
  "cancelExecution",
  "getContainment",
  "listRuns",
  "pairAgent",
  "revokeAgent",
  "releaseAgent",
  "listGrants",
  "revokeGrant",
  "previewOverride",
  "overrideDenial",
  "disputeVerdict",
  "setHalt",
  "explain",
  "scoreRisk",
  "getPolicy",
  "savePolicy",
  "checkPolicy",
  "listRuleUse",
  "listPolicyTemplates",
  "listPolicyVersions",
  "getPolicyVersion",
  "restorePolicy",
  "startWhatIf",
  "getWhatIf",
  "cancelWhatIf",
  "listPacks",
  "checkPack",
  "addPack",
  "removePack",
  "switchPack",
  "listSuggestions",
  "acceptSuggestion",
  "undoSuggestion",
  "listConnectors",
  "planConnector",
  "applyConnector",
  "testConnector",
  "getConnection",
  "revealToken",
  "getSettings",
  "saveSettings",
  "sendTestIntent",
  "previewReach",
  "decidePast",
  "listObserved",
  "listMissed",
  "dismissMissed",
  "readTarget",
  "setMode",
  "measureActivity",
  "listActivity",
  "getEntry",
  "getStory",
  "getSession",
  "listSessions",
  "getAgentPolicy",
  "countActivity",
  "getSeries",
  "getThreats",
  "getLatency",
  "getApprovalLoad",
  "getSessionSteps",
  "getRiskPoints",
  "getToolUse",
  "getFatigue",
  "getLedger",
  "verifyLedger",
  "exportLedger",
  "cancelLedgerJob",
  "getTerminal",
  "answerConfirmation",
  "undoTerminalAction",
] as const;
export type OperationName = (typeof operationNames)[number];

export function channelOf(operation: OperationName): string {
  return `gatehouse:${operation}`;
}

/** Main to window: a batch of what happened since the last one. */
export const eventsChannel = "gatehouse:events";

/** Window to main: the last batch is dealt with, send the next. A window that is stuck is sent nothing more. */
export const eventsReadyChannel = "gatehouse:events-ready";

/** Window to main: the engine could not start, try again. */
export const startAgainChannel = "gatehouse:start-again";

/** Main to window: the human asked, from the tray or a notification, to see a request or the queue. */
export const openChannel = "gatehouse:open";

/** Main to the small window: what it shows. */
export const popoverStateChannel = "gatehouse:popover-state";

/** The small window to main: what its human wants. */
export const popoverActionChannel = "gatehouse:popover-action";

/** Window to main: about the application around the engine. */
export const desktopChannel = "gatehouse:desktop";

/** Main to window: a menu was used. */
export const commandChannel = "gatehouse:command";
