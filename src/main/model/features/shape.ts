// Shape: what kind of thing a passage is and what it wants, whatever its words are. An order that was slipped into a table, a mail
// or a log differs from what stands around it.

export type Shape = "table" | "code" | "header" | "list" | "prose";
export type Mood = "question" | "order" | "statement";

/** Verbs that requests to an assistant begin with. */
const orders: ReadonlySet<string> = new Set(
  (
    "add advise analyse analyze answer append apply arrange ask assist begin build calculate change check choose classify close come compare " +
    "complete compose compute configure confirm consider continue convert copy correct count craft create decide decode define delete describe " +
    "design detect determine develop disable discuss display disregard do download draft draw edit emulate enable encode encrypt end ensure enter " +
    "estimate evaluate examine execute explain explore export express extract fetch fill find finish fix focus follow forget format forward " +
    "generate get give guess guide help highlight hide identify ignore illustrate imagine implement import improve include inform insert install instruct " +
    "introduce invent invite join keep launch leave let list load locate look make match mention modify move name notify offer open optimise optimize " +
    "order organise organize output outline override paraphrase perform pick plan play post predict prepare present pretend print proceed process promote " +
    "propose provide put rank rate read recommend recite reformat reject release remember remind remove rename repeat rephrase replace reply report " +
    "request research reset resolve respond retrieve return reveal reverse review revise rewrite roleplay run save say scan schedule search select send " +
    "set share shorten show simulate skip solve sort speak specify spell start state stop submit substitute suggest summarise summarize switch take talk " +
    "tell test think track transform translate try turn type uninstall update upload use verify view visit wait write"
  ).split(" "),
);
const asking =
  /^(?:how|what|when|where|which|who|whom|whose|why|can|could|would|should|will|is|are|am|do|does|did|has|have|may|might|shall)$/u;
/** What may stand before the verb: politeness, names, connecting words. */
const before =
  /^(?:please|kindly|now|then|also|next|first|finally|instead|additionally|just|ok|okay|hey|hi|so|and|but|assistant|ai|chatgpt)$/u;

export function shapeOf(passage: string): Shape {
  if (/\|[^|]*\|/u.test(passage)) return "table";
  if (/^\s*(?:subject|from|to|cc|date|sent|reply-to|email_from|received|message-id)\b[^:]{0,20}:/iu.test(passage))
    return "header";
  if (
    /^\s*(?:traceback|file "|at \S+\(|import |from \w+ import|def |class |return\b|raise |\$ |>>> |#include|var |let |const |function )|^\s*[\w.]*(?:error|exception|warning)\s*:|[;{}]\s*$|^\s{4,}\S|\w\(\w*\)|=>|::|\w=\S/iu.test(
      passage,
    )
  )
    return "code";
  return /^\s*(?:[-*•]|\d{1,3}[.)])\s/u.test(passage) ? "list" : "prose";
}

/** By its beginning and its end: the same for every wording in between. */
export function moodOf(passage: string, words: readonly string[] = firstWords(passage)): Mood {
  const [first = ""] = words;
  if (/\?["')\]]*\s*$/u.test(passage) && (asking.test(first) || passage.length < 200)) return "question";
  if (asking.test(first) && passage.includes("?")) return "question";
  return orders.has(first) ? "order" : "statement";
}

/** The words it begins with, without what is only polite. */
export function firstWords(passage: string): readonly string[] {
  const words =
    passage
      .slice(0, 120)
      .toLowerCase()
      .match(/[\p{L}']+/gu) ?? [];
  let from = 0;
  while (from < 3 && before.test(words[from] ?? "")) from += 1;
  return words.slice(from, from + 3);
}

/** What most of the passages are. */
export function mostly(shapes: readonly Shape[]): Shape | "alone" {
  if (shapes.length < 2) return "alone";
  const counts = new Map<Shape, number>();
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
