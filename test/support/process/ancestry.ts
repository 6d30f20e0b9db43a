// Whether whoever runs these tests could act as the operator at all: not when an agent runs them.
import { operatorLineage } from "../../../src/main/peer/operator-lineage.ts";
import { createProcessTable } from "../../../src/main/peer/process-table.ts";
import { operatorRefusal } from "../../../src/shared/local/operator-access.ts";

const table = createProcessTable();
const lineage = operatorLineage({ uid: process.getuid?.(), processes: table.lineage(process.pid) }, table);

export const runByAgent = operatorRefusal(lineage, { enginePid: -1, isAgent: () => false }) !== undefined;
