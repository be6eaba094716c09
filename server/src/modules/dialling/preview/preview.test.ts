/** Preview dialling through its public face, and the gate of the CTI link beside it (inventory dialling.md E12, E21, E22). */
import { formatTime, hourMs, minuteMs } from "@liantai/api/contract";
import { previewTaskApi } from "@liantai/api/contract/admin";
import { refused, type Office } from "../../../testing/office.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import { createDialRefs } from "../../dial-refs/index.ts";
import type { TaskGate } from "../../telephony/index.ts";
import { previewDesk } from "../testing/preview-desk.ts";
import { addSeats, join, phoneAt } from "../testing/preview-task.ts";
import { closeLost } from "./closing.ts";
import { releaseStale, verifyLedgers } from "../index.ts";

const compId = "100001";
let office: Office;
let own: Caller;
let gate: TaskGate;
const desk = previewDesk((opened) => ({ office, own, gate } = opened));
const { shownAt, made, take, took, act, result, progress, begin, called, callOver, serviceFor, seat } = desk;

test("E12 take, dial by a committed attempt, result before the next; the line's word stands beside the seat's", async () => {
  const id = await made();
  const first = await took(id);
  expect(first).toMatchObject({ phone: shownAt(0), contact: "客户0", variables: { 产品: "产品0" }, dialled: false });
  expect((await took(id)).id).toBe(first.id);
  expect(await progress(id)).toMatchObject({ waiting: 2, live: 1 });
  expect((await refused(result(id, first.id, "成功"))).msg).toBe("请先外呼该号码，再提交业务结果");
  const { ref, callType } = await act("dial", id, first.id);
  expect(callType).toBe(2);
  const refs = createDialRefs({ sealer: office.sealer, clock: office.ports.clock });
  expect(refs.open({ compId, agentId: "1001" }, ref)).toMatchObject({ number: phoneAt(0), object: "previewNumber" });
  const task = await begin(id, phoneAt(0));
  expect(task).toMatchObject({ type: 2, id, identity: `任务${id}`, phoneId: first.id });
  expect(await progress(id)).toMatchObject({ live: 1, attempts: 1 });
  expect(await begin(id, phoneAt(0))).toEqual({ code: -403, msg: "当前正在通话中，无法外呼" });
  expect((await refused(take(id))).msg).toBe("当前号码正在呼叫中，请先结束通话");
  await callOver((task as { attemptId: string }).attemptId, 200);
  expect(await progress(id)).toMatchObject({ waiting: 2, live: 0, done: 1, attempts: 1 });
  expect((await refused(take(id))).msg).toBe("请先提交当前号码的业务结果");
  expect((await refused(result(id, first.id, "随便"))).fields).toMatchObject([{ path: "result" }]);
  expect(await result(id, first.id, "成功", { remark: "下周签" })).toBeNull();
  const second = await took(id);
  expect(second.phone).toBe(shownAt(1));
  const { list } = await office.agent.call(previewTaskApi.list, { body: { taskId: id, pageNo: 1, pageSize: 10 } });
  expect(list.map(({ phone, state, result }) => [phone, state, result])).toEqual([
    [shownAt(1), "claimed", ""],
    [shownAt(0), "done", "成功"],
  ]);
});

test("C14 only the number in hand is dialled, by who has joined, while the task runs; a call that never began is no attempt", async () => {
  const id = await made();
  expect(await begin(id, phoneAt(0))).toEqual({ code: -403, msg: "请先领取号码" });
  await took(id);
  expect(await begin(id, phoneAt(1))).toEqual({ code: -403, msg: "只能外呼已领取的号码" });
  const task = await begin(id, phoneAt(0));
  await gate.notCalled(compId, (task as { attemptId: string }).attemptId);
  expect(await progress(id)).toMatchObject({ live: 1, attempts: 0 });
  await join(office.ports, compId, id, "another");
  expect(await begin(id, phoneAt(0))).toEqual({ code: -403, msg: "您未参与该任务" });
  expect((await refused(take(id))).msg).toBe("您未参与该任务");
});

