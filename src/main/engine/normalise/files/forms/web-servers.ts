// Web servers: settings by which the requests of others, with their logins, are copied or shown to somebody else.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { type Form, type ReadFile, setting } from "./form.ts";

const outside = /\bproxy_pass\s+https?:\/\/([\w.-]+\.[a-z]{2,}|\d+(?:\.\d+){3})\b/giu;
const ownHost = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/u;

function readNginx(text: string): ReadFile {
  const given = text.slice(0, 64_000);
  const settings: SettingFact[] = [];
  const mirrors = /^\s*mirror\s+\/\S+\s*;/mu.test(given);
  for (const [, host = ""] of [...given.matchAll(outside)].slice(0, 50))
    if (mirrors && !ownHost.test(host)) settings.push(setting("requests-copied", host));
  if (/\blog_format\b[^;]{0,600}\$(?:http_authorization|http_cookie|request_body|cookie_\w+)/u.test(given))
    settings.push(setting("requests-copied", "log_format"));
  return { steps: [], settings };
}

export const webServers: readonly Form[] = [
  {
    form: "web-server",
    kind: "infrastructure",
    path: /\/(?:nginx|openresty|conf\.d|sites-(?:available|enabled))\/.*[\w.-]+$|\/nginx[\w.-]*\.conf$/u,
    content: /\b(?:server|location|upstream|http)\s*[\w./~^ ]*\{/u,
    read: readNginx,
    match: [
      {
        path: "nginx/conf.d/a.conf",
        text: "server {\n  location / {\n    mirror /m;\n  }\n  location = /m {\n    proxy_pass http://e.example$request_uri;\n  }\n}\n",
        sets: ["requests-copied=e.example"],
      },
      { path: "nginx.conf", text: "server {\n  location / { proxy_pass https://api.acme.example; }\n}\n", sets: [] },
    ],
    not_match: [{ path: "conf.d/a.ini", text: "a=b" }],
  },
];
