// Keeps Chromium's own networking off: no background requests, no name lookups, no proxy search, no request but to our pages.
import type { App, Session } from "electron";

/**
 * Of what Chromium does by itself, most belongs to Chrome and is not in Electron. These switches hold whatever a later version
 * brings along.
 */
const switches: readonly (readonly [name: string, value?: string])[] = [
  ["disable-background-networking"],
  ["disable-component-update"],
  ["disable-client-side-phishing-detection"],
  ["disable-domain-reliability"],
  ["disable-sync"],
  ["disable-breakpad"],
  ["disable-field-trial-config"],
  ["dns-prefetch-disable"],
  ["no-pings"],
  // Neither the system's proxy nor a search for one (WPAD asks DNS and DHCP).
  ["no-proxy-server"],
  // No host name is resolved for any caller. Development loads its page from this machine.
  ["host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE ::1"],
];

/** Must run before the application is ready. */
export function quietApp(app: Pick<App, "commandLine">): void {
  for (const [name, value] of switches) app.commandLine.appendSwitch(name, value);
}

/** Of `ownOrigins`, and over a WebSocket, is all that a page may load. */
export function quietSession(session: Session, ownOrigins: readonly string[]): void {
  // Electron fetches a dictionary for each new profile from Google, wanted or not: a profile without languages needs none.
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
  void session.setProxy({ mode: "direct" });
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isOwnAddress(url, ownOrigins) }));
}

/** Hot reload has a WebSocket to the development server; the developer tools are part of Electron. */
export function isOwnAddress(url: string, ownOrigins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  if (protocol === "devtools:") return true;
  return ownOrigins.some((origin) => {
    const own = new URL(origin);
    return host === own.host && (protocol === own.protocol || protocol === own.protocol.replace("http", "ws"));
  });
}