test("skips are limited and come back after a while; release puts back; a pool's number is nobody's then", async () => {
  const id = await made({ skips: 1 }, { count: 1 });
  const { id: phone } = await took(id);
  await act("skip", id, phone);
  expect(await take(id)).toMatchObject({ number: null });
  await office.ports.clock.advance(10 * minuteMs);
  expect(await took(id)).toMatchObject({ id: phone, skipsLeft: 0 });
  expect((await refused(act("skip", id, phone))).msg).toBe("该号码已跳过1次，不能再跳过");
  await act("release", id, phone);
  expect((await refused(act("release", id, phone))).msg).toBe("该号码已不在您手中，请刷新后重试");
  expect(await progress(id)).toMatchObject({ retry: 1, live: 0 });
});

test("E12 E21 a promise is kept: at its time, to the same seat, not before and not outside the hours", async () => {
  const id = await made({}, { count: 2, agentIds: ["1001", "1002"] });
  const { id: phone } = await took(id);
  const promise = (nextAt: string) =>
    office.agent.call(previewTaskApi.reschedule, { body: { taskId: id, id: phone, nextAt, remark: "下午再打" } });
  const at = office.ports.clock.now() + hourMs;
  expect((await refused(promise(formatTime(at - 2 * hourMs)))).fields).toMatchObject([{ path: "nextAt" }]);
  expect((await refused(promise(`${formatTime(at).slice(0, 10)} 22:00:00`))).msg).toContain("预约时间不在");
  await promise(formatTime(at));
  const other = await took(id);
  expect(other.phone).toBe(shownAt(1));
  await act("release", id, other.id);
  const service = serviceFor();
  const colleague = await seat("1002", id);
  await office.ports.clock.advance(hourMs);
  // The colleague gets what is nobody's, not what was promised to somebody else.
  expect((await service.take({ taskId: id }, colleague)).number?.phone).toBe(phoneAt(1));
  expect(await took(id)).toMatchObject({ id: phone, remark: "下午再打" });
});

test("a promise that its seat does not keep is anybody's ten minutes later", async () => {
  const id = await made({}, { count: 1, agentIds: ["1001", "1002"] });
  const { id: phone } = await took(id);
  const nextAt = formatTime(office.ports.clock.now() + hourMs);
  await office.agent.call(previewTaskApi.reschedule, { body: { taskId: id, id: phone, nextAt } });
  const colleague = await seat("1002", id);
  await office.ports.clock.advance(hourMs + 9 * minuteMs);
  expect((await serviceFor().take({ taskId: id }, colleague)).number).toBeNull();
  await office.ports.clock.advance(2 * minuteMs);
  expect((await serviceFor().take({ taskId: id }, colleague)).number?.id).toBe(phone);
});

test("E12 ten seats take 200 numbers from a pool at once: each number once", async () => {
  const agentIds = Array.from({ length: 10 }, (_, at) => `${3000 + at}`);
  await addSeats(office.ports, compId, agentIds);
  const id = await made({ results: [] }, { count: 200, agentIds: ["1001", ...agentIds] });
  const service = serviceFor();
  const seats = await Promise.all(agentIds.map((agentId) => seat(agentId, id)));
  const got: string[] = [];
  await Promise.all(
    seats.map(async (context) => {
      for (;;) {
        const { number } = await service.take({ taskId: id }, context);
        if (!number) return;
        got.push(number.id);
        const { compId: of, agentId } = context.caller;
        await office.ports.database.tenant(of, (trx) =>
          trx
            .updateTable("dial_phone")
            .set({ takenAt: null })
            .where("agentId", "=", agentId ?? "")
            .execute(),
        );
      }
    }),
  );
  expect(got).toHaveLength(200);
  expect(new Set(got).size).toBe(200);
  expect(await progress(id)).toMatchObject({ waiting: 0, live: 200 });
}, 120_000);

