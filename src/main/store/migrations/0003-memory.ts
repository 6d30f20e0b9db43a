// Migration 3: the head also covers the saved state, so that an older row put back, or one taken out, is noticed.
import type { Migration } from "../migrations.ts";

export const memoryInHead: Migration = {
  version: 3,
  title: "memory in the head",
  // None until the next write: the seal of such a head is the one that the earlier version made.
  sql: "ALTER TABLE head ADD COLUMN memory BLOB;",
};
