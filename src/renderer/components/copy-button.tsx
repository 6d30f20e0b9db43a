// Copies a text and says that it did.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { tell } from "../ui-store.ts";
import { Button } from "./button.tsx";

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
      () => tell("The text could not be copied. Select it and copy it by hand.", "problem"),
    );
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      look={bare ? "quiet" : "plain"}
      size={bare ? "icon" : "normal"}
      onClick={copy}
      aria-label={copied ? "Copied" : label}
    >
      <Icon size={13} aria-hidden />
      {bare ? null : copied ? "Copied" : label}
    </Button>
  );
}