test("equal shares, and numbers by 工号: nobody gets more than his", async () => {
  const id = await made({ allotment: "equal", skips: 9 }, { count: 4, agentIds: ["1001", "1002"] });
  const mine: string[] = [];
  for (;;) {
    const { number } = await take(id);
    if (!number) break;
    mine.push(number.id);
    await act("skip", id, number.id);
  }
  expect(mine).toHaveLength(2);
  const named = await made(
    { allotment: "byColumn" },
    { count: 3, agentIds: ["1001", "1002"], phone: (at) => ({ agentId: at === 1 ? "1001" : "1002" }) },
  );
  expect((await took(named)).phone).toBe(shownAt(1));
  await act("release", named, `${named}-1`);
  expect((await took(named)).phone).toBe(shownAt(1));
});

test("orders: newest first, and what is due before what is new", async () => {
  const id = await made({ order: "newest" });
  expect((await took(id)).phone).toBe(shownAt(2));
  await called(id, phoneAt(2), 588);
  await result(id, `${id}-2`, "考虑");
  expect((await took(id)).phone).toBe(shownAt(1));
  await act("release", id, `${id}-1`);
  await office.ports.clock.advance(10 * minuteMs);
  expect((await took(id)).phone).toBe(shownAt(2));
});

test("reading time: told to the page; after it a skip is a skip, and a number that was left goes back", async () => {
  const id = await made({ readS: 30, readingOver: "skip" });
  expect(await took(id)).toMatchObject({ readLeftMs: 30_000, readingOver: "skip" });
  await office.ports.clock.advance(41_000);
  expect(await begin(id, phoneAt(0))).toEqual({ code: -403, msg: "阅读时间已到，该号码已跳过" });
  expect((await took(id)).phone).toBe(shownAt(1));
  expect(await progress(id)).toMatchObject({ retry: 1, live: 1, waiting: 1 });
  await office.ports.clock.advance(91_000);
  expect(await releaseStale(office.ports, compId, office.ports.clock.now())).toBe(1);
  expect(await office.agent.call(previewTaskApi.current, { body: {} })).toMatchObject({ number: null });
  expect(await progress(id)).toMatchObject({ retry: 1, live: 0, waiting: 2 });
});

test("what a seat that left had is put back at once, and what it dialled stays as its line left it", async () => {
  const id = await made();
  await took(id);
  expect(await releaseStale(office.ports, compId, office.ports.clock.now())).toBe(0);
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("task_seat").set({ participateStatus: 0 }).where("taskId", "=", id).execute(),
  );
  expect(await releaseStale(office.ports, compId, office.ports.clock.now())).toBe(1);
  expect(await progress(id)).toMatchObject({ waiting: 3, live: 0 });
});

test("a task that hides its numbers hides them from whoever sees others, and they are found whole alone", async () => {
  const context = { caller: own, address: "", headers: {} } as unknown as RequestContext;
  const service = serviceFor();
  const open = await made();
  expect((await service.take({ taskId: open }, context)).number?.phone).toBe(phoneAt(0));
  const id = await made({ hideNumber: 1 });
  expect((await service.take({ taskId: id }, context)).number?.phone).toBe(shownAt(0));
  expect(await begin(id, phoneAt(0))).toMatchObject({ hidden: true });
  const found = async (phone: string) =>
    (await service.list({ taskId: id, phone, pageNo: 1, pageSize: 10 } as never, context)).total;
  expect([await found("0000"), await found(phoneAt(0))]).toEqual([0, 1]);
});

test("E4 outside its hours a task's number is not dialled, whatever the seat has in its hands", async () => {
  const id = await made({ windows: [{ from: "20:00", to: "20:30" }] });
  await took(id);
  const why = expect.stringMatching(/不在任务的拨打时段 20:00-20:30 内，不能外呼$/);
  expect(await begin(id, phoneAt(0))).toEqual({ code: -403, msg: why });
  expect((await refused(act("dial", id, `${id}-0`))).msg).toEqual(why);
  expect(await progress(id)).toMatchObject({ live: 1, attempts: 0 });
});

