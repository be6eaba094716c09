/**
 * Answer to two-way audio, and reload to audio, in two real browsers over loopback. Both are measured at the page: from the
 * press (or the reload) until the page's own ears have the other's tone. The ears look every 20 ms. Beside it, in turns, the same
 * between two browsers that talk to each other and to nothing else (lib/reference-call.ts).
 */
import { person, type Page, type Person } from "@liantai/e2e/harness/browser.ts";
import {
  becomeReady,
  customerCalls,
  customerIs,
  agentIs,
  phaseIs,
  press,
  signIn,
} from "@liantai/e2e/harness/agent-page.ts";
import { earsFor, isTone, untilHeard } from "@liantai/e2e/harness/listen.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { firstTone } from "./lib/first-tone.ts";
import { serveReferenceCall } from "./lib/reference-call.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const agentHz = 500;
const customerHz = 1100;
const rounds = Number(process.env["CALL_ROUNDS"] ?? 12);

interface Round {
  readonly answer: number;
  readonly reload: number;
}

/** A call rings at the agent's page: answered, talked, reloaded in the middle. */
async function takeCall(agent: Page, customer: Page): Promise<Round> {
  const waiting = Promise.all([firstTone(agent, customerHz), firstTone(customer, agentHz)]);
  const pressed = Date.now();
  await press(agent, "接听");
  const answer = Math.max(...(await waiting)) - pressed;
  await Promise.all([
    untilHeard(agent, [agentHz, customerHz], isTone(1)),
    untilHeard(customer, [agentHz, customerHz], isTone(0)),
  ]);
  const began = Date.now();
  await agent.reload({ waitUntil: "domcontentloaded" });
  return { answer, reload: (await firstTone(agent, customerHz)) - began };
}

async function ourRound(url: string, agent: Page, customer: Page): Promise<Round> {
  await customerCalls(customer, url);
  await phaseIs(agent, "ringing");
  const round = await takeCall(agent, customer);
  await phaseIs(agent, "talking");
  await press(agent, "挂断");
  await customerIs(customer, "ended");
  await agentIs(agent, 4);
  await press(agent, "完成");
  await agentIs(agent, 1);
  return round;
}

async function theirRound(url: string, agent: Page, customer: Page): Promise<Round> {
  await customer.goto(url);
  await customer.waitForSelector("body[data-open]");
  await press(customer, "呼叫");
  await agent.waitForSelector('body[data-state="ringing"]');
  const round = await takeCall(agent, customer);
  await press(agent, "挂断");
  await customer.waitForSelector('body[data-state=""]');
  return round;
}

export async function run(): Promise<Measured> {
  const [server, reference] = await Promise.all([startServer(), serveReferenceCall()]);
  const people: Person[] = [];
  const page = async (hz: number): Promise<Page> => {
    const one = await person(hz);
    people.push(one);
    await earsFor(one.page);
    return one.page;
  };
  try {
    const [agent, customer] = [await page(agentHz), await page(customerHz)];
    const [plainAgent, plainCustomer] = [await page(agentHz), await page(customerHz)];
    await signIn(agent, server.url, { account: "1001" });
    await becomeReady(agent);
    await plainAgent.goto(reference.url);
    const { ours, theirs } = await inTurns(
      rounds,
      () => ourRound(server.url, agent, customer),
      () => theirRound(reference.url, plainAgent, plainCustomer),
    );
    const over = (what: string, of: keyof Round, q: number) =>
      compare(
        { what, reference: "Chromium to Chromium", unit: "ms" },
        quantile(
          ours.map((round) => round[of]),
          q,
        ),
        quantile(
          theirs.map((round) => round[of]),
          q,
        ),
      );
    return {
      name: "first-call",
      compared: [
        over("answer to two-way audio, median", "answer", 0.5),
        over("the same, p95", "answer", 0.95),
        over("reload in mid-call to audio, median", "reload", 0.5),
        over("the same, p95", "reload", 0.95),
      ],
      unit: "",
      goal: "answer to two-way audio p95 < 500 ms, reload to audio p95 < 1000",
      values: { rounds },
    };
  } finally {
    await Promise.all(people.map((one) => one.close()));
    reference.close();
    await server.stop();
  }
}
