// Denying with words for the agent, in the small window.
import { type KeyboardEvent, useState } from "react";
import { Button, Key } from "../components/button.tsx";
import { popover as labels } from "../labels/desktop/popover.ts";
import { commandKey } from "../lib/command-key.ts";

interface FeedbackProps {
  readonly agent: string;
  /** The request has been in view long enough. */
  readonly armed: boolean;
  readonly onSend: (reason: string) => void;
  readonly onCancel: () => void;
}

const longest = 4000;

export function Feedback({ agent, armed, onSend, onCancel }: FeedbackProps) {
  const [words, setWords] = useState("");
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend(words);
  };
  return (
    <div className="mt-3">
      <textarea
        aria-label={labels.feedbackFor(agent)}
        placeholder={labels.feedbackFor(agent)}
        maxLength={longest}
        rows={2}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={press}
        className="w-full resize-none rounded-md border border-edge bg-canvas px-2 py-1.5 placeholder:text-faint"
      />
      <div className="mt-1.5 flex items-center justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {labels.cancel}
        </Button>
        <Button look="stop" aria-disabled={!armed} onClick={() => onSend(words)}>
          {labels.send}
          <Key>{commandKey} ↵</Key>
        </Button>
      </div>
    </div>
  );
}
