// The public face of proof/: signing, checking and proving the ledger. Other directories import from here.
export { checkChain } from "./check-chain.ts";
export { readCheckpointFile, readPublicKeyFile, writeCheckpointFile } from "./checkpoint-file.ts";
export { checkCheckpointFile, type CheckpointFileProblem } from "./checkpoint-file-check.ts";
export { endDigest, readEndRecord, sealStateDigest } from "./end-record.ts";
export { type ConsoleKey, openConsoleKey, readConsoleKey } from "./keys.ts";
export { type End, findEnd, findSignedTree, findStart, lastCheckpoint } from "./ledger-range.ts";
export { createFrontier, foldPeaks, type Frontier } from "./merkle.ts";
export { proveEntry } from "./prove.ts";
export { type CheckpointStatement, parseStatement, type Signed, signStatement, statementText } from "./statements.ts";
export { verifyHelpers } from "./verify-helpers.ts";
export { verifyLedger, type VerifyReport } from "./verify.ts";
