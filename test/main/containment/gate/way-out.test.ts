// Which hosts and addresses a run may reach: names by the rules, addresses by what they lead to.
import { expect, test } from "vitest";
import { authorityOf } from "../../../../src/main/containment/gate/proxy.ts";
import { addressRefusal, hostAnswer, isPrivate } from "../../../../src/main/containment/gate/rules.ts";
import { createTraffic } from "../../../../src/main/containment/gate/traffic.ts";
import { createWaysOut } from "../../../../src/main/containment/gate/way-out.ts";
import { noRules } from "./support.ts";

test.each([
  ["127.0.0.1", true],
  ["10.1.2.3", true],
  ["172.31.0.1", true],
  ["172.32.0.1", false],
  ["192.168.1.1", true],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["::1", true],
  ["fe80::1", true],
  ["fd00::1", true],
  ["::ffff:10.0.0.1", true],
  ["64:ff9b::127.0.0.1", true],
  ["2002:7f00:1::", true],
  ["93.184.216.34", false],
  ["2606:2800:220:1::1", false],
])("%s is private: %s", (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});

test("blocked beats everything, a list of the policy is the whole list, registries need none", () => {
  const rules = {
    ...noRules,
    registries: ["registry.npmjs.org"],
    model: ["api.anthropic.com"],
    blocked: ["*.bad.test"],
  };
  const answer = (host: string, more = {}) => hostAnswer({ ...rules, ...more }, host, 443);
  expect(answer("registry.npmjs.org")).toEqual({ kind: "allow" });
  expect(answer("api.anthropic.com")).toEqual({ kind: "allow" });
  expect(answer("x.bad.test")).toEqual({ kind: "refuse", reason: "blocked" });
  expect(answer("other.test")).toEqual({ kind: "ask" });
  expect(answer("other.test", { network: "open" })).toEqual({ kind: "allow" });
  expect(answer("other.test", { allowed: ["listed.test"] })).toEqual({ kind: "refuse", reason: "not_listed" });
  expect(answer("registry.npmjs.org", { allowed: ["listed.test"] })).toEqual({ kind: "refuse", reason: "not_listed" });
  expect(answer("api.anthropic.com", { allowed: ["listed.test"] })).toEqual({ kind: "allow" });
  expect(answer("api.anthropic.com", { blocked: ["api.anthropic.com"] })).toEqual({
    kind: "refuse",
    reason: "blocked",
  });
  expect(answer("telemetry.test", { unneeded: ["telemetry.test"] })).toEqual({ kind: "refuse", reason: "unneeded" });
});

test.each(["localhost", "app.localhost", "printer", "nas.local", "metadata.google.internal"])(
  "%s leads inside by its name: refused without a question unless it is listed",
  (host) => {
    expect(hostAnswer(noRules, host, 80)).toEqual({ kind: "refuse", reason: "local" });
    expect(hostAnswer({ ...noRules, network: "open" }, host, 80)).toEqual({ kind: "refuse", reason: "local" });
    expect(hostAnswer({ ...noRules, local: [`${host}:80`] }, host, 80)).toEqual({ kind: "allow" });
    expect(hostAnswer({ ...noRules, allowed: [host] }, host, 80)).toEqual({ kind: "allow" });
  },
);

test("a private address must be listed outright; a wildcard is not enough", () => {
  expect(addressRefusal(noRules, "intranet.test", 443, "10.0.0.5")).toBe("local");
  expect(addressRefusal({ ...noRules, allowed: ["*.test"] }, "intranet.test", 443, "10.0.0.5")).toBe("local");
  expect(addressRefusal({ ...noRules, local: ["intranet.test"] }, "intranet.test", 443, "10.0.0.5")).toBeUndefined();
  expect(addressRefusal({ ...noRules, local: ["intranet.test:22"] }, "intranet.test", 443, "10.0.0.5")).toBe("local");
  expect(addressRefusal(noRules, "example.org", 443, "93.184.216.34")).toBeUndefined();
});

test("a name that leads inside is refused although a human allowed it, also when only one of its addresses does", async () => {
  const refused: string[] = [];
  const ways = createWaysOut({
    rules: () => noRules,
    ask: () => Promise.resolve({ allowed: true, holdsMs: 60_000 }),
    refused: (host, port, reason) => void refused.push(`${host}:${port} ${reason}`),
    traffic: createTraffic(),
    resolve: () => Promise.resolve(["93.184.216.34", "127.0.0.1"]),
  });
  expect(await ways.to("rebinding.test", 443)).toEqual({ kind: "refused", refusal: "local" });
  expect(refused).toEqual(["rebinding.test:443 local"]);
});

test.each(["host", "host:", ":1", "host:0", "host:65536", "a b:1", "0x7f.1:80", "1:80", "user@host:1", "host:1/x"])(
  "%s is no address of a tunnel",
  (text) => expect(authorityOf(text)).toBeUndefined(),
);

test("the spelling of a host does not matter", () => {
  expect(authorityOf("Example.ORG.:443")).toEqual({ host: "example.org", port: 443 });
  expect(authorityOf("[::1]:22")).toEqual({ host: "::1", port: 22 });
});
