// Report: how an agent says an approved action ended.

export const reportStatuses = ["SUCCESS", "FAILURE", "TIMEOUT", "ABORTED"] as const;
export type ReportStatus = (typeof reportStatuses)[number];
