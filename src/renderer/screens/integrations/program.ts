// The shape of a program to paste, and what all of them share.
import { programs as labels } from "../../labels/integrations.ts";

export const snippetProtocols = ["a2g", "aeon", "aos", "a2e"] as const;
export type SnippetProtocol = (typeof snippetProtocols)[number];
export const snippetLanguages = ["shell", "websocket", "node", "python"] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** The addresses of this Gatehouse, and whether it needs a token. */
export interface SnippetPlace {
  readonly http: string;
  readonly ws: string;
  /** "tcp://127.0.0.1:3001" */
  readonly a2e?: string | undefined;
  /** A token is required; programs read it from GATEHOUSE_TOKEN, so that it is in no file. */
  readonly token: boolean;
  /** The address of the client library, where it is on this machine. */
  readonly sdk?: string | undefined;
}

export interface Snippet {
  readonly protocol: SnippetProtocol;
  readonly language: SnippetLanguage;
  /** What to call the file it is saved in; absent for a line of the terminal. */
  readonly file?: string;
  /** How it is run. */
  readonly run: string;
  readonly text: string;
}

export function script(file: string) {
  return { file, run: labels.runNode(file) };
}

export function python(file: string) {
  return { file, run: labels.runPython(file) };
}

/** JSON in lines, as a person would write it in a program. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
