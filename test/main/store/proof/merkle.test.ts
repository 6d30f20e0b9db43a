// The Merkle tree: roots and paths as RFC 6962 defines them, whichever way they are computed.
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  auditPath,
  createFrontier,
  emptyRoot,
  foldPeaks,
  leafHash,
  nodeHash,
  oneBits,
  rootFromPath,
  splitPoint,
} from "../../../../src/main/store/proof/merkle.ts";

const hashes = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => createHash("sha256").update(`${index}`).digest("hex"));

/** Section 2.1 of the RFC, word for word. */
function treeHash(leaves: readonly string[]): string {
  const [only] = leaves;
  if (only === undefined) return emptyRoot;
  if (leaves.length === 1) return leafHash(only);
  const split = splitPoint(leaves.length);
  return nodeHash(treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

describe("the tree", () => {
  test("hashes leaves and nodes with their own prefix", () => {
    const leaf = "ab".repeat(32);
    const prefixed = (prefix: number, ...parts: readonly string[]) =>
      createHash("sha256")
        .update(Buffer.concat([Buffer.from([prefix]), Buffer.from(parts.join(""), "hex")]))
        .digest("hex");
    expect(leafHash(leaf)).toBe(prefixed(0, leaf));
    expect(nodeHash(leaf, leafHash(leaf))).toBe(prefixed(1, leaf, leafHash(leaf)));
    expect(emptyRoot).toBe(createHash("sha256").digest("hex"));
  });

  test.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100])("grown leaf by leaf has the root of %i leaves", (size) => {
    const leaves = hashes(size);
    const frontier = createFrontier();
    for (const leaf of leaves) frontier.add(leaf);
    expect(frontier.root()).toBe(treeHash(leaves));
    expect(frontier.size()).toBe(size);
    expect(frontier.peaks()).toHaveLength(oneBits(size));
    expect(foldPeaks(frontier.peaks())).toBe(frontier.root());
  });

  test("goes on from its peaks", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 70 }), (first, more) => {
        const leaves = hashes(first + more);
        const begun = createFrontier();
        for (const leaf of leaves.slice(0, first)) begun.add(leaf);
        const resumed = createFrontier(first, begun.peaks());
        for (const leaf of leaves.slice(first)) resumed.add(leaf);
        expect(resumed.root()).toBe(treeHash(leaves));
      }),
    );
  });

  test("refuses peaks that do not fit its size", () => {
    expect(() => createFrontier(3, [leafHash("00")])).toThrow("does not have 1 peaks");
  });

  test("every leaf has a path to the root, and no other leaf has it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 130 }), fc.nat(), (size, choice) => {
        const leaves = hashes(size);
        const index = choice % size;
        const path = auditPath(index, size, (start, end) => treeHash(leaves.slice(start, end)));
        const root = treeHash(leaves);
        expect(rootFromPath(leaves[index] ?? "", index, size, path)).toBe(root);
        expect(rootFromPath("ff".repeat(32), index, size, path)).not.toBe(root);
        expect(rootFromPath(leaves[index] ?? "", index, size, [...path, root])).toBeUndefined();
        // A path that lacks its first step leads elsewhere, unless there was none to lack.
        const short = rootFromPath(leaves[index] ?? "", index, size, path.slice(1));
        expect(short === root).toBe(path.length === 0);
      }),
    );
  });
});
