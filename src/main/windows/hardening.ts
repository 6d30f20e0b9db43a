// What no page in this application may do, whichever window it is in: navigate, open windows, ask for devices, use the network.
import type { App, Session, WebContents } from "electron";
import { isWithin } from "../../shared/lib/within.ts";
import { quietApp, quietSession } from "./quiet-network.ts";

/** A page may be granted these, each for a reason; everything else is denied. */
const grantedPermissions: ReadonlySet<string> = new Set([
  "clipboard-sanitized-write", // the copy buttons write plain text after a click; reading stays denied
]);

/**
 * Whoever reaches a debugging port presses the buttons of the window. An agent could end the console and start it again with one,
 * so an installed console does not open with it.
 */
export function refusesDebugging(app: Pick<App, "isPackaged" | "commandLine">): boolean {
  const ports = ["remote-debugging-port", "remote-debugging-pipe", "remote-debugging-address"];
  return app.isPackaged && ports.some((name) => app.commandLine.hasSwitch(name));
}

/** Must run before the application is ready. */
export function hardenApp(app: App, ownOrigins: readonly string[]): void {
  // Chromium has no sandbox for root: root has to pass --no-sandbox, and with both options it does not start.
  // Every window still asks for the sandbox, so its page has no Node either way.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  quietApp(app);
  app.on("session-created", (session) => {
    hardenSession(session, ownOrigins);
    quietSession(session, ownOrigins);
  });
  app.on("web-contents-created", (_event, contents) => hardenContents(contents));
}

function hardenSession(session: Session, ownOrigins: readonly string[]): void {
  const granted = (permission: string, url: string | undefined): boolean =>
    grantedPermissions.has(permission) && url !== undefined && ownOrigins.some((origin) => isWithin(url, origin));
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(details.isMainFrame && granted(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    return details.isMainFrame && granted(permission, requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide({}));
}

function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  contents.on("will-frame-navigate", (event) => {
    // Loading the same page again, as hot reload does, leads nowhere new.
    const reload = event.isMainFrame && event.url === contents.getURL();
    if (!reload) event.preventDefault();
  });
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
}
