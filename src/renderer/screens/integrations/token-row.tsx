// The token agents must bring: hidden until asked for, and copied without being shown.
import { Copy, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { call } from "../../state/bridge.ts";
import { Button } from "../../components/button.tsx";
import { tell } from "../../state/ui-store.ts";
import { tokenRow as labels } from "../../labels/integrations.ts";

export function TokenRow({ which, demanded }: { which: "agents" | "telemetry"; demanded: boolean }) {
  const [token, setToken] = useState<string>();
  const name = which === "agents" ? labels.token : labels.telemetryToken;
  if (!demanded) {
    return (
      <p className="grid grid-cols-[6rem_minmax(0,1fr)] border-b border-line py-2 text-xs">
        <span className="font-medium">{name}</span>
        <span className="text-quiet">
          {labels.none} <code className="font-mono">{labels.gatehouseToken}</code> {labels.howToDemand}
        </span>
      </p>
    );
  }
  const fetched = async (): Promise<string> => (await call("revealToken", { which })).token;
  const failed = (error: unknown): void => tell(error instanceof Error ? error.message : String(error), "problem");
  const copy = (): void => {
    fetched()
      .then((value) => navigator.clipboard.writeText(value))
      .then(() => tell(labels.copied(name)), failed);
  };
  const reveal = (): void => {
    if (token !== undefined) setToken(undefined);
    else fetched().then(setToken, failed);
  };
  return (
    <div className="flex items-center gap-2 border-b border-line py-1.5 text-xs">
      <span className="w-24 shrink-0 font-medium">{name}</span>
      <span className="selectable min-w-0 flex-1 font-mono break-all">{token ?? "••••••••••••••••"}</span>
      <Button look="quiet" onClick={reveal} aria-pressed={token !== undefined}>
        {token === undefined ? <Eye size={13} aria-hidden /> : <EyeOff size={13} aria-hidden />}
        {token === undefined ? labels.show : labels.hide}
      </Button>
      <Button onClick={copy}>
        <Copy size={13} aria-hidden />
        {labels.copy}
      </Button>
    </div>
  );
}
