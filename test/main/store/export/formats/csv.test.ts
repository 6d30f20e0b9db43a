// CSV: every cell comes back as it was, on any reader's terms, and none is a formula.
import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { csvText } from "../../../../../src/main/store/export/formats/csv.ts";
import type { LedgerEntry } from "../../../../../src/shared/domain/audit.ts";
import { samplePair } from "../../samples.ts";

function entry(more: Partial<LedgerEntry> = {}): LedgerEntry {
  return { ...samplePair(1)[1], sequence: 2, previousHash: "1".repeat(64), hash: "2".repeat(64), ...more };
}

/** RFC 4180, read with as little as possible in common with what wrote it. */
function parse(text: string): readonly Record<string, string>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== "") {
    const quoted = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(rest);
    const plain = quoted === null ? /^([^",\r\n]*)(,|\r\n)/.exec(rest) : null;
    const found = quoted ?? plain;
    if (found === null) throw new Error(`no cell at ${JSON.stringify(rest.slice(0, 40))}`);
    row.push((found[1] ?? "").replaceAll('""', '"'));
    if (found[2] === "\r\n") {
      rows.push(row);
      row = [];
    }
    rest = rest.slice(found[0].length);
  }
  const [heads = [], ...lines] = rows;
  return lines.map((line) => Object.fromEntries(heads.map((head, index) => [head, line[index] ?? ""])));
}

const table = (...entries: readonly LedgerEntry[]): readonly Record<string, string>[] =>
  parse([...csvText([entries])].join(""));

describe("CSV", () => {
  test("has a column for what people filter by, and the body", () => {
    const given = entry({ paths: ["/a", "/b"], hosts: ["example.org"] });
    const [line] = table(given);
    expect(line).toMatchObject({
      sequence: "2",
      time: new Date(given.at).toISOString(),
      kind: "verdict",
      agent: given.agentDid,
      verdict: "APPROVED",
      level: "LOW",
      score: "0.1",
      reason: "risk_low",
      paths: "/a; /b",
      hosts: "example.org",
      hash: given.hash,
    });
    expect(JSON.parse(line?.["body"] ?? "")).toEqual(given.body);
  });

  test("has its headings without any entry", () => {
    expect([...csvText([])].join("")).toMatch(/^sequence,time,kind,.*,hash\r\n$/);
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])("makes no formula of %j", (summary) => {
    const [line] = table(entry({ summary, tool: summary, rule: summary }));
    expect(line?.["summary"]).toBe(`'${summary}`);
    expect(line?.["tool"]).toBe(`'${summary}`);
    expect(line?.["rule"]).toBe(`'${summary}`);
  });

  test("keeps commas, quotes and line ends inside their cell", () => {
    assert(
      property(string({ unit: constantFrom(",", '"', "\n", "\r", "=", "a", " ", ";", "ü") }), (summary) => {
        const lines = table(entry({ summary }), entry({ sequence: 3 }));
        expect(lines.map((line) => line["sequence"])).toEqual(["2", "3"]);
        const cell = lines[0]?.["summary"] ?? "";
        expect(cell.replace(/^'/, "")).toBe(summary);
        expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});
