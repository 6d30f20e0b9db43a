// Migration 4: the head also says how far the head file had come, so that one that is taken away or put back is noticed.
import type { Migration } from "../migrations.ts";

export const anchoredInHead: Migration = {
  version: 4,
  title: "the head file in the head",
  // None until the file is written: a ledger of an earlier version knows nothing about it.
  sql: "ALTER TABLE head ADD COLUMN anchored INTEGER;",
};
