/** What most journeys stand on: a server, an agent's browser and a customer's, whose microphones say different tones. */
import { person, type Person } from "./browser.ts";
import { earsFor } from "./listen.ts";
import { startServer, type RunningServer } from "./server.ts";

export const agentHz = 500;
export const customerHz = 1100;
/** isTone(0) is the agent's voice, isTone(1) the customer's. */
export const both = [agentHz, customerHz] as const;

export interface Stage {
  readonly server: RunningServer;
  readonly agent: Person;
  readonly customer: Person;
}

const closing: (() => Promise<void>)[] = [];

export async function openStage(): Promise<Stage> {
  const server = await startServer();
  closing.push(server.stop);
  const [agent, customer] = (await Promise.all(both.map((hz) => person(hz)))) as [Person, Person];
  closing.push(agent.close, customer.close);
  await Promise.all([earsFor(agent.page), earsFor(customer.page)]);
  return { server, agent, customer };
}

/** Browsers first, then the server; what did not open is not closed. */
export async function closeStage(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}
