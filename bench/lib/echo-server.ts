/** A plain ws server that answers every line with one of the length of a CTI response. Says its port. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const answer = "response|getAgentState|seq=1234&code=1&state=2&stateName=%E5%BF%99%E7%A2%8C&since=1766400000000";
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
server.on("connection", (socket) => socket.on("message", () => socket.send(answer)));
await once(server, "listening");
process.on("disconnect", () => process.exit(0));
process.send!({ port: (server.address() as AddressInfo).port });
