/**
 * The first call after a start, by whoever signs in first: from the agent's answer until both hear each other, when the call
 * comes as soon as the agent is ready, and, beside it on the same server, when everything has run once. Telephones without
 * browsers in this process; each round has a server of its own.
 */
import { performance } from "node:perf_hooks";
import { SipClient } from "@liantai/server/testing/telephone";
import { floorAgent, type SipCall } from "./lib/floor-agent.ts";
import { compare, median, quantile, type Measured } from "./lib/result.ts";
import { serve } from "./lib/served.ts";
import { directNumber, password } from "@liantai/e2e/harness/agent-page.ts";

const rounds = Number(process.env["COLD_ROUNDS"] ?? 5);

async function customerOf(url: string): Promise<SipClient> {
  const reply = await fetch(`${url}/customer/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ number: directNumber, phone: "13800010000" }),
  });
  const { data } = (await reply.json()) as {
    data: { user: string; password: string; realm: string; socket: string };
  };
  const client = await SipClient.connect({ ...data, url: data.socket, toneHz: 440 });
  await client.register();
  return client;
}

async function round(): Promise<{ readonly first: number; readonly later: number }> {
  const server = await serve({ LIANTAI_E2E: "1" });
  let answering: (call: SipCall) => void = () => undefined;
  try {
    const agent = await floorAgent(server.url, "100001", "1001", password, { onAnswer: (call) => answering(call) });
    const customer = await customerOf(server.url);
    const once = async (): Promise<number> => {
      const answered = new Promise<SipCall>((resolve) => (answering = resolve));
      const made = await customer.call(directNumber);
      const other = await answered;
      const from = performance.now();
      await Promise.all([
        made.peer.connected.then(() => made.peer.ears.tone(500, 20_000)),
        other.peer.connected.then(() => other.peer.ears.tone(440, 20_000)),
      ]);
      const ms = performance.now() - from;
      made.bye();
      await made.ended;
      return ms;
    };
    const first = await once();
    const later: number[] = [];
    for (let i = 0; i < 3; i += 1) later.push(await once());
    await Promise.all([agent.close(), customer.close()]);
    return { first, later: quantile(later, 0.5) };
  } finally {
    await server.stop();
  }
}

export async function run(): Promise<Measured> {
  const figures: Awaited<ReturnType<typeof round>>[] = [];
  for (let i = 0; i < rounds; i += 1) figures.push(await round());
  const of = (which: "first" | "later"): number[] => figures.map((each) => each[which]);
  return {
    name: "cold-call",
    compared: [
      {
        ...compare(
          { what: "answer to two-way audio", reference: "a later call on the same server", unit: "ms" },
          of("first"),
          of("later"),
        ),
        // The median of the rounds' ratios: each round is a server of its own.
        ratio: median(figures.map(({ first, later }) => first / later)),
      },
    ],
    unit: "ms",
    goal: "answer to two-way audio p95 < 500, the first call after a start as well",
    values: {
      firstWorst: Math.max(...of("first")),
      rounds,
    },
  };
}
