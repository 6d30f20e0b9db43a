// Quitting, step by step: asked when requests wait, once, and never in the way of a signal.
import { expect, test } from "vitest";
import { createQuit, quitQuestion } from "../../../src/main/windows/quit-steps.ts";

function quitting(waiting: number) {
  const log: string[] = [];
  const answer = Promise.withResolvers<boolean>();
  const quit = createQuit({
    waiting: async () => waiting,
    confirm: (count) => {
      log.push(`asked about ${count}`);
      return answer.promise;
    },
    stop: async () => void log.push("stopped"),
    end: () => void log.push("ended"),
  });
  return { quit, log, answer: answer.resolve, settle: () => new Promise((resolve) => setImmediate(resolve)) };
}

test("without waiting requests it quits without a question", async () => {
  const { quit, log, settle } = quitting(0);
  quit.request();
  await settle();
  expect(log).toEqual(["stopped", "ended"]);
  expect(quit.stopped()).toBe(true);
});

test("with waiting requests it asks once, and goes on running when the answer is no", async () => {
  const { quit, log, answer, settle } = quitting(3);
  quit.request();
  await settle();
  quit.request();
  answer(false);
  await settle();
  expect(log).toEqual(["asked about 3"]);
  expect(quit.underway()).toBe(false);
  quit.request();
  await settle();
  expect(log).toEqual(["asked about 3", "asked about 3"]);
});

test("when the answer is yes it stops and ends", async () => {
  const { quit, log, answer, settle } = quitting(1);
  quit.request();
  answer(true);
  await settle();
  expect(log).toEqual(["asked about 1", "stopped", "ended"]);
});

test("a signal does not wait for the answer, and ends once", async () => {
  const { quit, log, answer, settle } = quitting(2);
  quit.request();
  await settle();
  quit.force();
  quit.force();
  await settle();
  answer(true);
  await settle();
  expect(log).toEqual(["asked about 2", "stopped", "ended"]);
});

test("the question says how many wait and what quitting does to them", () => {
  expect(quitQuestion(3).message).toBe("3 requests are waiting. Quit and deny them?");
  expect(quitQuestion(1).message).toBe("1 request is waiting. Quit and deny it?");
});
