/** Acceptance check E15 of the specification's inventory: overflow, the agent of the last time, priority, why, and what if. */
import { cdrApi, dayMs } from "@liantai/api/contract";
import { seatCaller } from "../../../testing/who.ts";
import { createRecordsModule, replayHour } from "../../records/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { askIn } from "../testing/real-floor.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
const q = queuesOf(() => s);
stageEach((stage) => (s = stage), { group: { announceEveryS: 0, wrapUpS: 0, maxWaitS: 0 } });

const rung = (page: Page) => page.callView()?.number;
async function serve(page: Page): Promise<void> {
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  await page.command("hangup", { callId: page.callView()!.callId });
  await s.settle();
}
const set = (page: Page, state: 1 | 2) => page.command("setState", { state: String(state) });
/** The steps 为何分配 of the last call with this number, as the call's detail words them. */
async function why(number: string): Promise<string[]> {
  const { callId } = (await s.records()).findLast((r) => r["caller"] === number)!;
  const administrator = seatCaller({ compId: s.compId, roleType: 1, agentId: null });
  const ask = askIn(createRecordsModule(s.ports).routes);
  const steps = await ask(cdrApi.callTrack, { body: { callId } }, administrator);
  return steps
    .filter(({ action }) => action === "为何分配给该坐席")
    .map(({ info }) => (JSON.parse(info) as { content: string }).content);
}

test("E15 overflow, sticky, priority: who comes first, why in the call's detail, what another strategy would have changed", async () => {
  const from = s.ports.clock.now();
  // A waits 60 s, then B with 5 minutes of priority comes: the score says B.
  const first = await s.signIn("1001");
  await s.customer("13800000001");
  await s.advance(60_000);
  await q.leadTo("skillGroup", q.own(), { priorityMin: 5 });
  await s.customer("13800000002");
  await set(first, 1);
  expect(rung(first)).toBe("13800000002");
  expect(await why("13800000002")).toEqual([
    "坐席空闲时客服一组有2位客户排队，本通得分5分，其后客户得分1分（得分=已等待+优先级）",
  ]);
  await serve(first);
  expect(rung(first)).toBe("13800000001");
  await serve(first);
  // C waits 6 minutes before another with 5 comes: the score says C.
  await set(first, 2);
  await q.leadTo("skillGroup", q.own(), { priorityMin: 0 });
  await s.customer("13800000003");
  await s.advance(360_000);
  await q.leadTo("skillGroup", q.own(), { priorityMin: 5 });
  await s.customer("13800000004");
  await set(first, 1);
  expect(rung(first)).toBe("13800000003");
  await serve(first);
  await serve(first);
  await set(first, 2);
  await q.leadTo("skillGroup", q.own(), { priorityMin: 0 });

  // Who talked with 1003 yesterday is offered to 1003, though 1001 has been idle longer; within the seconds, else to others.
  await q.change({ stickyDays: 7, stickyWaitS: 20 });
  const known = await s.ready("1003");
  await s.customer("13900000000");
  await serve(known);
  await s.ports.database.system((trx) =>
    trx
      .updateTable("call_record")
      .set({ startAt: new Date(s.ports.clock.now() - dayMs) })
      .where("compId", "=", s.compId)
      .where("caller", "=", "13900000000")
      .execute(),
  );
  await set(known, 2);
  await set(first, 1);
  await s.advance(5_000);
  await set(known, 1);
  await s.customer("13900000000");
  expect([rung(known), rung(first)]).toEqual(["13900000000", undefined]);
  expect((await why("13900000000"))[0]).toContain("优先分配给上次服务的坐席：1003");
  await serve(known);
  await set(known, 2);
  await s.customer("13900000000");
  await s.advance(19_000);
  expect(rung(first)).toBeUndefined();
  await s.advance(1_000);
  expect(rung(first)).toBe("13900000000");
  expect((await why("13900000000"))[0]).toBe(
    "空闲坐席1人，按“空闲最久优先”选择：1001（坐席1001，空闲25秒，今日接听4，级别1）；" +
      "未参与：已签入但不空闲1人：1003（坐席1003，忙碌，坐席操作）",
  );
  await serve(first);

  // A wait that is over leads to another group, where 1002 answers.
  const second = await q.group("second", { "1002": 1 });
  await q.onlyIn("1002", second);
  await q.change({ maxWaitS: 30, overflowWaitKind: "skillGroup", overflowWaitId: second });
  await set(first, 2);
  const helper = await s.ready("1002");
  await s.customer("13800000005");
  await s.advance(29_000);
  expect(rung(helper)).toBeUndefined();
  await s.advance(1_000);
  expect(rung(helper)).toBe("13800000005");
  await serve(helper);

  // Replayed with levels: 1001 is no longer the one who was idle longest, but the best.
  await q.change({ maxWaitS: 0, stickyDays: 0, rings: "[]" });
  const hour = { compId: s.compId, group: "客服一组", from, to: s.ports.clock.now() + 60_000 };
  await set(known, 1);
  await s.advance(5_000);
  await s.ports.database.system((trx) =>
    trx
      .updateTable("skill_group_member")
      .set({ level: 5 })
      .where("compId", "=", s.compId)
      .where("agentId", "=", "1003")
      .execute(),
  );
  await s.ports.broker.publish("groups.changed", { compId: s.compId });
  await s.advance(1_000);
  await set(first, 1);
  await s.customer("13800000006");
  expect(rung(known)).toBe("13800000006");
  const rows = () => s.ports.database.system((trx) => trx.selectFrom("event").selectAll().execute());
  const before = await rows();
  const said = await replayHour(s.ports.database, { ...hour, strategy: "level" });
  expect(said).toMatch(/空闲最久优先：1003 → 级别优先：1001/);
  expect(said).toContain("没有修改任何数据。");
  expect(await rows()).toEqual(before);
});
