// Cancellation: the part of AbortSignal the engine uses, declared here because the engine knows neither Node nor the DOM.

export interface Cancellation {
  readonly aborted: boolean;
  readonly addEventListener: (type: "abort", listener: () => void) => void;
  readonly removeEventListener: (type: "abort", listener: () => void) => void;
}
