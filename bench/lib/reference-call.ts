/**
 * A call between two browsers and nothing else: a page of a few lines, signalling through plain ws, PCMU or PCMA, a fresh
 * RTCPeerConnection a call. What Chromium itself takes from the press on 接听, or from a reload, until the other is heard.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { callPage } from "./reference-call-page.ts";

const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>reference</title></head>
<body><script>(${callPage.toString()})()</script></body></html>`;

export interface ReferenceServer {
  readonly url: string;
  close(): void;
}

/** Whatever one page says, the other one hears. */
export async function serveReferenceCall(): Promise<ReferenceServer> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html),
  );
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) =>
    socket.on("message", (data: Buffer) => {
      for (const other of sockets.clients) if (other !== socket) other.send(data.toString());
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}
