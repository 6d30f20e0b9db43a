// Extract: every row as the numbers of its features, by the very code that scores calls later. Python only learns from them.
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { normalise } from "../../src/main/engine/normalise/index.ts";
import { assessText, textHeuristics } from "../../src/main/engine/risk/text.ts";
import { severity } from "../../src/main/engine/risk/bands.ts";
import { featureOf } from "../../src/main/model/features/bag.ts";
import { partsOf } from "../../src/main/model/features/parts.ts";
import { readRows, type Row } from "../eval/rows.ts";
import { assess, riskRules, world } from "../eval/scorers.ts";
import { dressed, hiddenAttack, honestScript } from "./augment.ts";
import { goldenCommands, goldenTexts } from "./golden.ts";
import { madeAttacks, madeEveryday } from "./made-commands.ts";
import { madeDocument, madeRequest } from "./made-documents.ts";
import { madeHonest, madeInjection, madeJailbreak } from "./made-texts.ts";
import { packageRows } from "./package-rows.ts";
import { createRandom } from "../../scripts/random.ts";

const project = "/home/user/project";
const modules = join(import.meta.dirname, "../../node_modules");

export interface DataFiles {
  readonly train: string;
  readonly dev: string;
}

type Plain = Pick<Row, "source" | "kind" | "risky" | "tool" | "arguments" | "text" | "flagged" | "weak" | "posix">;

function encode(row: Plain, split: "train" | "dev" | "golden"): string {
  const about = {
    split,
    source: row.source,
    kind: row.kind === "text" ? "text" : "call",
    label: row.risky ? 1 : 0,
    flagged: row.flagged,
    weak: row.weak,
    posix: row.posix ?? true,
  };
  if (row.kind === "text") {
    const text = row.text ?? "";
    const parts = partsOf({ kind: "text", text, origin: "foreign" }).map((names) => names.map(featureOf));
    return JSON.stringify({ ...about, heuristic: assessText(text).score, words: text.slice(0, 20_000), parts });
  }
  const context = { workingDirectory: project, workspace: project };
  const facts = normalise({ tool: row.tool, arguments: row.arguments, context }, world);
  const { score, findings } = assess(facts);
  const question = { kind: "call", facts, arguments: row.arguments, findings, relayed: false } as const;
  const parts = partsOf(question).map((names) => names.map(featureOf));
  const words = Object.values(row.arguments)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(" ")
    .slice(0, 20_000);
  return JSON.stringify({ ...about, heuristic: score, words, parts });
}

const command = (text: string, source: string, risky: boolean): Plain => ({
  source,
  kind: "command",
  risky,
  tool: "execute_command",
  arguments: { command: text },
  flagged: false,
  weak: false,
});

/** The examples that stand beside the heuristics: written here, so their licence is the project's. */
function ownRows(): readonly Plain[] {
  const calls = riskRules.flatMap(({ score, match, not_match: notMatch }) => [
    ...(score >= severity.suspicious ? match : []).map((example) => ({ example, risky: true })),
    ...notMatch.map((example) => ({ example, risky: false })),
  ]);
  const texts = textHeuristics.flatMap(({ match, not_match: notMatch }) => [
    ...match.map((text) => ({ text, risky: true })),
    ...notMatch.map((text) => ({ text, risky: false })),
  ]);
  return [
    ...calls.map(({ example, risky }) =>
      typeof example === "string"
        ? command(example, "own_examples", risky)
        : { ...command("", "own_examples", risky), ...example, kind: "tool" as const },
    ),
    ...texts.map(({ text, risky }) => ({ ...command("", "own_text_examples", risky), kind: "text" as const, text })),
  ];
}

function commandOf({ arguments: { command: given } }: Plain): string {
  return typeof given === "string" ? given : "";
}

