// Quotation: an order that a text reports, teaches or tests is not given by it.

const reporting =
  /\b(?:examples?|quot(?:es?|ed|ing)|phrases?|detect(?:s|ed|or|ors|ion)?|fixtures?|samples?|patterns?|attacks?|attackers?|payloads?|injections?|jailbreaks?|benchmarks?|changelog|release notes|lessons?|training|tutorials?|workshop|quiz|exercise|guidance|guide|documentation|docs|readme|regression|tests?|unit test|assert\w*|snapshot|coverage|postmortem|report(?:s|ed)?|research|paper|article|blog|post|policy|literal|string|malicious|unsafe|refused?|flag(?:s|ged)?|false positives?|red-team|trainer|explain(?:s|er|ed)?|gemeldet|entfernt|beispiel|zitat|ejemplo|exemple|esempio|exemplo|citation|signalé|reportado)\b|пример|例如|示例|报告|例文/u;
/** What a quotation would have to hold to be worth obeying. */
const payload =
  /https?:|\bcurl\b|\bwget\b|\brm -|\b(?:send|post|upload|forward|e-?mail|delete|execute|run|install|transfer|approve|push|commit|write|append|download|call|open|visit)\b|[~/]\.|\$\(|@\w+\.\w/u;
const opening = /(?:^|[\s([{=:,#&])[rb]?#?(["'“„‘«`「『])[^"'“”„‘’«»`「」『』]{0,80}$/u;
const closers: Readonly<Record<string, string>> = { "“": "”", "„": "“", "‘": "’", "«": "»", "「": "」", "『": "』" };
const window = 240;

/** Whether what stands there is a short quotation in a text about such texts. */
export function isReported(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 90), start);
  const mark = opening.exec(before)?.[1];
  if (mark === undefined) return false;
  const close = text.indexOf(closers[mark] ?? mark, end);
  if (close < 0 || close - end > 120) return false;
  const open = start - (before.length - before.lastIndexOf(mark));
  if (payload.test(text.slice(open + 1, close))) return false;
  const around = `${text.slice(Math.max(0, open - window), open)} ${text.slice(close + 1, close + 1 + window)}`;
  return reporting.test(around);
}
