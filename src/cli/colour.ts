// Colour: only on a terminal, and not where its user has asked for none (no-color.org).
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

interface Output {
  readonly isTTY?: boolean;
}

export function takesColour({ isTTY }: Output, environment: NodeJS.ProcessEnv): boolean {
  return isTTY === true && (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
}

/** What an agent wrote must be made visible first: colours are escapes, and so would be what it hid. */
export function paint(style: Style, text: string, output: Output = process.stdout): string {
  return takesColour(output, process.env) ? styleText(style, text, { validateStream: false }) : text;
}

const styles: Readonly<Record<string, Style>> = {
  APPROVED: "green",
  CONDITIONAL: "cyan",
  ESCALATE: "yellow",
  DENIED: "red",
  LOW: "green",
  MEDIUM: "yellow",
  HIGH: "red",
  CRITICAL: ["red", "bold"],
};

/** A verdict or a level of risk in its colour. */
export function painted(word: string): string {
  const style = styles[word];
  return style === undefined ? word : paint(style, word);
}
