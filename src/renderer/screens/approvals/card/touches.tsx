// The files and hosts the action reaches, as phase one resolved them.
import type { Facts } from "../../../../shared/domain/facts.ts";
import { zoneSentence } from "../../../../shared/reach/effect-words.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { wholeNumber } from "../../../labels/format.ts";
import { Section } from "./section.tsx";
import { useSome } from "../lists/use-some.ts";
import { touches as labels } from "../../../labels/card.ts";

const directions = { download: labels.downloadsFrom, upload: labels.sendsTo, connect: labels.connectsTo } as const;
const accesses = { read: "reads", write: "writes", delete: "deletes", execute: "runs" } as const;

export function Touches({ facts }: { facts: Facts }) {
  const rows = [
    ...facts.paths.map((path) => ({
      verb: accesses[path.access],
      what: path.pattern ? path.given : path.path,
      note: `${zoneSentence(path.zone)}${path.recursive ? labels.andEverythingBelow : ""}`,
    })),
    ...facts.hosts.map((host) => ({
      verb: directions[host.direction],
      what: `${host.host}${host.port === undefined ? "" : `:${host.port}`}`,
      note: host.local ? labels.onThisMachinesNetwork : labels.onTheInternet,
    })),
    ...facts.secrets.map((secret) => ({
      verb: "carries",
      what: secret.kind.replaceAll("_", " "),
      note: labels.inArgument(secret.where),
    })),
  ];
  const { shown, hidden, showMore } = useSome(rows, 50);
  if (rows.length === 0) return null;
  return (
    <Section title={labels.whatItTouches}>
      <table className="w-full text-xs">
        <tbody>
          {shown.map(({ verb, what, note }) => (
            <tr key={`${verb} ${what}`} className="align-baseline">
              <th scope="row" className="w-28 py-0.5 pr-3 text-left font-normal whitespace-nowrap text-quiet">
                {verb}
              </th>
              <td className="selectable py-0.5 pr-4 font-mono break-all">{visibleLine(what)}</td>
              <td className="py-0.5 text-right text-faint min-[800px]:w-px min-[800px]:whitespace-nowrap">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden === 0 ? null : (
        <button type="button" onClick={showMore} className="text-xs text-accent hover:underline">
          {labels.more(wholeNumber(hidden))}
        </button>
      )}
    </Section>
  );
}
