// Migration 1: entries, their dictionary, checkpoints, stubs, and what is remembered about agents and grants.
import type { Migration } from "../migrations.ts";

export const ledgerTables: Migration = {
  version: 1,
  title: "the ledger",
  sql: `
    -- Words that repeat (an agent's DID, a tool, an outcome) stand once; entries hold their number.
    CREATE TABLE words (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    ) STRICT;

    -- One row an entry, without secondary indexes: the append that an answer waits for touches one page.
    CREATE TABLE entries (
      sequence INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      agent INTEGER,
      session INTEGER,
      tool INTEGER,
      protocol INTEGER,
      outcome INTEGER,
      level INTEGER,
      reason INTEGER,
      decider INTEGER,
      rule INTEGER,
      score REAL,
      intent TEXT,
      parent TEXT,
      paths TEXT,
      hosts TEXT,
      summary TEXT NOT NULL,
      body TEXT NOT NULL,
      hash BLOB NOT NULL,
      seal BLOB NOT NULL
    ) STRICT;

    -- Where the ledger ends, sealed: taking entries off the end shows.
    CREATE TABLE head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      sequence INTEGER NOT NULL,
      seal BLOB NOT NULL
    ) STRICT;

    -- Signed statements, as canonical JSON: the Merkle root at a size. The peaks let the tree grow on without a rescan.
    CREATE TABLE checkpoints (
      size INTEGER PRIMARY KEY,
      statement TEXT NOT NULL,
      signature TEXT NOT NULL,
      peaks TEXT NOT NULL
    ) STRICT;

    -- What stands for entries that retention removed: signed as well.
    CREATE TABLE stubs (
      size INTEGER PRIMARY KEY,
      statement TEXT NOT NULL,
      signature TEXT NOT NULL
    ) STRICT;

    CREATE TABLE agents (
      did TEXT PRIMARY KEY,
      body TEXT NOT NULL,
      seal TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE grants (
      id TEXT PRIMARY KEY,
      body TEXT NOT NULL,
      seal TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
