// The index's thread: brings the search index up to date with the ledger, at a lower priority than answering and recording.
import { hostWorker } from "../../workers/worker-host.ts";
import { indexProtocol } from "./messages.ts";
import { createIndexing } from "./indexing.ts";
import { belowAnswers, lowerPriority } from "../thread-priority.ts";

const host = hostWorker(indexProtocol);
lowerPriority(belowAnswers);
const indexing = createIndexing(host.data.directory, host.data.opening, host.emit);

host.serve({
  answers: {},
  command: (command) => (command.type === "look" ? indexing.look() : indexing.opened(command.opening)),
  close: indexing.finish,
});
