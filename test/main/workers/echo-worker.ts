// A thread for the tests of the worker client.
import { setTimeout as sleep } from "node:timers/promises";
import { hostWorker } from "../../../src/main/workers/worker-host.ts";
import { echoProtocol } from "./echo-protocol.ts";

const host = hostWorker(echoProtocol);

host.serve({
  answers: {
    echo: (text) => `${host.data.prefix}${text}`,
    fail: (text) => {
      throw new Error(text);
    },
    wrong: () => 1 as never,
    late: async (milliseconds) => {
      await sleep(milliseconds);
      return "late";
    },
    count: (to, progress) => {
      for (let at = 1; at <= to; at += 1) progress(at);
      return "counted";
    },
    sum: (numbers) => numbers.reduce((total, each) => total + each, 0),
    exit: () => process.exit(1),
    crash: () => {
      setImmediate(() => {
        throw new Error("crashed");
      });
      return sleep(60_000);
    },
  },
  command: ({ text }) => host.emit({ type: "heard", text }),
  close: async () => {
    await sleep(5);
    host.emit({ type: "heard", text: "closing" });
  },
});
