// Guard: each check, with what it lets in and what it refuses.
import { describe, expect, test } from "vitest";
import {
  type Access,
  bearerToken,
  checkCaller,
  checkHost,
  checkMediaType,
  checkOrigin,
  checkSize,
  isLoopback,
  trustOf,
} from "../../../src/main/server/guard.ts";
import { type Peer, unknownPeer } from "../../../src/shared/local/peer.ts";

const trust = trustOf("127.0.0.1", 3000, false);

describe("loopback", () => {
  test.each(["127.0.0.1", "127.8.9.1", "::1", "0:0:0:0:0:0:0:1"])("%s is", (address) => {
    expect(isLoopback(address)).toBe(true);
  });
  test.each(["0.0.0.0", "192.168.1.2", "::", "::2", "fe80::1", "2001:db8::1", "localhost", "127.0.0.1.evil.com", ""])(
    "%s is not",
    (address) => {
      expect(isLoopback(address)).toBe(false);
    },
  );
});

describe("host", () => {
  test.each(["127.0.0.1:3000", "localhost:3000", "LOCALHOST:3000", "[::1]:3000"])("%s is let in", (host) => {
    expect(checkHost(host, trust)).toBeNull();
  });
  test.each([
    undefined,
    "",
    "localhost",
    "127.0.0.1",
    "127.0.0.1:3001",
    "evil.com",
    "evil.com:3000",
    "localhost.evil.com:3000",
    "localhost:3000.evil.com",
    "127.0.0.1:3000@evil.com",
    "[::1]",
  ])("%s is refused", (host) => {
    expect(checkHost(host, trust)).toMatchObject({ status: 403 });
  });
  test("the default port may be left out", () => {
    expect(checkHost("localhost", trustOf("127.0.0.1", 80, false))).toBeNull();
    expect(checkHost("localhost", trustOf("127.0.0.1", 443, true))).toBeNull();
    expect(checkHost("localhost", trustOf("127.0.0.1", 443, false))).not.toBeNull();
  });
  test("an address in the network does not answer to localhost, but to the names given", () => {
    const network = trustOf("192.168.1.2", 3000, true, ["Gatehouse.lan"]);
    expect(checkHost("192.168.1.2:3000", network)).toBeNull();
    expect(checkHost("gatehouse.lan:3000", network)).toBeNull();
    expect(checkHost("localhost:3000", network)).not.toBeNull();
  });
});

describe("origin", () => {
  test.each([
    {},
    { origin: "http://127.0.0.1:3000" },
    { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("%o is let in", (headers) => {
    expect(checkOrigin(headers, trust)).toBeNull();
  });
  test.each([
    { origin: "null" },
    { origin: "" },
    { origin: "https://evil.com" },
    { origin: "https://127.0.0.1:3000" },
    { origin: "http://127.0.0.1:3001" },
    { origin: "http://127.0.0.1:3000.evil.com" },
    { origin: "file://" },
    { "sec-websocket-origin": "https://evil.com" },
    { origin: "http://127.0.0.1:3000", "sec-websocket-origin": "https://evil.com" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("%o is refused", (headers) => {
    expect(checkOrigin(headers, trust)).toMatchObject({ status: 403 });
  });
});

describe("media type", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json ; profile=x",
  ])("%s is let in", (type) => {
    expect(checkMediaType({ "content-type": type })).toBeNull();
  });
  test.each([
    undefined,
    "",
    "text/plain",
    "text/plain; application/json",
    "application/jsonp",
    "application/json-rpc",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=application/json",
    "application/json; charset=utf-16",
    "application/json; charset=latin1",
    "text/plain;application/json;charset=utf-8",
  ])("%s is refused", (type) => {
    expect(checkMediaType({ "content-type": type })).toMatchObject({ status: 415 });
  });
  test("a compressed body is refused", () => {
    expect(checkMediaType({ "content-type": "application/json", "content-encoding": "gzip" })).toMatchObject({
      status: 415,
    });
    expect(checkMediaType({ "content-type": "application/json", "content-encoding": "identity" })).toBeNull();
  });
});

test("size", () => {
  expect(checkSize(10, 10)).toBeNull();
  expect(checkSize(11, 10)).toMatchObject({ status: 413 });
  expect(checkSize(Number.NaN, 10)).toMatchObject({ status: 413 });
});

describe("token", () => {
  const owner: Peer = { uid: 1000, processes: [] };
  const open: Access = { tokens: ["right", "other"], tokenRequired: false, owner: 1000 };
  const closed: Access = { ...open, tokenRequired: true };

  test("the owner needs none unless one is required", () => {
    expect(checkCaller([], owner, open)).toBeNull();
    expect(checkCaller([], owner, closed)).toMatchObject({ status: 401 });
  });
  test.each([0, 1001, undefined])("user %s needs one", (uid) => {
    expect(checkCaller([], { uid, processes: [] }, open)).toMatchObject({
      status: 401,
      reason: expect.stringContaining("gatehouse token"),
    });
    expect(checkCaller(["right"], { uid, processes: [] }, open)).toBeNull();
  });
  test("an unknown owner is nobody", () => {
    expect(checkCaller([], unknownPeer, { ...open, owner: undefined })).toMatchObject({ status: 401 });
  });
  test.each([[["right"]], [[undefined, "right"]], [["wrong", "right"]], [["other"]]])("%o is let in", (offered) => {
    expect(checkCaller(offered, unknownPeer, closed)).toBeNull();
  });
  test.each([
    [[]],
    [[undefined]],
    [[""]],
    [["righ"]],
    [["right "]],
    [["Right"]],
    [["a much longer token than the right one"]],
  ])("%o is refused", (offered) => {
    expect(checkCaller(offered, unknownPeer, closed)).toMatchObject({ status: 401 });
  });
  test.each([
    ["Bearer abc", "abc"],
    ["bearer   abc ", "abc"],
    ["Basic abc", undefined],
    ["Bearer", undefined],
    ["Bearer a b", undefined],
    [undefined, undefined],
  ])("Authorization: %s carries %s", (authorization, token) => {
    expect(bearerToken({ authorization })).toBe(token);
  });
});
