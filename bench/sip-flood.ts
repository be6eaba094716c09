/**
 * Three sockets on /xcc/ws that nobody is signed in on send 2,900 OPTIONS each, as fast as they can, while an agent's CTI
 * link asks for its state and waits for the answer, again and again. Before it the same for as long without a flood: what the
 * machine does by itself. Beside it what a message costs: sip.js with its own grammar against ours, parsed and answered in
 * turns on one thread.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { measureMessages } from "@liantai/server/testing/sip-load";
import { ctiLink, type Link } from "./lib/cti-link.ts";
import { optionsMessage } from "./lib/options-message.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";

const senders = 3;
const messages = 2_900;
const quietMs = 3_000;
const floodMs = 6_000;

/** Round trips one after the other for so long, 40 ms apart: a link may send so many lines a second and no more. */
async function watch(link: Link, ms: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    times.push(await link.ask());
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return times;
}

/** Resolves with how many answers came before the server had enough. */
async function flood(url: string): Promise<number> {
  const workerData = { url: `${url.replace("http", "ws")}/xcc/ws`, sockets: senders, messages, ms: floodMs };
  const worker = new Worker(new URL("./lib/flooder.ts", import.meta.url), { workerData });
  const [answers] = (await once(worker, "message")) as [number];
  await worker.terminate();
  return answers;
}

export async function run(): Promise<Measured> {
  const cost = await measureMessages(optionsMessage);
  const server = await startServer();
  try {
    const link = await ctiLink(server.url);
    await watch(link, 1_000);
    const quiet = await watch(link, quietMs);
    const [during, answered] = await Promise.all([watch(link, floodMs), flood(server.url)]);
    link.close();
    return {
      name: "sip-flood",
      compared: [
        compare(
          { what: "a message parsed and answered, CPU", reference: "sip.js with its own grammar", unit: "ms" },
          cost.ours,
          cost.library,
        ),
        compare(
          { what: "worst CTI round trip under the flood", reference: "the same without a flood", unit: "ms" },
          Math.max(...during),
          Math.max(...quiet),
        ),
      ],
      unit: "(ms, messages)",
      goal: "no CTI round trip over 20 ms; under 0.3 ms of CPU a message",
      values: {
        floodP99: quantile(during, 0.99),
        roundTrips: during.length,
        answered,
        sent: senders * messages,
      },
    };
  } finally {
    await server.stop();
  }
}
