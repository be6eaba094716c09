/** WebSocket servers of this machine for tests. */
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

export interface TestServer {
  /** ws://127.0.0.1:PORT */
  readonly address: string;
  /** Authorization of each client, '' where there was none. */
  readonly keys: readonly string[];
  /** Connections that are open. */
  readonly open: () => number;
  close(): Promise<void>;
}

export async function serveSockets(serve: (socket: WebSocket) => void): Promise<TestServer> {
  const keys: string[] = [];
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket, { headers }) => {
    keys.push(headers.authorization ?? "");
    socket.on("error", () => undefined);
    serve(socket);
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    open: () => server.clients.size,
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
