// The permission mode an agent runs in, with a warning where it asks nobody by itself.
import { ShieldOff } from "lucide-react";
import { visibleLine } from "../../shared/lib/visible.ts";
import { permissionModes as labels } from "../labels/connect.ts";
import { modeWords } from "../lib/permission-mode.ts";

export function PermissionMode({ mode }: { mode: string }) {
  const { words, about, bypasses } = modeWords(visibleLine(mode));
  if (!bypasses)
    return (
      <span className="text-quiet" title={about}>
        {words}
      </span>
    );
  return (
    <span
      className="inline-flex items-center gap-1 rounded-sm bg-warning-soft px-1.5 font-medium text-warning"
      title={about}
    >
      <ShieldOff size={11} aria-hidden className="shrink-0" />
      {words}
      <span className="sr-only">{labels.bypass.about}</span>
    </span>
  );
}
