/** 技能组监控 and 排队列表 over HTTP; what the engine knows is said by the test (engine/sending-on.test.ts has the engine's own). */
import {
  groupMonitorApi,
  operateLogApi,
  queueListApi,
  vipApi,
  agentGroupApi,
  agentGroupMemberApi,
} from "@liantai/api/contract/admin";
import type { QueuesNow } from "../../ports/engine.ts";
import { giveLegs } from "../../testing/legs.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const compId = demoEnterprise.compId;
let office: Office;
/** A skill group that 1001 to 1004 answer for, and one that nobody does. */
let served = "";
let now: QueuesNow;
const asked: { readonly verb: string }[] = [];
/** What the engine answers to sendOn and join. */
let reply: object | boolean;

const waiting = (callId: string, more: Partial<QueuesNow["waiting"][number]> = {}) => ({
  callId,
  callback: null,
  number: "13812345678",
  accessNumber: "4001",
  groupIds: [served],
  queueName: null,
  arrivedAt: now.at - 40_000,
  queuedAt: now.at - 30_000,
  ahead: 0,
  waitMs: 95_400,
  boostMs: 0,
  movedMs: 0,
  offered: [],
  ringing: null,
  ...more,
});

beforeAll(async () => {
  office = await openOffice();
  const { broker, database, clock } = office.ports;
  served = await database.system(async (trx) => {
    const { skillGroupId } = await trx
      .selectFrom("skill_group_member")
      .select("skillGroupId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow();
    return skillGroupId;
  });
  now = { at: clock.now(), groups: [], waiting: [] };
  await broker.serve("telephony.engine", async (request) => {
    const { verb } = request as { readonly verb: string };
    asked.push(request as { readonly verb: string });
    if (verb === "queues") return now;
    if (verb === "live")
      return {
        epoch: "e",
        v: 0,
        agents: [
          {
            agentId: "1001",
            code: 8,
            reason: "answered",
            since: now.at - 5_000,
            registered: true,
            call: {
              callId: "c9",
              direction: "inbound",
              phase: "talking",
              number: "13812345678",
              ringingAt: 0,
              held: false,
              supervisors: [],
            },
          },
          { agentId: "1002", code: 1, reason: "signIn", since: now.at, registered: true },
        ],
      };
    return reply;
  });
});
afterAll(() => office?.close());

const groups = async (person = office.administrator) => (await person.call(groupMonitorApi.list, { body: {} })).groups;

test("a group's moment is the engine's, its day is counted of the calls, wrap-ups and overflows", async () => {
  const start = new Date(now.at - 60_000);
  const at = (ms: number) => new Date(start.getTime() + ms);
  const call = (callId: string, more: object) => ({
    compId,
    callId,
    direction: "inbound",
    caller: "1",
    callee: "4001",
    accessNumber: "4001",
    skillGroupId: served,
    agentId: null,
    startAt: start,
    queuedAt: start,
    answerAt: null,
    endAt: at(50_000),
    waitMs: 0,
    ringMs: 0,
    talkMs: 0,
    holdMs: 0,
    result: 200,
    cause: "completed",
    recordingKey: null,
    recordingMs: null,
    appliedSeq: 1,
    ...more,
  });
  const event = (seq: number, type: string, data: object) => ({
    compId,
    stream: "contact",
    streamId: "away",
    seq,
    at: at(seq * 1_000),
    type,
    actor: "engine",
    data: JSON.stringify(data),
  });
  await office.ports.database.system(async (trx) => {
    await trx
      .insertInto("call_record")
      .values([
        call("answered", { answerAt: at(10_000), talkMs: 30_000, agentId: "1001" }),
        call("late", { answerAt: at(40_000), talkMs: 10_000, agentId: "1001" }),
        call("lost", { endAt: at(9_000) }),
        call("short", { endAt: at(2_000) }),
        call("before", { startAt: at(-86_400_000), queuedAt: at(-86_400_000), endAt: at(-86_300_000) }),
      ])
      .execute();
    await giveLegs(trx);
    await trx
      .insertInto("agent_status")
      .values({
        compId,
        agentId: "1001",
        seq: 9_001,
        code: 4,
        customStatusId: null,
        fromAt: at(50_000),
        toAt: at(60_000),
        reason: "ended",
        callId: "answered",
      })
      .execute();
    await trx
      .insertInto("event")
      .values([
        event(1, "created", { type: "created", skillGroupId: served }),
        event(2, "queued", { type: "queued", skillGroupId: served, position: 3 }),
        event(3, "overflowed", { type: "overflowed", kind: "voice", id: "v", name: "留言" }),
      ])
      .execute();
  });
  now = {
    ...now,
    groups: [
      { id: served, signedIn: 3, idle: 1, ringing: 0, talking: 1, wrapUp: 0, busy: 1, waitMs: 61_200, error: 28 },
    ],
    waiting: [waiting("w1"), waiting("w2", { queuedAt: now.at - 12_000, ahead: 1 })],
  };
  expect((await groups()).find(({ id }) => id === served)).toMatchObject({
    signedIn: 3,
    idle: 1,
    talking: 1,
    busy: 1,
    waiting: 2,
    longestWait: 30,
    estimatedWait: 61,
    estimateError: 28,
    inbound: 4,
    answered: 2,
    abandoned: 1,
    shortAbandoned: 1,
    overflowed: 1,
    callbacks: 0,
    answerRate: 66.7,
    serviceLevel: 33.3,
    answerSpeed: 25,
    // Talks 30 and 10, one wrap-up of 10.
    handleTime: 25,
  });
  expect(await office.administrator.call(groupMonitorApi.inlineNum, { body: {} })).toContainEqual(
    expect.objectContaining({ id: served, count: 2 }),
  );
});

test("the seats of a group: a monitor sees the own ones, numbers masked where they are hidden; agents are refused", async () => {
  const { administrator, monitor, agent } = office;
  const detail = async (person = administrator, id = served) =>
    (await person.call(groupMonitorApi.detail, { body: { id } })).seats;
  expect((await detail()).find(({ agentId }) => agentId === "1001")).toMatchObject({
    code: 8,
    kind: "talking",
    number: "13812345678",
    direction: "inbound",
  });
  expect((await detail()).find(({ agentId }) => agentId === "1003")).toMatchObject({ kind: "offline", since: 0 });
  const other = await administrator.call(agentGroupApi.add, { body: { name: "别组" } });
  const home = (await administrator.call(agentGroupApi.list, { body: {} })).list.find(({ name }) => name === "客服部")!;
  await administrator.call(agentGroupMemberApi.add, { body: { groupId: other.id, agentIds: ["1001"] } });
  expect((await detail(monitor)).map(({ agentId }) => agentId)).not.toContain("1001");
  expect((await refused(monitor.call(groupMonitorApi.join, { body: { agentId: "1001" } }))).status).toBe(403);
  await administrator.call(agentGroupMemberApi.add, { body: { groupId: home.id, agentIds: ["1001"] } });
  expect((await refused(detail(administrator, "nowhere"))).msg).toBe("技能组不存在或不在您的监控范围内");
  expect((await refused(groups(agent))).status).toBe(403);
  expect((await refused(administrator.call(groupMonitorApi.join, { body: { agentId: "1001" } }))).status).toBe(403);
});

test("joining asks the engine for the own seat, says why not, and stands in the operation log", async () => {
  const { administrator, monitor } = office;
  const join = () => monitor.call(groupMonitorApi.join, { body: { agentId: "1001" } });
  reply = { code: -403, msg: "请先在上方工具条签入" };
  expect((await refused(join())).msg).toBe("请先在上方工具条签入");
  reply = { code: 1, fields: { callId: "c9" } };
  await join();
  expect(asked.at(-1)).toEqual({ verb: "join", compId, own: "1005", agentId: "1001", mode: "insert" });
  const { list } = await administrator.call(operateLogApi.list, { body: { user: "1005" } });
  expect(list.filter(({ actionText }) => actionText === "强插")).toMatchObject([
    { objectName: "1001", objectText: "坐席" },
  ]);
});

test("who waits, by place; a monitor sees the callers of groups that own seats answer for", async () => {
  now = {
    ...now,
    waiting: [waiting("w1", { offered: ["1002"], ringing: "1003" }), waiting("away", { groupIds: ["x"] })],
  };
  const vip = { phone: "+8613812345678", name: "王总", priorityMin: 5 };
  const { id } = await office.administrator.call(vipApi.add, { body: vip });
  // The demonstration hides numbers from all but administrators.
  for (const [person, number] of [
    [office.administrator, "13812345678"],
    [office.monitor, "138****5678"],
  ] as const) {
    const { calls, at } = await person.call(queueListApi.list, { body: {} });
    expect(at).toBe(now.at);
    expect(calls).toMatchObject([
      { callId: "w1", position: 1, number, vip: "王总", groups: [{ id: served }], offered: ["1002"], ringing: "1003" },
    ]);
  }
  const found = async (person: Person, body: object) =>
    (await person.call(vipApi.list, { body: { pageSize: 10, ...body } as never })).total;
  expect(await found(office.administrator, { phone: "1381" })).toBe(1);
  expect([
    await found(office.monitor, { phone: "1381" }),
    await found(office.monitor, { phone: "13812345678" }),
  ]).toEqual([0, 1]);
  await office.administrator.call(vipApi.delete, { body: { ids: [id] } });
  expect((await office.administrator.call(queueListApi.list, { body: {} })).calls).toMatchObject([{ vip: null }]);
  expect((await office.administrator.call(queueListApi.list, { body: { skillGroupId: "x" } })).calls).toEqual([]);
  const { seat } = await office.administrator.call(queueListApi.targets, { body: {} });
  expect(seat).toEqual([{ id: "1002", label: "王志强（1002）" }]);
});

test("a caller is sent on by name, masked in the log; what does not wait there is refused", async () => {
  const { administrator, agent } = office;
  const to = { kind: "skillGroup", id: served } as const;
  const send = (callId: string, person = administrator) => person.call(queueListApi.transfer, { body: { callId, to } });
  now = { ...now, waiting: [waiting("w1"), waiting("away", { groupIds: ["x"] })] };
  reply = { code: 1, fields: { to: "售后组" } };
  await send("w1");
  expect(asked.at(-1)).toMatchObject({ verb: "sendOn", compId, callId: "w1", to });
  const { list } = await administrator.call(operateLogApi.list, { body: { object: "queuedCall" } });
  expect(list).toMatchObject([{ actionText: "转移排队来电", objectText: "排队来电", objectName: "138****5678" }]);
  expect(list[0]!.changes).toContainEqual({ field: "to", label: "转移到", before: null, after: "售后组" });
  for (const callId of ["away", "gone"]) expect((await refused(send(callId))).msg).toBe("该来电已不在排队");
  reply = { code: -403, msg: "该来电正在振铃，请稍后再试" };
  expect((await refused(send("w1"))).msg).toBe("该来电正在振铃，请稍后再试");
  expect((await refused(send("w1", agent))).status).toBe(403);
  const pickUp = (person: Person) => person.call(queueListApi.pickUp, { body: { callId: "w1" } });
  expect((await refused(pickUp(office.monitor))).msg).toBe("该来电正在振铃，请稍后再试");
  reply = { code: 1 };
  await pickUp(office.monitor);
  expect(asked.at(-1)).toEqual({ verb: "pickUp", compId, own: "1005", callId: "w1" });
  expect((await refused(pickUp(administrator))).status).toBe(403);
  const nowhere = { callId: "w1", to: { kind: "hangup", id: "" } } as const;
  expect((await refused(administrator.call(queueListApi.transfer, { body: nowhere }))).fields[0]?.path).toBe("to.kind");
});

test("上移 names who did it; one that rings, cannot pass, or is gone is refused", async () => {
  const moveUp = (callId: string, person = office.monitor) => person.call(queueListApi.moveUp, { body: { callId } });
  now = {
    ...now,
    waiting: [waiting("w1", { ringing: "1003" }), waiting("w2", { ahead: 1, boostMs: 90_000, movedMs: 60_000 })],
  };
  expect((await office.administrator.call(queueListApi.list, { body: {} })).calls[1]).toMatchObject({
    priority: 1.5,
    moved: 1,
  });
  // Who came two seconds later passes with two seconds: that he was moved is seen all the same.
  now = { ...now, waiting: [waiting("w1", { ringing: "1003" }), waiting("w2", { boostMs: 1_001, movedMs: 1_001 })] };
  expect((await office.administrator.call(queueListApi.list, { body: {} })).calls[1]).toMatchObject({
    priority: 0.1,
    moved: 0.1,
  });
  reply = true;
  await moveUp("w2");
  expect(asked.at(-1)).toEqual({ verb: "moveUp", compId, callId: "w2", by: "monitor:1005", name: "周敏" });
  const { list } = await office.administrator.call(operateLogApi.list, { body: { action: "moveUp" } });
  expect(list).toMatchObject([{ name: "周敏", actionText: "上移", objectName: "138****5678" }]);
  reply = false;
  expect((await refused(moveUp("w2"))).msg).toBe("该来电前面没有可以超过的来电，或刚刚离开排队");
  expect((await refused(moveUp("w1"))).msg).toBe("该来电正在振铃，不需要上移");
  expect((await refused(moveUp("gone"))).msg).toBe("该来电已不在排队");
  expect((await refused(moveUp("w2", office.agent))).status).toBe(403);
  const callback = { id: "b", tries: 0, nextAt: null };
  now = { ...now, waiting: [waiting("b1", { callback, ahead: 1 }), waiting("b2", { callback, ringing: "1003" })] };
  reply = true;
  await moveUp("b1");
  expect(asked.at(-1)).toMatchObject({ verb: "moveUp", callId: "b1" });
  expect((await refused(moveUp("b2"))).msg).toBe("该客户正在回呼，不需要上移");
  const onTheLine = office.monitor.call(queueListApi.pickUp, { body: { callId: "b1" } });
  expect((await refused(onTheLine)).msg).toBe("该来电已不在排队");
});
