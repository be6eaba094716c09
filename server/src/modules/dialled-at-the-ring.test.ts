/** B11 of dialling: whose telephone rings for a task's customer knows him before he hears him. The real engine, dialler and database. */
import { testSealer } from "../testing/seeded.ts";
import { seatCaller } from "../testing/who.ts";
import type { RequestContext } from "../http/routes.ts";
import { attempts, diallers, joins, makeTask } from "../testing/dial-floor.ts";
import { createAudit } from "./audit/index.ts";
import { createDialRefs } from "./dial-refs/index.ts";
import { createPreviewService } from "./dialling/preview/service.ts";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const phone = "13800138001";
beforeEach(async () => {
  await stage();
  s.sw.autoAnswers = false;
});

/** As the seat's page asks it. */
async function ofCall(agentId: string, callId: string) {
  const { ports } = s;
  const refs = createDialRefs({ sealer: testSealer, clock: ports.clock });
  const service = createPreviewService({ ports, audit: createAudit(ports), refs });
  const context = { caller: seatCaller({ compId: s.compId, agentId }), address: "", headers: {} };
  return (await service.ofCall({ callId }, context as unknown as RequestContext)).number;
}

/** A customer who has answered, and a seat whose telephone rings for him. */
async function rings() {
  const user = await s.called(phone);
  const taskId = await makeTask(s, { agents: ["1001", "1002"], phones: [phone], mode: "ratio", retries: [] });
  const page = await s.ready("1001");
  await joins(s, taskId, "1001");
  const [leg] = s.sw.at(user);
  s.sw.pickUp(leg!);
  await s.settle();
  const call = page.callView()!;
  expect(call).toMatchObject({ phase: "ringing", taskid: taskId });
  return { page, taskId, leg: leg!, callId: call.callId, telephone: s.sw.at(page.user)[0]! };
}

test("D48 the number and its data are known at the ring, to whose telephone rings alone; a tone comes before the customer", async () => {
  const { page, leg, callId, telephone } = await rings();
  expect(await ofCall("1001", callId)).toMatchObject({ phone, state: "answered" });
  expect(await ofCall("1002", callId)).toBeNull();
  s.sw.pickUp(telephone);
  await s.settle();
  expect([page.callView()?.phase, s.sw.hears(telephone), s.sw.hears(leg)]).toEqual([
    "talking",
    "tone",
    `leg ${telephone}`,
  ]);
  await s.advance(200);
  expect(s.sw.hears(telephone)).toBe(`leg ${leg}`);
  expect(await ofCall("1001", callId)).toMatchObject({ state: "connected" });
});

test("D48 whose telephone rang in vain did not have him", async () => {
  const { taskId, leg, callId, telephone } = await rings();
  s.sw.leave(telephone, "busy");
  await s.settle();
  s.sw.leave(leg);
  await s.settle();
  expect(await attempts(s, taskId)).toMatchObject([{ agentId: "", connectedAt: null }]);
  expect(await ofCall("1001", callId)).toBeNull();
});
