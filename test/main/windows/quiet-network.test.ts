// Which addresses a page may load: our own, and nothing that only looks like them.
import { expect, test } from "vitest";
import { isOwnAddress } from "../../../src/main/windows/quiet-network.ts";

const packaged = ["app://gatehouse"];
const development = ["http://localhost:5173"];

test.each([
  ["app://gatehouse/", packaged],
  ["app://gatehouse/assets/index.js?v=1", packaged],
  ["devtools://devtools/bundled/inspector.html", packaged],
  ["http://localhost:5173/src/main.tsx", development],
  ["ws://localhost:5173/?token=1", development],
])("%s is our own", (url, origins) => {
  expect(isOwnAddress(url, origins)).toBe(true);
});

test.each([
  ["https://redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.bdic", packaged],
  ["http://127.0.0.1:3000/health", packaged],
  ["app://gatehouse.example/", packaged],
  ["app://elsewhere/", packaged],
  ["https://gatehouse/", packaged],
  ["file:///etc/passwd", packaged],
  ["http://localhost:5173/", packaged],
  ["http://localhost:51730/", development],
  ["http://localhost:5173@example.com/", development],
  ["https://localhost:5173/", development],
  ["not an address", development],
])("%s is not", (url, origins) => {
  expect(isOwnAddress(url, origins)).toBe(false);
});
