// Who may talk to the main process: a window we opened, showing our own page, speaking from its top frame.

export interface Trust {
  /** Whether a webContents id belongs to a window we opened ourselves. */
  readonly isOurs: (webContentsId: number) => boolean;
  /** Origins our own page is served from. */
  readonly origins: readonly string[];
}

/** The part of an IPC event the check reads. */
export interface Message {
  readonly sender: { readonly id: number };
  /** Null when the frame has navigated away or is gone: then nobody can say who asked. */
  readonly senderFrame: { readonly origin: string; readonly url: string; readonly parent: unknown } | null;
}

/** Why a message is refused; undefined when it may pass. */
export function refusalOf(message: Message, trust: Trust): string | undefined {
  if (!trust.isOurs(message.sender.id)) return "It does not come from a window of the console.";
  const frame = message.senderFrame;
  if (frame === null) return "The frame it came from is gone.";
  if (frame.parent !== null) return "It comes from a frame inside the page.";
  if (!trust.origins.includes(frame.origin)) {
    return `It comes from ${frame.origin}, which is not the console's own page.`;
  }
  // An empty page takes over the origin of the page that opened it; its address tells them apart.
  if (!frame.url.startsWith(`${frame.origin}/`))
    return `It comes from ${frame.url}, which is not the console's own page.`;
  return undefined;
}
