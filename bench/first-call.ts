/**
 * Answer to two-way audio, and reload to audio, in two real browsers over loopback. Both are measured at the page: from the
 * press (or the reload) until the page's own ears have the other's tone. The ears look every 20 ms.
 */
import { person } from "@liantai/e2e/harness/browser.ts";
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
import { firstTone } from "./lib/first-tone.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { quantile, type Measured } from "./lib/result.ts";

const agentHz = 500;
const customerHz = 1100;
const rounds = 8;

export async function run(): Promise<Measured> {
  const server = await startServer();
  const [agent, customer] = await Promise.all([person(agentHz), person(customerHz)]);
  const answer: number[] = [];
  const reload: number[] = [];
  try {
    await Promise.all([earsFor(agent.page), earsFor(customer.page)]);
    await signIn(agent.page, server.url, { account: "1001" });
    await becomeReady(agent.page);
    for (let round = 0; round < rounds; round++) {
      await customerCalls(customer.page, server.url);
      await phaseIs(agent.page, "ringing");
      const waiting = Promise.all([firstTone(agent.page, customerHz), firstTone(customer.page, agentHz)]);
      const from = Date.now();
      await press(agent.page, "接听");
      answer.push(Math.max(...(await waiting)) - from);
      await Promise.all([
        untilHeard(agent.page, [agentHz, customerHz], isTone(1)),
        untilHeard(customer.page, [agentHz, customerHz], isTone(0)),
      ]);
      const began = Date.now();
      await agent.page.reload({ waitUntil: "domcontentloaded" });
      reload.push((await firstTone(agent.page, customerHz)) - began);
      await phaseIs(agent.page, "talking");
      await press(agent.page, "挂断");
      await customerIs(customer.page, "ended");
      await agentIs(agent.page, 4);
      await press(agent.page, "完成");
      await agentIs(agent.page, 1);
    }
  } finally {
    await Promise.all([agent.close(), customer.close()]);
    await server.stop();
  }
  return {
    name: "first-call",
    compared: [],
    unit: "ms",
    goal: "answer to two-way audio p95 < 500, reload to audio p95 < 1000",
    values: {
      answerP50: quantile(answer, 0.5),
      answerP95: quantile(answer, 0.95),
      reloadP50: quantile(reload, 0.5),
      reloadP95: quantile(reload, 0.95),
      rounds,
    },
  };
}
