// The lines in which two texts differ, for changes that are short beside what stays: the common beginning and end are left out.

/** Removed lines begin with "- ", added ones with "+ ". */
export function lineDifference(before: string, after: string): readonly string[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end).map((line) => `- ${line}`);
  const added = fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`);
  return [...removed, ...added];
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
