import { on, once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { silentLogger } from "../../../testing/index.ts";
import { Ari } from "./ari.ts";

interface Request {
  readonly request_id: string;
  readonly method: string;
  readonly uri: string;
}

/** What Asterisk hears on its next connection. */
async function connected(asterisk: WebSocketServer) {
  const [ws] = (await once(asterisk, "connection")) as [WebSocket];
  const requests = on(ws, "message");
  return {
    ws,
    next: async () => {
      const { value } = (await requests.next()) as IteratorResult<readonly Buffer[], undefined>;
      return JSON.parse(String(value?.[0])) as Request;
    },
    answer: ({ request_id }: Request, status_code: number) =>
      ws.send(JSON.stringify({ type: "RESTResponse", request_id, status_code })),
  };
}

test("what was to end when the connection to Asterisk broke is ended once there is another, and no more", async () => {
  const asterisk = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(asterisk, "listening");
  const { port } = asterisk.address() as AddressInfo;
  const access = { url: `http://127.0.0.1:${port}/ari`, user: "u", password: "p" };
  const ari = new Ari(access, silentLogger, { event: () => {}, up: () => {}, ready: () => undefined });
  try {
    const [first] = await Promise.all([connected(asterisk), ari.start()]);
    const gone = ari.attempt("DELETE", "/channels/a", { reason_code: 16 });
    first.answer(await first.next(), 404);
    expect(await gone).toBe(false);
    const [lost, played] = [
      ari.attempt("DELETE", "/channels/b", { reason_code: 21 }),
      ari.attempt("POST", "/channels/c/ring"),
    ];
    expect(await first.next()).toMatchObject({ method: "DELETE", uri: "channels/b?reason_code=21" });
    const second = connected(asterisk);
    first.ws.terminate();
    expect(await Promise.all([lost, played])).toEqual([false, false]);
    const { next, answer } = await second;
    const again = await next();
    expect(again).toMatchObject({ method: "DELETE", uri: "channels/b?reason_code=21" });
    answer(again, 204);
    const asked = ari.attempt("POST", "/channels/d/ring");
    const after = await next();
    expect(after).toMatchObject({ method: "POST", uri: "channels/d/ring" });
    answer(after, 204);
    expect(await asked).toBe(true);
  } finally {
    ari.stop();
    for (const ws of asterisk.clients) ws.terminate();
    asterisk.close();
  }
});
