// Own names: what clients on other machines may call this one by, as its certificate and its network interfaces tell.
import { X509Certificate } from "node:crypto";
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

/** Host headers without their port. */
export function ownNames(address: string, certificate: string | undefined): readonly string[] {
  if (certificate === undefined) return [];
  const listensEverywhere = address === "0.0.0.0" || address === "::";
  const addresses = listensEverywhere
    ? Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map((each) => each.address))
    : [];
  return [...certificateNames(certificate), ...addresses.map(asHost), ...(listensEverywhere ? ["localhost"] : [])];
}

/** Clients check that they reached a name the certificate has, so these are the names they use. */
function certificateNames(certificate: string): readonly string[] {
  try {
    const names = new X509Certificate(certificate).subjectAltName ?? "";
    return [...names.matchAll(/(?:^|, )(?:DNS|IP Address):([\w.:-]+)/g)].map((match) => asHost(match[1] ?? ""));
  } catch {
    // The listener itself says what is wrong with it.
    return [];
  }
}

function asHost(name: string): string {
  return isIPv6(name) ? `[${name.toLowerCase()}]` : name;
}
