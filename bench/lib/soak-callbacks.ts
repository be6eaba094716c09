/** A number of the soak whose group has one agent: who calls it waits, is offered the menu, and is called back. */
import { accessNumApi, skillGroupApi, skillGroupMemberApi } from "@liantai/api/contract/admin";
import { apiSignIn, type ApiSession } from "@liantai/e2e/harness/api.ts";
import type { SipClient } from "@liantai/server/testing/telephone";
import type { SipCall } from "./floor-agent.ts";
import type { Draw } from "./soak-acts.ts";
import { sleep } from "./soak-agent.ts";
import { comp } from "./seats.ts";

export const waitingNumber = "4009";
const menuEveryS = 4;
/** So long who may have asked waits for his telephone. */
const backMs = 60_000;
const nowhere = { kind: "none", id: "" };

export async function addWaitingGroup(url: string, admin: ApiSession, agentIds: readonly string[]): Promise<void> {
  const operator = await apiSignIn(url, "admin", 0, "000000");
  const line = { number: waitingNumber, title: "回呼热线", compId: comp, concurrency: 50, price: 0, enabled: 1 };
  const { id: numberId } = await operator.post<{ id: string }>(accessNumApi.add.path, line);
  const { id } = await admin.post<{ id: string }>(skillGroupApi.add.path, {
    name: "回呼组",
    enabled: 1,
    strategy: "longest-idle",
    queueLimit: 50,
    maxWaitS: 0,
    ringS: 20,
    wrapUpS: 5,
    serviceLevelS: 20,
    musicId: "",
    positionOn: 0,
    positionEveryS: 30,
    waitEveryS: 0,
    waitText: "",
    waitVoiceId: "",
    overflowFull: nowhere,
    overflowWait: nowhere,
    overflowAbsent: nowhere,
    menuEveryS,
    menuCallback: 1,
    remark: "",
  });
  await admin.post(skillGroupMemberApi.add.path, { skillGroupId: id, agentIds, level: 1, priority: 2 });
  await admin.post(accessNumApi.saveSetting.path, {
    id: numberId,
    rules: [],
    fallback: { target: { kind: "skillGroup", id }, greeting: "", greetingVoice: "" },
  });
}

export type WaiterEnd = "waited and talked" | "called back" | "waited and ended";

/** Waits, presses 2 and 1 once the menu is heard, and then for the telephone. `calledBack`: how often it was, so far. */
export async function waitAs(customer: SipClient, draw: Draw, calledBack: () => number): Promise<WaiterEnd> {
  const call: SipCall = await customer.call(waitingNumber);
  let over = false;
  void call.ended.then(() => (over = true));
  const until = (ms: number): Promise<void> => Promise.race([call.ended.then(() => undefined), sleep(ms)]);
  const before = calledBack();
  try {
    await until((menuEveryS + 2) * 1_000);
    for (const digit of ["2", "1"]) {
      if (!over) call.info(digit);
      await until(1_500);
    }
    await until(4_000 + draw(6_000));
    if (!over) {
      call.bye();
      return "waited and talked";
    }
    for (let ms = 0; ms < backMs; ms += 500) {
      if (calledBack() > before) return "called back";
      await sleep(500);
    }
    return "waited and ended";
  } finally {
    const at = customer.calls.indexOf(call);
    if (at >= 0) customer.calls.splice(at, 1);
  }
}
