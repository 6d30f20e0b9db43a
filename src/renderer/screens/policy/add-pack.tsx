// Adds a pack of the user's own, from a file or from pasted text: checked first, and only then in force.
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { packLine, packTexts } from "../../labels/packs.ts";
import { useCommand } from "../../state/answers.ts";
import { tell } from "../../state/ui-store.ts";

export function AddPack({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const check = useCommand("checkPack");
  const add = useCommand("addPack", ["listPacks", "getStatus"]);
  const checked = check.data;
  const change = (next: string): void => {
    setText(next);
    check.reset();
  };
  const addNow = (): void =>
    add.mutate(
      { text },
      {
        onSuccess: ({ name }) => {
          tell(packTexts.inForce(name));
          onClose();
        },
      },
    );
  return (
    <section aria-label={packTexts.addTitle} className="shrink-0 space-y-2 border-b border-line bg-surface px-4 py-3">
      <label className="flex items-center gap-2 text-xs text-quiet">
        {packTexts.file}
        <input
          type="file"
          accept=".yaml,.yml"
          className="min-w-0 flex-1 text-xs"
          onChange={(event) => void event.target.files?.[0]?.text().then(change)}
        />
      </label>
      <textarea
        aria-label={packTexts.paste}
        value={text}
        onChange={(event) => change(event.target.value)}
        spellCheck={false}
        rows={8}
        className="w-full rounded-md border border-edge bg-raised p-2 font-mono text-xs"
      />
      <output className="block text-xs">
        {checked?.pack === undefined ? null : (
          <p>
            {checked.pack.name}: {packLine(checked.pack)}
          </p>
        )}
        <ul className="text-danger">
          {checked?.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </output>
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {packTexts.cancel}
        </Button>
        <Button disabled={text === "" || check.isPending} onClick={() => check.mutate({ text })}>
          {packTexts.check}
        </Button>
        <Button look="primary" disabled={checked?.pack === undefined || add.isPending} onClick={addNow}>
          {packTexts.addNow}
        </Button>
      </div>
    </section>
  );
}
