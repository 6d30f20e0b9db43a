// The host a tunnel's first bytes ask for: by TLS or by plain HTTP. It must be the one the tunnel was opened to.
import { longestHello, readClientHello } from "./client-hello.ts";

/** "more": too few bytes to tell. A claim without a host agrees with every name. */
export type Claim = { readonly kind: "more" } | { readonly kind: "claim"; readonly host?: string };

const noClaim: Claim = { kind: "claim" };
const requestLine = /^[A-Z]{3,10} \S{1,4096} HTTP\/1\.[01]\r\n/;
const longestHead = 16 * 1024;

export function claimedHost(bytes: Buffer): Claim {
  const hello = readClientHello(bytes);
  if (hello.kind === "more") return bytes.length > longestHello ? noClaim : hello;
  if (hello.kind === "hello")
    return hello.serverName === undefined ? noClaim : { kind: "claim", host: hello.serverName.replace(/\.$/, "") };
  return httpHost(bytes);
}

/** Only what begins like a request is waited for: other protocols may send a few bytes and then listen. */
function httpHost(bytes: Buffer): Claim {
  const text = bytes.subarray(0, longestHead).toString("latin1");
  if (!requestLine.test(text)) return noClaim;
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return bytes.length >= longestHead ? noClaim : { kind: "more" };
  const given = /\r\nhost:[ \t]*([^\r\n]*)/i.exec(text.slice(0, end))?.[1]?.trim().toLowerCase();
  return given === undefined || given === ""
    ? noClaim
    : { kind: "claim", host: given.replace(/:\d{1,5}$/, "").replace(/^\[|\]$|\.$/g, "") };
}
