// Cron: the commands in the lines of a crontab.
import type { Carried } from "../programs/carry.ts";

const mostLines = 200;
/** Five fields or `@daily`, then a command. */
const line = /^\s*(?:@\w+|(?:[\d*,/\-A-Za-z]+\s+){4}[\d*,/\-A-Za-z]+)\s+(.+)$/u;

export function cronLines(text: string): readonly Carried[] {
  const carried: Carried[] = [];
  for (const each of text.split("\n").slice(0, mostLines)) {
    const command = line.exec(each)?.[1];
    if (command !== undefined) carried.push({ label: "crontab", shell: command, fromInput: true });
  }
  return carried;
}
