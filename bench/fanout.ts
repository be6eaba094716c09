/**
 * Message fan-out: deliveries per CPU second of the server process, the console's message socket against plain ws and socket.io,
 * 500 sockets each, rounds in turns, medians. `burst` is how many messages come together: what one event causes, or what
 * gathered while the process was busy.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { io } from "socket.io-client";
import { WebSocket } from "ws";
import type { Kind, Order } from "./lib/fanout-server.ts";
import { compare, type Compared, type Measured } from "./lib/result.ts";

const socketCount = 500;
const rounds = 5;
const bursts = [1, 4, 16];
const messages = 320;

interface Side {
  readonly child: ChildProcess;
  readonly clients: { end(): void }[];
  received: number;
}

function socketOf(port: number, received: () => void): WebSocket {
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws/api/v1/socket?token=t`, { perMessageDeflate: false });
  return client.on("message", (data: Buffer) => {
    if (data.subarray(0, 7).toString() === '{"seq":') received();
  });
}

async function open(kind: Kind): Promise<Side> {
  const child = fork(fileURLToPath(new URL("./lib/fanout-server.ts", import.meta.url)), [kind]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const side: Side = { child, clients: [], received: 0 };
  const received = (): void => void (side.received += 1);
  for (let i = 0; i < socketCount; i += 1) {
    if (kind === "socket.io") {
      const client = io(`http://127.0.0.1:${port}`, { transports: ["websocket"], forceNew: true });
      client.on("message", received);
      await new Promise<void>((resolve) => client.on("connect", resolve));
      side.clients.push({ end: () => void client.disconnect() });
    } else {
      const client = socketOf(port, received);
      await once(client, "open");
      side.clients.push({ end: () => client.terminate() });
    }
  }
  return side;
}

/** Deliveries per CPU second. Throws when one is missing or doubled. */
async function round(side: Side, order: Order): Promise<number> {
  const expected = side.received + order.messages * socketCount;
  const answer = once(side.child, "message") as Promise<[{ cpuUs: number }]>;
  side.child.send(order);
  const [{ cpuUs }] = await answer;
  for (let waited = 0; side.received < expected && waited < 5_000; waited += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
  if (side.received !== expected) throw new Error(`${side.received - expected} deliveries too many`);
  return (order.messages * socketCount) / (cpuUs / 1e6);
}

export async function run(): Promise<Measured> {
  const [ours, ws, socketIo] = [await open("ours"), await open("ws"), await open("socket.io")];
  const compared: Compared[] = [];
  try {
    for (const burst of bursts) {
      const order = { messages, burst, pauseMs: 1 };
      const figures: Record<Kind, number[]> = { ours: [], ws: [], "socket.io": [] };
      // The first round warms up.
      for (let i = 0; i <= rounds; i += 1)
        for (const [kind, side] of [
          ["ours", ours],
          ["ws", ws],
          ["socket.io", socketIo],
        ] as const) {
          const figure = await round(side, order);
          if (i > 0) figures[kind].push(figure);
        }
      const [what, unit] = [`bursts of ${burst}`, "deliveries per server CPU second"];
      compared.push(compare({ what, reference: "plain ws", unit }, figures.ours, figures.ws));
      compared.push(compare({ what, reference: "socket.io", unit }, figures.ours, figures["socket.io"]));
    }
  } finally {
    for (const side of [ours, ws, socketIo]) {
      for (const client of side.clients) client.end();
      side.child.disconnect();
    }
  }
  const [first, ...others] = compared;
  return {
    name: "fanout",
    compared: [first!, ...others],
    unit: "",
    values: {},
    goal: "4 times plain ws one at a time, 8 times in bursts, 2.5 times socket.io, at 500 sockets",
  };
}
