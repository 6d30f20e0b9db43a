// Headlines: what an action does, in one sentence for row, card, notification, ledger and command line.
export { approvalHeadline, colourLevel, headlineOf, headlineTitle, longestHeadline } from "./headline.ts";
