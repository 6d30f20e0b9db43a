// The least an answer over a WebSocket can cost: a server that sends back what it gets.
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket) => {
  socket.on("message", (data: Buffer) => socket.send(data.toString("utf8")));
});
server.on("listening", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ http: "", ws: `ws://127.0.0.1:${port}` }));
});
process.once("SIGTERM", () => process.exit(0));
