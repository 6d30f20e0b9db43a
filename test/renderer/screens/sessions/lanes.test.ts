// The lanes of a session: where subagents branch off and come back.
import { expect, test } from "vitest";
import { laneOf, lanesOf } from "../../../../src/renderer/screens/sessions/picture/lanes.ts";
import { lifelikeStep, lifelikeSteps } from "../../../support/window/fake-sessions.ts";

test("a subagent branches off the step that hands work over and comes back at the next step of the main agent", () => {
  expect(lanesOf(lifelikeSteps)).toEqual([
    { subagent: undefined, type: undefined, first: 0, last: 6, row: 0, from: undefined, to: undefined },
    { subagent: "sub-1", type: "general-purpose", first: 2, last: 3, row: 1, from: 1, to: 4 },
  ]);
});

test("subagents at the same time have a row each; one that comes later takes a row that is free again", () => {
  const by = (number: number, id: string) => lifelikeStep(number, { subagent: { id } });
  const steps = [lifelikeStep(1), by(2, "a"), by(3, "b"), by(4, "a"), by(5, "b"), lifelikeStep(6), by(7, "c")];
  const lanes = lanesOf(steps);
  expect(lanes.map(({ subagent, row }) => [subagent, row])).toEqual([
    [undefined, 0],
    ["a", 1],
    ["b", 2],
    ["c", 1],
  ]);
  expect(lanes.at(-1)).toMatchObject({ from: 5, to: undefined });
  expect(laneOf(lanes, by(8, "b"))?.row).toBe(2);
});

test("without a step of the main agent, a subagent has no step to start from", () => {
  const lanes = lanesOf([lifelikeStep(1, { subagent: { id: "a" } })]);
  expect(lanes[0]).toMatchObject({ first: 0, last: -1 });
  expect(lanes[1]).toMatchObject({ from: undefined, to: undefined });
});
