// The URL parser's reading of a host (WHATWG URL, UTS 46): the same spellings name the same host as in browsers and curl.

/** Part of every JavaScript runtime, but not of the language's own types. */
declare class URL {
  static parse(text: string): URL | null;
  readonly hostname: string;
}

/** Undefined for what is no host. The text must not hold characters that end a host in a URL. */
export function parseHost(text: string): string | undefined {
  return URL.parse(`http://${text}/`)?.hostname;
}
