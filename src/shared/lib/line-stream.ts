// Line streams: the shapes that join a protocol of JSON lines to whatever carries its bytes.
import type { Json } from "./json.ts";
import type { Peer } from "../local/peer.ts";

/** One line as it arrived, as far as it could be read. */
export type LineInput =
  | { readonly kind: "json"; readonly value: Json }
  /** No JSON at all, or bytes that are no text. */
  | { readonly kind: "not_json"; readonly why: string }
  /** JSON that parsers disagree about, such as a member that is there twice. */
  | { readonly kind: "unsafe"; readonly why: string }
  | { readonly kind: "too_long"; readonly limit: number };

/** The other end of a stream, as the transport knows it. */
export interface LinePeer {
  readonly connectionId: string;
  /** The user and process that the operating system reports for the connection. */
  readonly peer: Peer;
  /** Why nothing on this connection is served; undefined usually. */
  readonly refusal?: string | undefined;
  /** Whether this token lets its bearer in; without one where none is needed. */
  readonly admits: (token: string | undefined) => boolean;
  /** Never throws; false when the peer is gone, or is dropped because it does not read. */
  readonly send: (message: unknown) => boolean;
  /** Says that something is under way, so that a stop waits for it; returns how to say that it is done. */
  readonly begin: () => () => void;
  /** Ends the connection after what was sent. */
  readonly end: () => void;
}

/** What a protocol does with one stream. */
export interface LineSession {
  readonly receive: (line: LineInput) => void;
  /** Nothing more will come, but answers may still be read. */
  readonly inputEnded: () => void;
  /** Nobody is there any more. */
  readonly closed: () => void;
  /** Gatehouse is stopping: nothing new is begun. */
  readonly stopping: () => void;
}

export type LineProtocol = (peer: LinePeer) => LineSession;
