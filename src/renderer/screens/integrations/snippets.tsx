// Programs to paste, by protocol and language. What is copied is what is shown, and what a test has run.
import { useState } from "react";
import { CopyButton } from "../../components/copy-button.tsx";
import { Segmented } from "../../components/segmented.tsx";
import type { SnippetLanguage, SnippetPlace, SnippetProtocol } from "./program.ts";
import { snippetsOf } from "./programs.ts";
import { snippets as labels } from "../../labels/integrations.ts";

const protocols: readonly { readonly value: SnippetProtocol; readonly label: string }[] = [
  { value: "a2g", label: "A2G" },
  { value: "aeon", label: labels.aeon },
  { value: "aos", label: labels.aos },
  { value: "a2e", label: "A2E" },
];

const about: Readonly<Record<SnippetProtocol, string>> = {
  a2g: labels.a2gAbout,
  aeon: labels.aeonAbout,
  aos: labels.aosAbout,
  a2e: labels.a2eAbout,
};

const languages: readonly { readonly value: SnippetLanguage; readonly label: string }[] = [
  { value: "shell", label: labels.curl },
  { value: "websocket", label: labels.websocket },
  { value: "node", label: labels.node },
  { value: "python", label: labels.python },
];

export function Snippets({ place }: { place: SnippetPlace }) {
  const [protocol, setProtocol] = useState<SnippetProtocol>("a2g");
  const [language, setLanguage] = useState<SnippetLanguage>("shell");
  const own = snippetsOf(place).filter((snippet) => snippet.protocol === protocol);
  const shown = own.find((snippet) => snippet.language === language) ?? own[0];
  return (
    <section
      aria-label={labels.title}
      className="flex min-h-0 flex-col border-line max-[639px]:border-t min-[640px]:border-l"
    >
      <div className="shrink-0 space-y-2 border-b border-line px-4 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <Segmented label={labels.protocol} value={protocol} segments={protocols} onChange={setProtocol} />
          <Segmented
            label={labels.language}
            value={shown?.language ?? language}
            segments={languages.map((each) => ({
              ...each,
              problem: own.some((snippet) => snippet.language === each.value) ? undefined : labels.noSuchProgram,
            }))}
            onChange={setLanguage}
          />
        </div>
        <p className="text-xs text-quiet">{about[protocol]}</p>
      </div>
      {shown === undefined ? (
        <p className="p-4 text-xs text-faint">{labels.protocolIsOff}</p>
      ) : (
        <>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
            tabIndex={0}
            aria-label={labels.theProgram}
            className="selectable m-0 min-h-0 flex-1 overflow-auto px-4 py-3 font-mono text-xs leading-[18px] break-words whitespace-pre-wrap"
          >
            {shown.text}
          </pre>
          <div className="flex shrink-0 items-center gap-3 border-t border-line px-4 py-2">
            <p className="min-w-0 flex-1 text-xs text-quiet">
              {shown.run}
              {place.token ? labels.tokenFromEnvironment : ""}
            </p>
            <CopyButton text={shown.text} label={labels.copy} />
          </div>
        </>
      )}
    </section>
  );
}
