// The story of an intent while the index lacks the entries: a long row of ancestors costs one look at them, not one each.
import { expect, onTestFinished, test } from "vitest";
import { createEntries } from "../../../../src/main/store/read/entries.ts";
import { openReading } from "../../../../src/main/store/read/files.ts";
import { openRecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import { readStory } from "../../../../src/main/store/read/story.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { firstMoment, sampleIntentId, samplePairs } from "../samples.ts";

test("reads the entries it tells of, and no others", () => {
  const directory = temporaryDirectory();
  const writer = openRecoveringWriter({
    directory,
    checkpointEntries: 1024,
    now: firstMoment,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  writer.append(samplePairs(200).map(flatten), firstMoment);
  writer.close(firstMoment);
  const reading = openReading(directory);
  onTestFinished(() => reading.close());
  const files = reading.files();
  const entries = createEntries(files);
  let read = 0;
  const at = (sequence: number) => {
    read += 1;
    return entries.at(sequence);
  };
  const story = readStory(files, { ...entries, at }, sampleIntentId(38));
  expect(story?.entries.map(({ kind }) => kind)).toEqual(["intent", "verdict"]);
  expect(story?.ancestors.map(({ intentId }) => intentId)).toEqual(
    Array.from({ length: 38 }, (_, index) => sampleIntentId(index)),
  );
  expect(story?.children.map(({ intentId }) => intentId)).toEqual([sampleIntentId(39)]);
  // An intent and its verdict each, and the child.
  expect(read).toBe(39 * 2 + 1);
});
