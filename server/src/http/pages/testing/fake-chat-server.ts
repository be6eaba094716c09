/** FakeChat behind a real address, for pages in a real browser: the page itself, its POSTs, its socket. */
import type { AddressInfo } from "node:net";
import { chatSocketPath, type ChatClientFrame } from "@liantai/api/contract/im";
import Fastify from "fastify";
import { WebSocketServer } from "ws";
import { originAllowed } from "../../sockets.ts";
import { registerChatPage } from "../chat.ts";
import type { FakeChat, FakeLine } from "./fake-chat.ts";

export { FakeChat } from "./fake-chat.ts";

export interface FakeChatServer {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  close(): Promise<void>;
}

export async function serveFakeChat(chat: FakeChat): Promise<FakeChatServer> {
  const app = Fastify({ forceCloseConnections: true });
  registerChatPage(app);
  app.post<{ Params: { verb: string }; Body: Record<string, unknown> }>(
    "/customer/api/v1/chat/:verb",
    async ({ params: { verb }, body }, reply) => {
      const { status = 200, envelope, sound } = await chat.post(verb, body);
      if (sound !== undefined) return reply.type("audio/wav").send(Buffer.from(sound, "latin1"));
      return reply.code(status).send(envelope);
    },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const sockets = new WebSocketServer({ noServer: true });
  app.server.on("upgrade", (request, stream, head) => {
    const url = new URL(request.url ?? "/", "http://socket");
    const mayCome = originAllowed(request.headers.origin, request.headers.host, undefined, false);
    if (url.pathname !== chatSocketPath || !mayCome) return stream.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const line: FakeLine = {
        send: (frame) => socket.send(JSON.stringify(frame)),
        close: (code) => (code === 1006 ? socket.terminate() : socket.close(code)),
      };
      socket.on("close", () => chat.lines.delete(line));
      socket.on("message", (data) => chat.heard(line, JSON.parse(String(data)) as ChatClientFrame));
      if (!chat.connect(url.searchParams.get("token") ?? "", line)) socket.close(4004);
    });
  });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await app.close();
    },
  };
}
