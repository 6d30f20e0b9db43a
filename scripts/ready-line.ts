// Waits for the line with which the engine says that it listens, and where.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const readyLine = z.object({
  event: z.literal("ready"),
  http: z.string(),
  ws: z.string(),
  a2e: z.string(),
  data_dir: z.string(),
  pid: z.number(),
});

export interface ReadyLine {
  readonly http: string;
  readonly ws: string;
  readonly a2e: string;
}

function findReadyLine(output: string): ReadyLine | undefined {
  for (const line of output.split("\n")) {
    if (!line.startsWith("{")) continue;
    const parsed = readyLine.safeParse(parse(line));
    if (parsed.success) return { http: parsed.data.http, ws: parsed.data.ws, a2e: parsed.data.a2e };
  }
  return undefined;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The rest of the line has not arrived yet, or it is something else.
    return undefined;
  }
}

export async function readReadyLine(output: () => string, patience: number): Promise<ReadyLine> {
  const deadline = Date.now() + patience;
  for (;;) {
    const found = findReadyLine(output());
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`No ready line within ${patience} ms.`);
    await sleep(20);
  }
}
