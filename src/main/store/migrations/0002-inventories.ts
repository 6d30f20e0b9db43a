// Migration 2: what agents are made of, so that a definition that changes between two starts is noticed.
import type { Migration } from "../migrations.ts";

export const inventories: Migration = {
  version: 2,
  title: "inventories of agents",
  sql: `
    CREATE TABLE inventories (
      did TEXT PRIMARY KEY,
      body TEXT NOT NULL,
      seal TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
