// An empty window that draws terminals and whole scenes, and hands over their pixels.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnsiUp } from "ansi_up";
import { launchConsole } from "../../support/window/electron.ts";
import { resize } from "../../support/window/window.ts";

export interface Easel {
  readonly terminal: (title: string, shown: string) => Promise<Buffer>;
  /** The window with, where given, a terminal in front of it. */
  readonly scene: (window: Buffer, caption: string, terminal?: Buffer) => Promise<Buffer>;
  /** Red, green, blue and alpha of each pixel. */
  readonly pixels: (picture: Buffer) => Promise<Pixels>;
  readonly close: () => Promise<void>;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export const sceneSize = { width: 1120, height: 740 } as const;

const app = `const { app, BrowserWindow } = require("electron");
app.whenReady().then(() => new BrowserWindow({ width: 1200, height: 900, show: true }).loadURL("about:blank"));
`;

const look = `<style>
  body { margin: 0; font: 14px system-ui, sans-serif; background: #0b0d12; }
  .terminal { width: max-content; background: #15171c; color: #d7dae0; border: 1px solid #30343d; border-radius: 10px; overflow: hidden; }
  .bar { display: flex; gap: 7px; align-items: center; padding: 9px 14px; background: #22252c; color: #aab0bc; font-size: 12px; }
  .dot { width: 11px; height: 11px; border-radius: 6px; background: #4a4f5a; }
  .bar span { margin-left: 8px; }
  pre { margin: 0; padding: 12px 16px; font: 13px/1.35 "DejaVu Sans Mono", monospace; }
  .scene { position: relative; width: ${sceneSize.width}px; height: ${sceneSize.height}px; overflow: hidden; }
  .caption { height: 40px; line-height: 40px; text-align: center; color: #eceef1; font-weight: 600; }
  .window { position: absolute; left: 0; top: 40px; width: ${sceneSize.width}px; }
  .front { position: absolute; right: 22px; bottom: 20px; width: 660px; border-radius: 10px; box-shadow: 0 12px 60px #000; }
</style>`;

export async function openEasel(): Promise<Easel> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-easel-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "easel", "main": "main.js" }\n');
  writeFileSync(join(folder, "main.js"), app);
  const opened = await launchConsole({ appPath: folder, withoutEngine: true });
  const { window, application } = opened;
  await resize(application, 1200, 900);
  const draw = async (body: string, part: string): Promise<Buffer> => {
    await window.setContent(`<!doctype html>${look}${body}`);
    return window.locator(part).screenshot();
  };
  const image = (picture: Buffer, name: string): string =>
    `<img class="${name}" src="data:image/png;base64,${picture.toString("base64")}">`;
  return {
    terminal: (title, shown) => {
      const dots = '<div class="dot"></div>'.repeat(3);
      const text = new AnsiUp().ansi_to_html(shown.trimEnd());
      return draw(
        `<div class="terminal"><div class="bar">${dots}<span>${title}</span></div><pre>${text}</pre></div>`,
        ".terminal",
      );
    },
    scene: (picture, caption, terminal) => {
      const front = terminal === undefined ? "" : image(terminal, "front");
      return draw(
        `<div class="scene"><div class="caption">${caption}</div>${image(picture, "window")}${front}</div>`,
        ".scene",
      );
    },
    pixels: async (picture) => {
      const { width, height, bitmap } = await application.evaluate(
        ({ nativeImage }, url) => {
          const decoded = nativeImage.createFromDataURL(url);
          return { ...decoded.getSize(), bitmap: decoded.toBitmap().toString("base64") };
        },
        `data:image/png;base64,${picture.toString("base64")}`,
      );
      const data = new Uint8Array(Buffer.from(bitmap, "base64"));
      // Blue comes first there.
      for (let at = 0; at < data.length; at += 4) {
        const blue = data[at] ?? 0;
        data[at] = data[at + 2] ?? 0;
        data[at + 2] = blue;
      }
      return { width, height, data };
    },
    close: async () => {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
