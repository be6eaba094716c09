/** 未接来电 of 排队列表 over HTTP (docs/protocol.md Q14); what the engine does is engine/calling-back.test.ts'. */
import { abandonedApi, operateLogApi } from "@liantai/api/contract/admin";
import { minuteMs } from "@liantai/api/contract";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const compId = demoEnterprise.compId;
let office: Office;
const asked: unknown[] = [];
let reply: object = { code: 1 };

const record = (callId: string, skillGroupId: string, minutes: number, more: object = {}) => {
  const at = new Date(office.ports.clock.now() - minutes * minuteMs);
  return {
    compId,
    callId,
    direction: "inbound",
    caller: "13812345678",
    callee: "4001",
    accessNumber: "4001",
    skillGroupId,
    agentId: null,
    startAt: at,
    queuedAt: at,
    answerAt: null,
    endAt: at,
    waitMs: 12_400,
    ringMs: 0,
    talkMs: 0,
    holdMs: 0,
    result: 183,
    cause: "abandonedInQueue",
    recordingKey: null,
    recordingMs: null,
    appliedSeq: 1,
    ...more,
  };
};

beforeAll(async () => {
  office = await openOffice();
  const { broker, database, clock } = office.ports;
  await database.system(async (trx) => {
    const { skillGroupId: own } = await trx
      .selectFrom("skill_group_member")
      .select("skillGroupId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow();
    const answered = { answerAt: new Date(clock.now()) };
    await trx
      .insertInto("call_record")
      .values([
        record("open", own, 5),
        record("called", own, 10, { linkedCallId: "back" }),
        record("hidden", own, 15, { caller: "anonymous" }),
        record("old", own, 5 * 24 * 60),
        record("answered", own, 6, { ...answered, result: 200 }),
        record("booked", own, 7, { cause: "callbackRequested" }),
        record("waits", own, 1, { endAt: null, cause: null }),
        record("elsewhere", "x", 8),
        record("lost", own, 3, { ...answered, cause: "agentLost", result: 200, agentId: "1001" }),
        record("direct", own, 4, {
          ...{ ...answered, cause: "agentLost", result: 200, queuedAt: null, skillGroupId: null, agentId: "1001" },
        }),
        record("noGroup", own, 9, {
          ...{ ...answered, cause: "agentLost", result: 200, queuedAt: null, skillGroupId: null, agentId: "8888" },
        }),
        record("back", own, 2, { direction: "outbound", agentId: "1002", caller: "1002", ...answered }),
      ])
      .execute();
  });
  await broker.serve("telephony.engine", async (request) => {
    asked.push(request);
    return reply;
  });
});
afterAll(() => office.close());

const list = (person = office.monitor, body: object = {}) =>
  person.call(abandonedApi.list, { body: { pageNo: 1, pageSize: 20, ...body } });
const callBack = (callId: string, person = office.monitor, more: { readonly agentId?: string } = {}) =>
  person.call(abandonedApi.callBack, { body: { callId, ...more } });

test("Q14 who waited in vain in a watched group, newest first, with who called back and when; numbers are masked", async () => {
  const { list: rows } = await list();
  expect(rows.map(({ callId }) => callId)).toEqual(["lost", "direct", "open", "called", "hidden"]);
  expect(rows[1]).toMatchObject({ groupName: "", cause: "agentLost", calledBack: null });
  expect(rows[2]).toMatchObject({ number: "138****5678", waitS: 12, cause: "abandonedInQueue", calledBack: null });
  expect(rows[3]!.calledBack).toMatchObject({ callId: "back", agentId: "1002", answered: true });
  const whole = (await list(office.administrator)).list;
  expect(whole[0]!.number).toBe("13812345678");
  // Whose agent is in no group is the administrator's alone; a group that is none any more is nobody's.
  expect(whole.map(({ callId }) => callId)).toEqual(["lost", "direct", "open", "noGroup", "called", "hidden"]);
  expect((await list(office.monitor, { state: "called" })).list.map(({ callId }) => callId)).toEqual(["called"]);
  expect((await list(office.monitor, { state: "open" })).list.map(({ callId }) => callId)).toEqual([
    "lost",
    "direct",
    "open",
    "hidden",
  ]);
  expect(await refused(list(office.agent))).toMatchObject({ status: 403 });
});

test("Q14 one press calls from the own seat and stands in the log; what is no such caller is refused", async () => {
  asked.length = 0;
  await callBack("open");
  expect(asked).toEqual([
    {
      verb: "callBack",
      compId,
      own: "1005",
      number: "13812345678",
      of: { callId: "open", skillGroupId: expect.any(String) },
    },
  ]);
  const { list: lines } = await office.administrator.call(operateLogApi.list, { body: { action: "callBack" } });
  expect(lines).toMatchObject([{ name: "周敏", actionText: "回拨未接来电", objectName: "138****5678" }]);
  for (const callId of ["old", "answered", "booked", "waits", "elsewhere", "nowhere"])
    expect((await refused(callBack(callId))).msg).toBe("该未接来电不存在");
  expect((await refused(callBack("hidden"))).msg).toBe("来电没有显示号码，无法回拨");
  expect((await refused(callBack("open", office.administrator))).msg).toBe("请选择由哪个坐席回拨");
  expect(await refused(callBack("open", office.agent))).toMatchObject({ status: 403 });
  reply = { code: -403, msg: "正在回拨该客户" };
  expect((await refused(callBack("open"))).msg).toBe("正在回拨该客户");
  expect(asked).toHaveLength(2);
  reply = { code: 1 };
  await callBack("open", office.administrator, { agentId: "1001" });
  expect(asked.at(-1)).toMatchObject({
    verb: "callBack",
    own: "1001",
    number: "13812345678",
    sentBy: expect.any(String),
  });
});
