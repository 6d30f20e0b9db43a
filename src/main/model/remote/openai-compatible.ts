// A local language model behind the OpenAI chat interface (Ollama, llama.cpp, LM Studio) as a scorer.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import { isJsonObject } from "../../../shared/lib/json.ts";
import type { SecretScanner } from "../../engine/ports.ts";
import { answerForms, chatRequest, readCompletion } from "./chat-prompt.ts";
import { type JsonAnswer, postJson } from "./http-json.ts";
import type { RedactedQuestion } from "./redacted.ts";
import { remoteScorer } from "./remote.ts";
import type { Scorer } from "../scorer.ts";

export interface OpenAiParts {
  /** Up to and with /v1. */
  readonly url: string;
  readonly model: string;
  /** For servers that demand one. It comes from the environment, because settings are recorded. */
  readonly key?: string | undefined;
  readonly findSecrets: SecretScanner;
}

/** How servers say that they do not know a way to ask for the form. */
const refusals: ReadonlySet<number> = new Set([400, 415, 422, 501]);

export function openAiScorer({ url, model, key, findSecrets }: OpenAiParts): Scorer {
  const place = new URL(`${url.replace(/\/+$/, "")}/chat/completions`);
  const headers: Record<string, string> = key === undefined || key === "" ? {} : { authorization: `Bearer ${key}` };
  let form = 0;

  async function complete(question: RedactedQuestion, signal: Cancellation): Promise<JsonAnswer> {
    for (let tried = form; ; tried += 1) {
      const body = chatRequest(model, question, answerForms[tried] ?? {});
      const answer = await postJson({ url: place.href, body, headers, signal });
      if (answer.status === 200) form = tried;
      if (!refusals.has(answer.status) || tried >= answerForms.length - 1) return answer;
    }
  }

  return remoteScorer({
    origin: `openai-compatible ${model}`,
    judges: ["call", "text"],
    findSecrets,
    async ask(question, signal) {
      const { status, body } = await complete(question, signal);
      if (status !== 200) throw new Error(`${place.origin} answers with status ${status}${complaintOf(body)}.`);
      try {
        return readCompletion(body);
      } catch (error) {
        throw new Error(`${place.origin} ${error instanceof Error ? error.message : ""}.`, { cause: error });
      }
    },
  });
}

/** `{error: {message}}` or `{error: "…"}`. */
function complaintOf(body: unknown): string {
  const error = isJsonObject(body) ? body["error"] : undefined;
  const message = isJsonObject(error) ? error["message"] : error;
  return typeof message === "string" ? `: ${message.slice(0, 200).replace(/\.$/, "")}` : "";
}
