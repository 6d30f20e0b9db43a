// The files that start the engine with the session: systemd's on Linux, launchd's on macOS.
import { join } from "node:path";

export interface ServicePlace {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly dataDirectory: string;
  /** The words that start the engine, the program's path first. */
  readonly command: readonly string[];
  readonly port: number;
}

export interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

export const socketUnits = ["gatehouse-http.socket", "gatehouse-hooks.socket"] as const;
export const serviceUnit = "gatehouse.service";
export const agentLabel = "dev.gatehouse.engine";

/** systemd listens first, so that an agent's first question starts the engine. */
export function systemdFiles({
  home,
  environment,
  dataDirectory,
  command,
  port,
}: ServicePlace): readonly ServiceFile[] {
  const folder = join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "systemd", "user");
  const service = `[Unit]
Description=Gatehouse: the engine that AI agents ask before they act
Documentation=man:systemd.service(5)

[Service]
ExecStart=${command.map(systemdWord).join(" ")}
Restart=on-failure
RestartSec=2
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`;
  return [
    { path: join(folder, serviceUnit), text: service },
    { path: join(folder, socketUnits[0]), text: socketText("http", `127.0.0.1:${port}`, "agents over HTTP") },
    {
      path: join(folder, socketUnits[1]),
      text: socketText("hooks", join(dataDirectory, "hooks.sock"), "hooks of agents"),
    },
  ];
}

function socketText(name: string, stream: string, what: string): string {
  return `[Unit]
Description=Gatehouse: the socket for ${what}

[Socket]
ListenStream=${stream.replaceAll("%", "%%")}
FileDescriptorName=${name}
SocketMode=0600
DirectoryMode=0700
Service=${serviceUnit}

[Install]
WantedBy=sockets.target
`;
}

/** A word as systemd reads it: percent signs and dollars stand for something else, quotes and backslashes are escaped. */
export function systemdWord(word: string): string {
  const escaped = word
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll("%", "%%")
    .replaceAll("$", "$$$$");
  return `"${escaped}"`;
}

export function launchdFile({ home, command, dataDirectory }: ServicePlace): ServiceFile {
  const strings = command.map((word) => `    <string>${xml(word)}</string>`).join("\n");
  return {
    path: join(home, "Library", "LaunchAgents", `${agentLabel}.plist`),
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${agentLabel}</string>
  <key>ProgramArguments</key>
  <array>
${strings}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>StandardErrorPath</key>
  <string>${xml(join(dataDirectory, "logs", "service.log"))}</string>
</dict>
</plist>
`,
  };
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
