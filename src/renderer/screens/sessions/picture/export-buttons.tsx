// Saves a picture as PNG and its figures as CSV. The system asks where the file goes.
import { Download } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "../../../components/button.tsx";
import { exportButtons as labels } from "../../../labels/sessions/sessions.ts";
import { tell } from "../../../state/ui-store.ts";
import { pngOf } from "./rasterise.ts";

export interface ExportButtonsProps {
  /** Of the file, without its ending. */
  readonly file: string;
  /** The name of the picture. */
  readonly what: string;
  /** Holds the SVG. Without it there is only the table. */
  readonly picture?: RefObject<Element | null>;
  readonly csv: () => string;
}

export function ExportButtons({ file, what, picture, csv }: ExportButtonsProps) {
  const savePicture = (): void => {
    const found = picture?.current;
    const svg = found instanceof SVGSVGElement ? found : found?.querySelector("svg");
    if (!(svg instanceof SVGSVGElement)) return;
    pngOf(svg).then(
      (blob) => save(`${file}.png`, blob),
      () => tell(labels.failed, "problem"),
    );
  };
  return (
    <span className="flex">
      {picture === undefined ? null : (
        <Button look="quiet" aria-label={labels.savePng(what)} title={labels.savePng(what)} onClick={savePicture}>
          <Download size={13} aria-hidden />
          {labels.png}
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={labels.saveCsv(what)}
        title={labels.saveCsv(what)}
        onClick={() => save(`${file}.csv`, new Blob([csv()], { type: "text/csv" }))}
      >
        <Download size={13} aria-hidden />
        {labels.csv}
      </Button>
    </span>
  );
}

function save(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
