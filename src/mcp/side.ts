// A side of the gateway: where messages come from and go to, whatever carries them.

export interface SideEvents {
  /** One message as it came, without the line feed. */
  readonly message: (text: string) => void;
  /** Nothing more will come; a sentence for whoever waits. */
  readonly closed: (why: string) => void;
}

export interface Side {
  readonly start: (events: SideEvents) => void;
  readonly send: (text: string) => void;
}
