// Copies a text and says that it did.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { tell } from "../state/ui-store.ts";
import { Button } from "./button.tsx";
import { copyButton as labels } from "../labels/components.ts";

export function CopyButton({ text, label, bare = false }: { text: string; label: string; bare?: boolean }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => tell(labels.copyFailed, "problem"),
    );
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      look={bare ? "quiet" : "plain"}
      size={bare ? "icon" : "normal"}
      onClick={copy}
      aria-label={copied ? labels.copied : label}
    >
      <Icon size={13} aria-hidden />
      {bare ? null : copied ? labels.copied : label}
    </Button>
  );
}
