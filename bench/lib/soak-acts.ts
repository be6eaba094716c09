/** What agents, monitors and customers of the soak do, one of them at a time, by lot. */
import type { SipClient } from "@liantai/server/testing/telephone";
import type { SipCall } from "./floor-agent.ts";
import { sleep, type SoakAgent } from "./soak-agent.ts";

export type Draw = (below: number) => number;

/** Mulberry32: the same lots in every run. */
export function lots(seed: number): Draw {
  let a = seed;
  return (below) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const consultMs = 6_000;
const pace = 700;

interface Talk {
  readonly agent: SoakAgent;
  readonly callId: string;
  readonly others: readonly SoakAgent[];
  readonly draw: Draw;
}

const readyOther = ({ others, draw, agent }: Talk): SoakAgent | undefined => {
  const free = others.filter((each) => each !== agent && each.code() === 1);
  return free.length > 0 ? free[draw(free.length)] : undefined;
};

/** Asks another agent; true when he has answered. */
async function asked(talk: Talk): Promise<boolean> {
  const other = readyOther(talk);
  const { agent, callId } = talk;
  if (!other || !(await agent.say("consult", { callId, agentId: other.agentId }))) return false;
  const until = Date.now() + consultMs;
  while (Date.now() < until) {
    const view = agent.view();
    if (!view?.consult) await sleep(50);
    else if (view.consult.up) return true;
    else await sleep(100);
  }
  return false;
}

type Act = (talk: Talk) => Promise<unknown>;

/** Each by its name, which the bench counts. */
export const acts: Readonly<Record<string, Act>> = {
  talk: () => sleep(2_000),
  async hold({ agent, callId }) {
    await agent.say("hold", { callId });
    await sleep(pace * 2);
    await agent.say("unhold", { callId });
  },
  async consultCancel(talk) {
    if (await asked(talk)) await sleep(pace);
    if (talk.agent.view()?.consult) await talk.agent.say("consultCancel", { callId: talk.callId });
  },
  async consultTransfer(talk) {
    if (!(await asked(talk))) return;
    await sleep(pace);
    await talk.agent.say("tranfer", { callId: talk.callId });
  },
  async conference(talk) {
    const { agent, callId } = talk;
    if (!(await asked(talk)) || !(await agent.say("meeting", { callId }))) return;
    await sleep(pace);
    const third = readyOther(talk);
    if (third) await agent.say("meetingInvite", { callId, agentId: third.agentId });
    await sleep(pace * 3);
    const members = agent.view()?.members ?? [];
    const member = members.at(-1);
    if (member) await agent.say("meetingMute", { callId, member: member.id, muted: "1" });
    if (talk.draw(2) === 0) await agent.say("meetingEnd", { callId });
  },
  async transfer(talk) {
    const other = readyOther(talk);
    if (other) await talk.agent.say("transfer", { callId: talk.callId, agentId: other.agentId });
  },
  async recording({ agent, callId }) {
    await agent.say("recordControl", { callId, action: "pause" });
    await sleep(pace);
    await agent.say("recordControl", { callId, action: "resume" });
    await agent.say("recordControl", { callId, action: "mark", text: "重点" });
  },
  async data({ agent, callId }) {
    await agent.say("setCallData", { callId, callData: JSON.stringify({ 订单: callId.slice(0, 8) }) });
    await agent.say("dtmf", { callId, digits: "12#" });
  },
  drop: ({ agent, draw }) => agent.drop(1_000 + draw(3_000)),
  reset: ({ agent }) => agent.say("recover"),
};
export const actNames = Object.keys(acts);
/** How often each stands in the hat. */
const weights: Readonly<Record<string, number>> = { talk: 4, hold: 3, consultTransfer: 3, transfer: 2, conference: 3 };
export const hat: readonly string[] = actNames.flatMap((name) =>
  Array.from({ length: weights[name] ?? 2 }, () => name),
);

/** A monitor over somebody who talks. */
export async function supervise(monitor: SoakAgent, agents: readonly SoakAgent[], draw: Draw): Promise<string> {
  const talking = agents.filter((agent) => agent.view()?.phase === "talking");
  const over = talking[draw(Math.max(1, talking.length))];
  if (!over) return "";
  const { agentId } = over;
  if (draw(8) === 0) {
    await monitor.say("forceHangup", { agentId });
    return "forceHangup";
  }
  if (!(await monitor.say("monitor", { agentId, mode: "listen" }))) return "refused";
  await sleep(pace * 2);
  await monitor.say("monitor", { agentId, mode: "whisper" });
  await sleep(pace);
  if (draw(2) === 0) await monitor.say("insert", { agentId });
  await sleep(pace);
  if (draw(4) === 0) await monitor.say("switch", { agentId });
  await sleep(pace);
  const callId = monitor.view()?.callId;
  if (callId !== undefined) await monitor.say("hangup", { callId });
  return "supervise";
}

export type CustomerEnd = "talked" | "abandoned" | "dropped" | "refused";

/** A call of a customer, from the INVITE to its end. */
export async function callAs(customer: SipClient, draw: Draw, number: string): Promise<CustomerEnd> {
  const call: SipCall = await customer.call(number);
  let [up, over] = [false, false];
  void call.answered.then(() => (up = true));
  void call.ended.then(() => (over = true));
  const until = async (ms: number): Promise<void> => void (await Promise.race([call.ended, sleep(ms)]));
  const leave = (): void => {
    if (over) return;
    if (up) call.bye();
    else call.cancel();
  };
  const lot = draw(12);
  try {
    if (lot === 0) {
      await until(300 + draw(2_500));
      leave();
      return "abandoned";
    }
    await until(5_000 + draw(15_000));
    if (over) return "talked";
    if (lot === 1) {
      customer.drop();
      await call.peer.close();
      await sleep(2_000);
      await customer.reconnect();
      await customer.register();
      return "dropped";
    }
    leave();
    return "talked";
  } catch {
    return "refused";
  } finally {
    const at = customer.calls.indexOf(call);
    if (at >= 0) customer.calls.splice(at, 1);
  }
}
