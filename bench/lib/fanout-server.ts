/**
 * One server of bench/fanout.ts in a process of its own, so that its CPU time is its own: the console's message socket, or
 * plain ws or socket.io as their documentation shows them. Told what to publish by its parent; answers with CPU microseconds.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRealtimeModule, type Caller, type SocketInfo } from "@liantai/server/realtime";
import { Server as SocketIo } from "socket.io";
import { WebSocketServer, type WebSocket } from "ws";

export interface Order {
  readonly messages: number;
  /** Published together, e.g. what one call's end causes; then a pause. */
  readonly burst: number;
  readonly pauseMs: number;
}

const message = {
  type: "callRecorded",
  callId: "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11",
  agentId: "1001",
  cause: "completed",
  note: "客户咨询发票，已登记工单并承诺次日回复",
} as const;

interface Fan {
  /** Absent where the library takes its sockets from the server itself. */
  readonly accept?: (socket: WebSocket, info: SocketInfo) => void;
  publish(n: number): void;
  /** Bytes that the clients have not taken yet. */
  backlog(): number;
}

const server = createServer();

const waiting = (clients: Iterable<WebSocket>): number =>
  [...clients].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);

function plain(): Fan {
  const clients = new Set<WebSocket>();
  return {
    accept: (socket) => void clients.add(socket),
    publish: (n) => clients.forEach((client) => client.send(JSON.stringify({ seq: n, ...message }))),
    backlog: () => waiting(clients),
  };
}

/** As its documentation sends to everybody: encoded once, WebSocket alone. */
function socketIo(): Fan {
  const io = new SocketIo(server, { transports: ["websocket"], serveClient: false });
  const clients = new Set<WebSocket>();
  io.engine.on("connection", ({ transport }: { readonly transport: { readonly socket: WebSocket } }) =>
    clients.add(transport.socket),
  );
  return {
    publish: (n) => void io.emit("message", { seq: n, ...message }),
    backlog: () => waiting(clients),
  };
}

async function ours(): Promise<Fan> {
  const clients = new Set<WebSocket>();
  const handlers = new Map<string, (payload: unknown) => void>();
  const none = () => ({ cancel: () => undefined });
  let ids = 0;
  const who = (n: number): Caller => ({
    sessionId: `s${n}`,
    userId: `u${n}`,
    userName: "",
    nickName: "",
    roleType: 2,
    roleId: "",
    compId: "100001",
    agentId: String(n),
    groupId: null,
    isHiddenNum: false,
    hiddenGlobalPhone: false,
    empower: {},
    operator: false,
  });
  const realtime = createRealtimeModule({
    ports: {
      broker: {
        publish: async () => undefined,
        subscribe: async (topic: string, handler: (payload: unknown) => void) => (
          handlers.set(topic, handler),
          async () => undefined
        ),
      },
      clock: { now: Date.now, monotonic: Date.now, after: none, every: none },
      random: { token: () => `stream-${(ids += 1)}`, id: () => "", int: () => 0 },
      logger: console,
    },
    engine: { assist: async () => ({ code: -404 }) },
    taskCounts: async () => undefined,
    tickets: {
      redeem: async () => who((ids += 1)),
      redeemDigest: async () => undefined,
      issue: async () => ({ ticket: "", expiresIn: 0 }),
    },
    sessions: { endsOf: async () => new Map(), living: async () => new Map() },
    monitorsOf: async () => [],
    maySee: async () => true,
    waiting: async () => [],
    watches: {
      subscribe: () => undefined,
      unsubscribe: () => undefined,
      again: () => undefined,
      granted: async () => [],
    },
  });
  await realtime.start?.();
  const route = realtime.sockets![0]!;
  return {
    accept(socket, info) {
      clients.add(socket);
      void route.authorise(info).then((admitted) => route.accept(socket, info, admitted));
    },
    backlog: () => waiting(clients),
    publish: () => handlers.get("message.send")!({ to: { compId: "100001" }, message }),
  };
}

const kinds = { ours, ws: plain, "socket.io": socketIo };
export type Kind = keyof typeof kinds;
const isKind = (word: string | undefined): word is Kind => word !== undefined && Object.hasOwn(kinds, word);

const kind = process.argv[2];
if (!isKind(kind)) throw new Error(`no server ${kind}`);
const fan = await kinds[kind]();
const { accept } = fan;
if (accept)
  new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket, request) =>
    accept(socket, { url: new URL(`http://x${request.url}`), address: "", device: "", request }),
  );
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));

let published = 0;
process.on("message", (order: Order) => {
  const before = process.cpuUsage();
  let left = order.messages;
  const next = (): void => {
    for (let i = 0; i < order.burst && left > 0; i += 1, left -= 1) fan.publish((published += 1));
    if (left > 0) setTimeout(next, order.pauseMs);
    else drained();
  };
  // Done when the sockets have taken everything, so that late writes are counted.
  const drained = (): void => {
    if (fan.backlog() > 0) return void setTimeout(drained, 5);
    setTimeout(() => {
      const used = process.cpuUsage(before);
      process.send!({ cpuUs: used.user + used.system });
    }, 20);
  };
  next();
});
process.on("disconnect", () => process.exit(0));
