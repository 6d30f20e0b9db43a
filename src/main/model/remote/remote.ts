// What scorers in other processes have in common: nothing secret leaves, few questions at once, and no answer is believed unread.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import type { ModelScore, SecretScanner } from "../../engine/ports.ts";
import { redacted, type RedactedQuestion } from "./redacted.ts";
import { NotAsked, type Scorer } from "../scorer.ts";

/** A flood of intents must not become a flood of connections. */
const mostAtOnce = 32;
const mostThreats = 8;
const longestThreat = 80;

export interface RemoteAnswer {
  readonly score: number;
  readonly threats: readonly string[];
}

export interface RemoteParts extends Pick<Scorer, "origin" | "judges"> {
  readonly findSecrets: SecretScanner;
  readonly ask: (question: RedactedQuestion, signal: Cancellation) => Promise<RemoteAnswer>;
}

export function remoteScorer({ origin, judges, findSecrets, ask }: RemoteParts): Scorer {
  let underway = 0;
  return {
    origin,
    judges,
    remote: true,
    async score(question, signal): Promise<ModelScore> {
      if (underway >= mostAtOnce) throw new NotAsked(`It has ${mostAtOnce} questions to answer already.`);
      underway += 1;
      try {
        const { score, threats } = await ask(redacted(question, findSecrets), signal);
        return {
          score,
          threats: threats
            .slice(0, mostThreats)
            .map(plainWords)
            .filter((words) => words !== ""),
          origin,
        };
      } finally {
        underway -= 1;
      }
    },
    close: async () => {},
  };
}

/** A stranger's words stand in verdicts and on screens: one line, nothing invisible, not long. */
function plainWords(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, " ").trim();
  return line.length <= longestThreat ? line : `${line.slice(0, longestThreat - 1)}…`;
}
