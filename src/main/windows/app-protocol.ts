// The console's own pages: app://gatehouse/… serves the built renderer, each answer with the content security policy.
import { readFile } from "node:fs/promises";
import { extname, isAbsolute, relative, resolve } from "node:path";
import type { Protocol } from "electron";

const scheme = "app";
const host = "gatehouse";

export const appOrigin = `${scheme}://${host}`;

/** Scripts, styles and fonts of our own and nothing else: no inline code, no network, no frames. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** Must run before the application is ready. */
export function registerAppScheme(protocol: Pick<Protocol, "registerSchemesAsPrivileged">): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

export function serveApp(protocol: Pick<Protocol, "handle">, root: string): void {
  protocol.handle(scheme, (request) => answer(request, root));
}

export async function answer(
  request: { readonly method: string; readonly url: string },
  root: string,
): Promise<Response> {
  if (request.method !== "GET") return plain(405, "Only GET is answered.");
  const file = fileBehind(request.url, root);
  if (file === undefined) return plain(404, "There is no such page.");
  const mediaType = mediaTypes[extname(file)];
  if (mediaType === undefined) return plain(404, "There is no such page.");
  try {
    return new Response(await readFile(file), { headers: headersFor(mediaType) });
  } catch {
    return plain(404, "There is no such page.");
  }
}

/** The file of a URL; undefined if it is not inside the root. */
export function fileBehind(url: string, root: string): string | undefined {
  const path = pathOf(url);
  if (path === undefined || /[\0\\]/.test(path)) return undefined;
  const file = resolve(root, `.${path === "/" ? "/index.html" : path}`);
  const inside = relative(root, file);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? undefined : file;
}

function pathOf(url: string): string | undefined {
  try {
    const parsed = new URL(url);
    return parsed.protocol === `${scheme}:` && parsed.host === host ? decodeURIComponent(parsed.pathname) : undefined;
  } catch {
    return undefined;
  }
}

function headersFor(mediaType: string): Record<string, string> {
  return {
    "content-type": mediaType,
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    // The pages change with the application, not with time.
    "cache-control": "no-store",
  };
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: headersFor("text/plain; charset=utf-8") });
}
