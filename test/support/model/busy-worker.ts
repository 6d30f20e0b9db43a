// A model's thread on a busy machine: every batch takes far longer than an intent's budget, and the thread works all the while.
import { onnxProtocol } from "../../../src/main/model/onnx/messages.ts";
import { hostWorker } from "../../../src/main/workers/worker-host.ts";

const batchMs = 150;

hostWorker(onnxProtocol).serve({
  answers: {
    load: () => undefined,
    score: ({ rows }) => {
      const end = performance.now() + batchMs;
      while (performance.now() < end);
      return new Float32Array(rows).fill(0.5);
    },
  },
});
