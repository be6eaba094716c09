/** The message sockets of a demonstration, on a port of their own. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { authApi, socketPath } from "@liantai/api/contract";
import { WebSocket, WebSocketServer } from "ws";
import type { SocketInfo } from "../../http/module.ts";
import { createTaskCounts } from "../../modules/dialling/index.ts";
import { createMonitorModule } from "../../modules/monitor/index.ts";
import { monitorsSeeing } from "../../modules/seats/index.ts";
import { openDemo, type Demo } from "../../testing/demo.ts";
import { createRealtimeModule, type RealtimeModule } from "../index.ts";

export interface Client {
  readonly socket: WebSocket;
  readonly frames: Record<string, unknown>[];
  until(count: number): Promise<Record<string, unknown>[]>;
  /** Close code. */
  readonly closed: Promise<number>;
}

export interface Sockets {
  readonly demo: Demo;
  readonly realtime: RealtimeModule;
  /** Ended after the test. */
  readonly open: WebSocket[];
  connect(parameters: Record<string, string>, path?: string): Promise<Client>;
  ticket(token: string, use?: "message" | "cti"): Promise<string>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The engine says of the call c-own that it is whoever's asks. */
export async function openSockets(): Promise<Sockets> {
  const demo = await openDemo();
  const engine = { live: async () => ({ epoch: "e", v: 0, agents: [] }) };
  const monitor = createMonitorModule({ ports: demo.ports, engine, maySee: async () => true });
  await monitor.start?.();
  const realtime = createRealtimeModule({
    ports: demo.ports,
    watches: monitor.watches,
    engine: { assist: async (_compId, _agentId, callId) => ({ code: callId === "c-own" ? 1 : -404 }) },
    tickets: demo.auth.tickets,
    sessions: demo.auth.sessions,
    maySee: demo.auth.maySee,
    taskCounts: createTaskCounts(demo.ports),
    waiting: async () => [],
    monitorsOf: (compId, agentId) => demo.ports.database.tenant(compId, (trx) => monitorsSeeing(trx, compId, agentId)),
  });
  await realtime.start?.();
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer().on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const route = realtime.sockets?.find((each) => each.path === url.pathname);
    const info: SocketInfo = { url, address: "127.0.0.1", device: "jest", request };
    void Promise.resolve(route?.authorise(info) ?? false).then((authorised) => {
      if (!route || authorised === false) return socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
      upgrades.handleUpgrade(request, socket, head, (ws) => route.accept(ws, info, authorised));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const open: WebSocket[] = [];

  return {
    demo,
    realtime,
    open,
    async connect(parameters, path = socketPath) {
      const { port } = server.address() as AddressInfo;
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?${new URLSearchParams(parameters)}`);
      open.push(socket);
      const frames: Record<string, unknown>[] = [];
      let woken = () => {};
      socket.on("message", (data) => {
        frames.push(JSON.parse((data as Buffer).toString()) as Record<string, unknown>);
        woken();
      });
      const closed = new Promise<number>((resolve) => socket.once("close", resolve));
      await once(socket, "open");
      return {
        socket,
        frames,
        closed,
        async until(count) {
          while (frames.length < count) await new Promise<void>((resolve) => (woken = resolve));
          return frames;
        },
      };
    },
    ticket: async (token, use = "message") => (await demo.call(authApi.ticket, { body: { use } }, token)).ticket,
    async reset() {
      for (const socket of open.splice(0)) socket.terminate();
      await demo.reset();
    },
    async close() {
      await monitor.stop?.();
      await realtime.stop?.();
      server.close();
      await demo.close();
    },
  };
}
