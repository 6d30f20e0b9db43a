// The Merkle tree of RFC 6962 over the entries' hashes: growing it, its root, and paths through it.
import { hash } from "node:crypto";

const leafBytes = Buffer.alloc(33);
const nodeBytes = Buffer.alloc(65, 1);

// Inside, hashes are strings of 32 bytes (latin1): hex would be written and read again for every entry.
function binaryLeaf(entryHash: string): string {
  leafBytes.write(entryHash, 1, "hex");
  return hash("sha256", leafBytes, "binary");
}

function binaryNode(left: string, right: string): string {
  nodeBytes.write(left, 1, "latin1");
  nodeBytes.write(right, 33, "latin1");
  return hash("sha256", nodeBytes, "binary");
}

const toHex = (binary: string): string => Buffer.from(binary, "latin1").toString("hex");
const toBinary = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");

export function leafHash(entryHash: string): string {
  return toHex(binaryLeaf(entryHash));
}

export function nodeHash(left: string, right: string): string {
  return toHex(binaryNode(toBinary(left), toBinary(right)));
}

/** The root of a tree without leaves. */
export const emptyRoot = hash("sha256", "", "hex");

/**
 * A tree that only grows, kept as the roots of its complete subtrees from the largest to the smallest: what is needed
 * to add leaves and to know the root, in a dozen hashes.
 */
export interface Frontier {
  readonly size: () => number;
  readonly add: (entryHash: string) => void;
  readonly root: () => string;
  readonly peaks: () => readonly string[];
}

/** The peaks must be as many as the size has one bits. */
export function createFrontier(startSize = 0, startPeaks: readonly string[] = []): Frontier {
  let size = startSize;
  const peaks = startPeaks.map(toBinary);
  if (peaks.length !== oneBits(size)) throw new Error(`A tree of ${size} leaves does not have ${peaks.length} peaks.`);
  return {
    size: () => size,
    add: (entryHash) => {
      let node = binaryLeaf(entryHash);
      // Each trailing one bit of the size is a complete subtree that the new leaf completes into a larger one.
      for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) node = binaryNode(peaks.pop() ?? "", node);
      peaks.push(node);
      size += 1;
    },
    root: () => foldPeaks(peaks.map(toHex)),
    peaks: () => peaks.map(toHex),
  };
}

export function foldPeaks(peaks: readonly string[]): string {
  const last = peaks.at(-1);
  if (last === undefined) return emptyRoot;
  return peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

export function oneBits(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}

/** The largest power of two below size: where RFC 6962 splits a tree. */
export function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The audit path of RFC 6962 section 2.1.1, nearest sibling first. `rootOf` gives the hash of the leaves from start to end. */
export function auditPath(
  index: number,
  size: number,
  rootOf: (start: number, end: number) => string,
): readonly string[] {
  const path: string[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    if (index < middle) {
      path.push(rootOf(middle, end));
      end = middle;
    } else {
      path.push(rootOf(start, middle));
      start = middle;
    }
  }
  return path.reverse();
}

/** The root that an audit path leads to, or undefined when the path does not fit the size. */
export function rootFromPath(
  entryHash: string,
  index: number,
  size: number,
  path: readonly string[],
): string | undefined {
  if (index >= size) return undefined;
  let node = leafHash(entryHash);
  let position = index;
  let last = size - 1;
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (position % 2 === 1 || position === last) {
      node = nodeHash(sibling, node);
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2);
        last = Math.floor(last / 2);
      }
    } else {
      node = nodeHash(node, sibling);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? node : undefined;
}