test("an attempt whose call nobody knows is closed as 未知, and counts", async () => {
  const id = await made();
  await took(id);
  await begin(id, phoneAt(0));
  await closeLost(office.ports);
  expect(await progress(id)).toMatchObject({ live: 1 });
  await office.ports.clock.advance(3 * minuteMs);
  await closeLost(office.ports);
  expect(await progress(id)).toMatchObject({ live: 0, done: 1, attempts: 1 });
});

test("D12 a seat's call has its entries in the ledger, who dialled and what was asked; one that did not begin says so", async () => {
  const id = await made();
  const { id: phone } = await took(id);
  const withdrawn = (await begin(id, phoneAt(0))) as { attemptId: string };
  await gate.notCalled(compId, withdrawn.attemptId);
  const attemptId = await called(id, phoneAt(0), 594);
  const entries = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_ledger").selectAll().where("taskId", "=", id).orderBy("seq").execute(),
  );
  expect(entries.map((entry) => [entry.kind, entry.phoneId, entry.attemptId])).toEqual([
    ["dialled", phone, withdrawn.attemptId],
    ["ended", phone, withdrawn.attemptId],
    ["dialled", phone, attemptId],
    ["ended", phone, attemptId],
  ]);
  const [begun, gone, dialled, ended] = entries.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(gone).toEqual({ withdrawn: true });
  // Of the attempts that count it is the first, as the one before it was.
  expect(begun).toMatchObject({ attempt: 1 });
  expect(dialled).toMatchObject({ agentId: "1001", attempt: 1, kind: "service", displayed: "" });
  expect((dialled!["checks"] as readonly { check: string }[]).map(({ check }) => check)).toEqual([
    "task",
    "hours",
    "attempts",
    "consent",
    "capacity",
    "displayed",
  ]);
  expect(ended).toMatchObject({ code: 594, abandoned: false });
  const verified = await verifyLedgers(office.ports.database);
  expect(verified.find((one) => one.compId === compId)).toEqual({
    ...{ compId, untold: 0 },
    entries: expect.any(Number),
  });
});

test("E22 nobody reads or changes what is another's: seats, roles, enterprises", async () => {
  const id = await made({}, { agentIds: ["1001", "1002"] });
  const { id: phone } = await took(id);
  const colleague = await seat("1002", id);
  const service = serviceFor();
  for (const verb of ["release", "skip", "dial"] as const)
    await expect(service[verb]({ taskId: id, id: phone }, colleague)).rejects.toMatchObject({ error: "refused" });
  expect((await service.current({}, colleague)).number).toBeNull();
  await expect(service.take({ taskId: id, compId: "200002" }, colleague)).rejects.toMatchObject({ error: "forbidden" });
  expect((await refused(office.administrator.call(previewTaskApi.take, { body: { taskId: id } }))).status).toBe(403);
  const { attemptId } = (await begin(id, phoneAt(0))) as { attemptId: string };
  expect((await office.agent.call(previewTaskApi.ofCall, { body: { callId: attemptId } })).number?.id).toBe(phone);
  expect((await service.ofCall({ callId: attemptId }, colleague)).number).toBeNull();
});

test("B9 a number of a province outside of its hours is not handed out, and not dialled where it is in hand already", async () => {
  const clockOf = (ms: number) => formatTime(office.ports.clock.now() + ms).slice(11, 16);
  const regions = [{ province: "新疆" as const, from: clockOf(hourMs), to: clockOf(2 * hourMs) }];
  const id = await made({ regions });
  const place = (phone: string, to: string) =>
    office.ports.database.tenant(compId, (trx) =>
      trx.updateTable("dial_phone").set({ place: to }).where("taskId", "=", id).where("phone", "=", phone).execute(),
    );
  await place(phoneAt(0), "新疆乌鲁木齐市");
  const hand = await took(id);
  expect(hand.phone).toBe(shownAt(1));
  await place(phoneAt(1), "新疆喀什地区");
  expect((await refused(act("dial", id, hand.id))).msg).toMatch(/^当前 \d\d:\d\d 不在新疆号码的拨打时段 .*，不能外呼$/);
  await act("release", id, hand.id);
  expect((await took(id)).phone).toBe(shownAt(2));
});
