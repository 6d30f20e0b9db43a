// Vectors of finding the engine: the data directory by platform, and what address.json and the token file mean.
import { addressText } from "../../../src/main/app/addresses.ts";
import { addressFileName, dataDirectoryPath, tokenFileName } from "../../../src/shared/local/data-directory.ts";

const places = [
  { name: "Linux", platform: "linux", environment: {}, home: "/home/dev" },
  { name: "Linux with XDG_CONFIG_HOME", platform: "linux", environment: { XDG_CONFIG_HOME: "/c" }, home: "/home/dev" },
  { name: "macOS", platform: "darwin", environment: {}, home: "/Users/dev" },
  {
    name: "Windows",
    platform: "win32",
    environment: { APPDATA: "C:\\Users\\dev\\AppData\\Roaming" },
    home: "C:\\Users\\dev",
  },
  { name: "Windows without APPDATA", platform: "win32", environment: {}, home: "C:\\Users\\dev" },
  { name: "GATEHOUSE_HOME", platform: "linux", environment: { GATEHOUSE_HOME: "/srv/gate" }, home: "/home/dev" },
  { name: "an empty GATEHOUSE_HOME", platform: "linux", environment: { GATEHOUSE_HOME: "" }, home: "/home/dev" },
] as const;

export function discoveryVectors() {
  const address = {
    http: "http://127.0.0.1:3000",
    ws: "ws://127.0.0.1:3000",
    a2e: "tcp://127.0.0.1:3001",
    dataDirectory: "/home/dev/.config/Gatehouse",
    agentSocket: "/home/dev/.config/Gatehouse/agent.sock",
    operatorSocket: "/home/dev/.config/Gatehouse/operator.sock",
    a2eSocket: "/home/dev/.config/Gatehouse/a2e.sock",
  };
  const engine = { http: address.http, ws: address.ws, agent_socket: address.agentSocket };
  return {
    about:
      "directories: where the data directory is. addresses: the text of address.json, and the engine it names, provided a process with that pid runs. tokens: the text of the token file, and the token. sends_token: whether the token file's token goes to that address when the engine above runs.",
    address_file: addressFileName,
    token_file: tokenFileName,
    directories: places.map((place) => ({ ...place, directory: dataDirectoryPath(undefined, place) })),
    addresses: [
      { name: "as the engine writes it", text: addressText(address, undefined, 4711, "1.2.3"), pid: 4711, engine },
      { name: "no JSON", text: "{", engine: null },
      { name: "without a pid", text: JSON.stringify(engine), engine: null },
      { name: "empty", text: "", engine: null },
    ],
    tokens: [{ name: "one line", text: `${"ab".repeat(32)}\n`, token: "ab".repeat(32) }],
    sends_token: [
      { url: "ws://127.0.0.1:3000", sends: true },
      { url: "http://127.0.0.1:3000/rpc", sends: true },
      { url: "http://127.0.0.1:3001", sends: false },
      { url: "wss://example.com", sends: false },
    ],
  };
}
