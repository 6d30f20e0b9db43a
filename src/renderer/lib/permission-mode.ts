// An agent's own permission mode in words: what it means, and whether it switches the agent's own questions off.
import { permissionModes as labels } from "../labels/connect.ts";

export interface ModeWords {
  readonly words: string;
  readonly about: string;
  /** The agent itself asks nobody. */
  readonly bypasses: boolean;
}

/** As Claude Code, Codex and Qwen Code spell it, and what others call the same. */
const bypassing = /bypass|yolo|skip.?permissions|danger|full.?auto|allow.?all|never/i;

export function modeWords(mode: string): ModeWords {
  if (bypassing.test(mode)) {
    const { words, about } = labels.bypass;
    return { words: words(mode), about, bypasses: true };
  }
  const known = Object.entries(labels.known).find(([name]) => name === mode.toLowerCase())?.[1];
  return known === undefined
    ? { words: mode, about: labels.other, bypasses: false }
    : { words: known.words, about: known.about, bypasses: false };
}
