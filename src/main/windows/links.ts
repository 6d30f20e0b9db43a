// gatehouse:// links from outside: they show a request or an entry, and never do anything there.
import { linkScheme, parseLink } from "../../shared/local/link.ts";

interface LinkedApp {
  readonly isPackaged: boolean;
  readonly setAsDefaultProtocolClient: (scheme: string) => boolean;
  readonly on: (event: "open-url", listener: (event: { preventDefault: () => void }, url: string) => void) => unknown;
}

/** Must run before the application is ready. `open` gets a link that leads somewhere. */
export function handleLinks(app: LinkedApp, open: (link: string) => void): void {
  // A build that only runs from its sources would register the bare Electron program.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app.on("open-url", (event, url) => {
    event.preventDefault();
    if (parseLink(url) !== undefined) open(url);
  });
}

/** On Linux and Windows a link is an argument of the program that was started for it. */
export function linkIn(words: readonly string[]): string | undefined {
  return words.find((word) => parseLink(word) !== undefined);
}