function augmented(rows: readonly Plain[]): readonly Plain[] {
  const random = createRandom(20_261);
  const usable = rows.filter((row) => row.kind === "command" && commandOf(row) !== "" && commandOf(row).length < 1500);
  const honestRows = usable.filter((row) => !row.risky && !row.flagged && !/own_|made_/u.test(row.source));
  // What the heuristics would ask about is no honest filler, whatever page it stood on.
  const quiet = honestRows.filter((row) => {
    const context = { workingDirectory: project, workspace: project };
    return assess(normalise({ tool: row.tool, arguments: row.arguments, context }, world)).score < severity.medium;
  });
  const pages = quiet.filter((row) => row.source === "tldr_pages").map(commandOf);
  const agent = quiet.filter((row) => row.source.startsWith("mini_swe")).map(commandOf);
  const fixtures = usable
    .filter((row) => !row.risky && !row.flagged && /dcg|own|everyday/u.test(row.source))
    .map(commandOf);
  const made: Plain[] = [];
  for (const [source, honest, count] of [
    ["tldr_pages", pages, 6000],
    ["mini_swe_agent_gemini3", agent, 3000],
  ] as const) {
    for (let index = 0; index < count; index += 1)
      made.push(command(honestScript(honest, random), `${source}+`, false));
  }
  const both = [...pages, ...agent];
  for (const honest of fixtures) {
    made.push(command(dressed(honest, random), "hard_negatives+", false));
    made.push(command(hiddenAttack(honest, both, random), "hard_negatives+", false));
  }
  for (const row of usable.filter(({ risky, weak }) => risky && !weak)) {
    made.push(command(dressed(commandOf(row), random), `${row.source}+`, true));
    made.push(command(hiddenAttack(commandOf(row), both, random), `${row.source}+`, true));
  }
  return made;
}

function madeCommands(): readonly Plain[] {
  const random = createRandom(20_264);
  return [
    ...madeEveryday(random).map((text) => command(text, "made_everyday_commands", false)),
    ...madeAttacks(random).map((text) => command(text, "made_attack_commands", true)),
  ];
}

function madeTexts(rows: readonly Plain[]): readonly Plain[] {
  const random = createRandom(20_262);
  const text = (content: string, source: string, risky: boolean): Plain => ({
    ...command("", source, risky),
    kind: "text",
    text: content,
  });
  const carriers = rows
    .filter((row) => row.kind === "text" && !row.risky && (row.text ?? "").length > 80)
    .map((row) => row.text ?? "");
  const carrier = (): string =>
    (random.chance(0.3) ? madeHonest(random) : (carriers[random.below(carriers.length)] ?? "")).slice(0, 4000);
  // What was slipped in stands at the beginning, at the end or between two lines.
  const slipped = (document: string, request: string): string => {
    const lines = document.split("\n");
    const place = random.below(3);
    lines.splice(place === 0 ? 0 : place === 1 ? lines.length : random.below(lines.length), 0, request);
    return lines.join("\n");
  };
  return [
    ...Array.from({ length: 900 }, () => text(madeJailbreak(random), "made_jailbreaks", true)),
    ...Array.from({ length: 700 }, () => text(madeInjection(random, carrier()), "made_injections", true)),
    ...Array.from({ length: 2500 }, () => text(madeHonest(random), "made_honest_texts", false)),
    ...Array.from({ length: 1500 }, () => text(madeDocument(random), "made_documents", false)),
    ...Array.from({ length: 700 }, () =>
      text(slipped(madeDocument(random), madeRequest(random)), "made_documents_with_requests", true),
    ),
  ];
}

/** Writes one line a row. */
export async function extract(files: DataFiles, to: string, progress: (text: string) => void): Promise<void> {
  const { rows: train } = await readRows(files.train);
  const { rows: dev } = await readRows(files.dev);
  const packages = packageRows(modules);
  const given = [...train, ...packages.train, ...ownRows(), ...madeCommands()];
  const total = [...given, ...augmented(given), ...madeTexts(given)];
  const measured = [...dev, ...packages.dev];
  const golden = [
    ...goldenCommands.map((text) => command(text, "golden", false)),
    ...goldenTexts.map((text) => ({ ...command("", "golden", false), kind: "text" as const, text })),
  ];
  const out = createWriteStream(to);
  let done = 0;
  for (const [rows, split] of [
    [total, "train"],
    [measured, "dev"],
    [golden, "golden"],
  ] as const) {
    for (const row of rows) {
      if (!out.write(`${encode(row, split)}\n`)) await once(out, "drain");
      done += 1;
      if (done % 2000 === 0) progress(`${done} of ${total.length + measured.length} rows`);
    }
  }
  out.end();
  await once(out, "finish");
}

/** The licences each source's rows name. */
export async function licencesOf(files: DataFiles): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const file of Object.values(files)) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const source = /"source": ?"([^"]+)"/u.exec(line)?.[1];
      const licence = /"licence": ?"([^"]+)"/u.exec(line)?.[1];
      if (source === undefined || licence === undefined) continue;
      const known = found.get(source) ?? new Set<string>();
      found.set(source, known.add(licence));
    }
  }
  return found;
}
