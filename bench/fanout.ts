/**
 * Message fan-out: deliveries per CPU second of the server process, the console's message socket against plain ws, 500
 * sockets, rounds interleaved. `burst` is how many messages come together: what one event causes, or what gathered while
 * the process was busy.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import type { Order } from "./lib/fanout-server.ts";
import { compare, type Compared, type Measured } from "./lib/result.ts";

const socketCount = 500;
const rounds = 5;
const bursts = [1, 4, 16];
const messages = 320;

interface Side {
  readonly child: ChildProcess;
  readonly clients: WebSocket[];
  received: number;
}

async function open(kind: "ws" | "ours"): Promise<Side> {
  const child = fork(fileURLToPath(new URL("./lib/fanout-server.ts", import.meta.url)), [kind]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const side: Side = { child, clients: [], received: 0 };
  for (let i = 0; i < socketCount; i += 1) {
    const client = new WebSocket(`ws://127.0.0.1:${port}/ws/api/v1/socket?token=t`, { perMessageDeflate: false });
    client.on("message", (data: Buffer) => {
      if (data.subarray(0, 7).toString() === '{"seq":') side.received += 1;
    });
    await once(client, "open");
    side.clients.push(client);
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
  const [ours, ws] = [await open("ours"), await open("ws")];
  const compared: Compared[] = [];
  try {
    for (const burst of bursts) {
      const order = { messages, burst, pauseMs: 1 };
      const figures: { ours: number[]; ws: number[] } = { ours: [], ws: [] };
      await round(ours, order);
      await round(ws, order);
      for (let i = 0; i < rounds; i += 1) {
        figures.ours.push(await round(ours, order));
        figures.ws.push(await round(ws, order));
      }
      const what = `bursts of ${burst}`;
      compared.push(
        compare({ what, reference: "plain ws", unit: "deliveries per server CPU second" }, figures.ours, figures.ws),
      );
    }
  } finally {
    for (const side of [ours, ws]) {
      for (const client of side.clients) client.terminate();
      side.child.disconnect();
    }
  }
  const [first, ...others] = compared;
  return {
    name: "fanout",
    compared: [first!, ...others],
    unit: "",
    values: {},
    goal: "4 times plain ws one at a time, 8 times in bursts, at 500 sockets",
  };
}
