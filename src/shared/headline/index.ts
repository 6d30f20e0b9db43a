// Headlines: what an action does, in one sentence for row, card, notification, ledger and command line.
export type { Reach, Reversibility, Tone } from "./act.ts";
export { colourLevel, type Headline, headlineOf, headlineTitle, longestHeadline } from "./headline.ts";
