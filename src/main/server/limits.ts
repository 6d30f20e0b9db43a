// Limits: every bound a listener puts on its clients, with its default.
import { minute, second } from "../../shared/lib/clock.ts";

export interface Limits {
  /** The largest request: an HTTP body, a WebSocket message or a line. */
  readonly messageBytes: number;
  /** How many levels of objects and arrays a request may have. */
  readonly nesting: number;
  /** The most requests in one batch. */
  readonly batch: number;
  /** Connections of one listener, idle ones included. */
  readonly connections: number;
  /** Connections of one peer, over all listeners. */
  readonly connectionsPerPeer: number;
  /** Bytes of one peer's requests that are being read or judged, over all of its connections. */
  readonly bytesPerPeer: number;
  /** Requests one connection may have unanswered. */
  readonly inFlight: number;
  /** Bytes a client may leave unread before it is dropped. */
  readonly unreadBytes: number;
  /** Milliseconds for the headers, and for the whole request, to arrive. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Milliseconds an HTTP connection may be idle between two requests. */
  readonly keepAliveMs: number;
  /** Milliseconds an HTTP client may take no byte of its answer. */
  readonly stallMs: number;
  /** Milliseconds between two pings; a WebSocket that missed one is gone. */
  readonly pingMs: number;
  /** Milliseconds that requests in flight get when Gatehouse stops. */
  readonly drainMs: number;
}

export const defaultLimits: Limits = {
  messageBytes: 1024 * 1024,
  nesting: 64,
  batch: 100,
  connections: 2048,
  connectionsPerPeer: 256,
  bytesPerPeer: 32 * 1024 * 1024,
  inFlight: 64,
  unreadBytes: 4 * 1024 * 1024,
  headersMs: 5 * second,
  requestMs: 15 * second,
  keepAliveMs: minute,
  stallMs: 30 * second,
  pingMs: 30 * second,
  drainMs: 5 * second,
};
