/**
 * Agents and customers without browsers, with real SIP and real audio, in a process of their own so that a bench does not
 * weigh them with the server. Told what to do by its parent (Order), tells it what came of it (News).
 */
import { SipClient } from "@liantai/server/testing/telephone";
import { directNumber } from "@liantai/e2e/harness/agent-page.ts";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { floorAgent, type FloorAgent } from "./floor-agent.ts";
import { addSeats, comp, seatPassword } from "./seats.ts";

export type Order =
  | { readonly do: "open"; readonly url: string; readonly agents: number; readonly customers: number }
  /** Every customer calls and talks on. */
  | { readonly do: "talk" }
  /** Calls of `talkMs` of talk each, as many side by side as there are customers. */
  | { readonly do: "calls"; readonly count: number; readonly talkMs: number };
export type News = { readonly done: Order["do"]; readonly answered: number; readonly failed: number };

const agents: FloorAgent[] = [];
const customers: SipClient[] = [];

async function open({ url, agents: many, customers: callers }: Extract<Order, { do: "open" }>): Promise<void> {
  const ids = Array.from({ length: many }, (_, i) => String(2_001 + i));
  await addSeats(url, await apiSignIn(url, "admin", 1), ids);
  for (const agentId of ids) agents.push(await floorAgent(url, comp, agentId, seatPassword));
  for (let i = 0; i < callers; i += 1) {
    const reply = await fetch(`${url}/customer/api/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ number: directNumber, phone: `138000${String(10_000 + i)}` }),
    });
    const { data } = (await reply.json()) as {
      data: { user: string; password: string; realm: string; socket: string };
    };
    const client = await SipClient.connect({ ...data, url: data.socket, toneHz: 440 });
    await client.register();
    customers.push(client);
  }
}

/** One call of a customer from its INVITE to the first word of an agent; undefined: it came to nothing. */
async function call(customer: SipClient, talkMs: number | undefined): Promise<boolean> {
  const made = await customer.call(directNumber);
  const heard = made.peer.connected
    .then(() => made.peer.ears.tone(500, 60_000))
    .then(
      () => true,
      () => false,
    );
  const talked = await Promise.race([heard, made.ended.then(() => false)]);
  if (talkMs === undefined) return talked;
  if (talked) await new Promise((resolve) => setTimeout(resolve, talkMs));
  made.bye();
  customer.calls.length = 0;
  return talked;
}

async function calls(count: number, talkMs: number): Promise<number> {
  let left = count;
  let answered = 0;
  await Promise.all(
    customers.map(async (customer) => {
      while (left > 0) {
        left -= 1;
        if (await call(customer, talkMs)) answered += 1;
      }
    }),
  );
  return answered;
}

async function obey(order: Order): Promise<News> {
  if (order.do === "open") {
    await open(order);
    return { done: order.do, answered: 0, failed: 0 };
  }
  const count = order.do === "talk" ? customers.length : order.count;
  const answered =
    order.do === "talk"
      ? (await Promise.all(customers.map((customer) => call(customer, undefined)))).filter(Boolean).length
      : await calls(order.count, order.talkMs);
  return { done: order.do, answered, failed: count - answered };
}

process.on("message", (order: Order) => void obey(order).then((news) => process.send!(news)));
process.on("disconnect", () => process.exit(0));
