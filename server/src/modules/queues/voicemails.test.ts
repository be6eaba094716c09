/** 留言 and 回呼 over HTTP: who sees which, who does what. */
import { cdrApi, formatTime } from "@liantai/api/contract";
import { queueCallbackApi, voicemailApi } from "@liantai/api/contract/admin";
import { reminderApi } from "@liantai/api/contract/workorder";
import { sql } from "kysely";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const compId = demoEnterprise.compId;
let office: Office;
let served = "";
const asked: { readonly verb: string }[] = [];

const page = { pageNo: 1, pageSize: 10 };
const list = async (who: Person) => (await who.call(voicemailApi.list, { body: page })).list.map(({ id }) => id);

beforeAll(async () => {
  office = await openOffice();
  const { broker, database, clock } = office.ports;
  await broker.serve("telephony.engine", async (request) => {
    asked.push(request as { readonly verb: string });
    return { code: 1 };
  });
  const at = new Date(clock.now());
  await database.system(async (trx) => {
    const { skillGroupId } = await trx
      .selectFrom("skill_group_member")
      .select("skillGroupId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow();
    served = skillGroupId;
    await trx
      .insertInto("skill_group")
      .values({
        ...(await trx.selectFrom("skill_group").selectAll().where("id", "=", served).executeTakeFirstOrThrow()),
        id: "other",
        name: "别组",
        rings: "[]",
      })
      .execute();
    const row = { compId, number: "13812345678", accessNumber: "4001", arrivedAt: at, askedAt: at, state: "waiting" };
    for (const [id, skillGroupId, kind] of [
      ["own", served, "voicemail"],
      ["foreign", "other", "voicemail"],
      ["back", served, "callback"],
      ["awayBack", "other", "callback"],
    ] as const)
      await trx
        .insertInto("queued_contact")
        .values({ ...row, id, kind, skillGroupId, callId: `call-${id}` })
        .execute();
    for (const id of ["own", "foreign"])
      await trx
        .insertInto("call_record")
        .values({
          compId,
          callId: `call-${id}`,
          direction: "inbound",
          caller: "13812345678",
          callee: "4001",
          accessNumber: "4001",
          skillGroupId: id === "own" ? served : "other",
          agentId: null,
          startAt: at,
          queuedAt: at,
          ringAt: null,
          answerAt: null,
          endAt: at,
          waitMs: 0,
          ringMs: 0,
          talkMs: 0,
          holdMs: 0,
          result: 183,
          cause: "voicemailLeft",
          recordingKey: null,
          recordingMs: 42_000,
          appliedSeq: 1,
        })
        .execute();
  });
});
afterAll(() => office?.close());

const detail = (who: Person, callId: string) => who.call(cdrApi.callDetail, { body: { callId } });

test("G78 a message that a flow took for one seat is the seat's and administrators' to see; its length is not its call's", async () => {
  const at = new Date(office.ports.clock.now());
  await office.ports.database.system(async (trx) => {
    await trx
      .insertInto("queued_contact")
      .values({
        ...{ compId, id: "seat", kind: "voicemail", skillGroupId: "", agentId: "1001", callId: "call-seat" },
        ...{ number: "13812345678", accessNumber: "4001", arrivedAt: at, askedAt: at, state: "waiting" },
        messageMs: 6_400,
      })
      .execute();
    await trx
      .insertInto("call_record")
      .values({
        ...{ compId, callId: "call-seat", direction: "inbound", caller: "13812345678", callee: "4001" },
        ...{ startAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 0, holdMs: 0, result: 100, appliedSeq: 1 },
        ...{ cause: "flowEnded", recordingMs: 61_000 },
      })
      .execute();
  });
  const rows = (await office.administrator.call(voicemailApi.list, { body: page })).list;
  expect(rows.find(({ id }) => id === "seat")).toMatchObject({ lengthS: 6, agentId: "1001", groupName: "" });
  expect(await list(office.monitor)).not.toContain("seat");
  expect(await office.agent.call(voicemailApi.ofCall, { body: { callId: "call-seat" } })).toMatchObject([
    { id: "seat", state: "open" },
  ]);
  await office.ports.database.system((trx) => trx.deleteFrom("queued_contact").where("id", "=", "seat").execute());
});

test("Q12 an administrator sees all messages, a monitor those of the groups that the own seats answer for, and their calls", async () => {
  const { administrator, monitor, agent } = office;
  expect((await list(administrator)).sort()).toEqual(["foreign", "own"]);
  expect(await list(monitor)).toEqual(["own"]);
  expect((await refused(agent.call(voicemailApi.list, { body: page }))).status).toBe(403);
  expect(await detail(monitor, "call-own")).toMatchObject({ cause: "voicemailLeft" });
  await refused(detail(monitor, "call-foreign"));
  await refused(monitor.call(voicemailApi.setDone, { body: { id: "foreign", done: 1 } }));
  await refused(administrator.call(voicemailApi.setDone, { body: { id: "back", done: 1 } }));
});

test("Q12 the seat it is given to finds the call, and says that it is done; another seat neither", async () => {
  const { administrator, agent } = office;
  await refused(detail(agent, "call-own"));
  await refused(agent.call(voicemailApi.setDone, { body: { id: "own", done: 1 } }));
  expect(
    (await refused(administrator.call(voicemailApi.assign, { body: { id: "own", agentId: "9999" } }))).code,
  ).not.toBe(1);
  await administrator.call(voicemailApi.assign, { body: { id: "own", agentId: "1001" } });
  expect(await detail(agent, "call-own")).toMatchObject({ callId: "call-own" });
  expect(await agent.call(voicemailApi.ofCall, { body: { callId: "call-own" } })).toMatchObject([
    { id: "own", agentId: "1001", lengthS: 42, state: "open" },
  ]);
  await agent.call(voicemailApi.setDone, { body: { id: "own", done: 1 } });
  expect((await administrator.call(voicemailApi.list, { body: { ...page, state: "done" } })).list).toMatchObject([
    { id: "own", state: "done", agentId: "1001" },
  ]);
  await administrator.call(voicemailApi.setDone, { body: { id: "own", done: 0 } });
  expect((await administrator.call(voicemailApi.list, { body: { ...page, state: "open" } })).total).toBe(2);
});

test("Q12 a monitor gives a message to seats that he looks after alone, or leaves it with whom it is", async () => {
  const { administrator, monitor, ports } = office;
  const give = (who: Person, agentId: string) => who.call(voicemailApi.assign, { body: { id: "own", agentId } });
  const group = (groupId: string | null) =>
    ports.database.system((trx) =>
      trx.updateTable("seat").set({ groupId }).where("compId", "=", compId).where("agentId", "=", "1001").execute(),
    );
  const { groupId } = await ports.database.system((trx) =>
    trx
      .selectFrom("seat")
      .select("groupId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow(),
  );
  await give(monitor, "");
  await give(monitor, "1001");
  await give(monitor, "");
  await group(null);
  expect((await refused(give(monitor, "1001"))).fields).toEqual([
    { path: "agentId", label: "处理坐席", message: "坐席不存在或已停用，或不在您的管理范围内" },
  ]);
  await give(administrator, "1001");
  await give(monitor, "1001");
  await group(groupId);
});

test("K66 a recogniser, or who listened, writes a message down: read with numbers masked where they are hidden", async () => {
  const { administrator, monitor, agent, ports } = office;
  const write = (who: Person, id: string, transcript: string) =>
    who.call(voicemailApi.setTranscript, { body: { id, transcript } });
  const read = async (who: Person) =>
    (await who.call(voicemailApi.list, { body: page })).list.find(({ id }) => id === "own")?.transcript;
  expect(await read(administrator)).toBeNull();
  expect((await refused(write(agent, "own", "x"))).status).toBe(403);
  expect((await refused(write(monitor, "foreign", "x"))).msg).toBe("该留言不存在");
  expect((await refused(write(administrator, "back", "x"))).msg).toBe("该留言不存在");
  expect((await refused(write(administrator, "own", "字".repeat(2_001)))).fields[0]?.path).toBe("transcript");
  await write(administrator, "own", " 请回电13912345678，谢谢 ");
  expect(await read(administrator)).toBe("请回电13912345678，谢谢");
  // The demonstration hides numbers from all but administrators.
  expect(await read(monitor)).toBe("请回电139****5678，谢谢");
  expect(await agent.call(voicemailApi.ofCall, { body: { callId: "call-own" } })).toMatchObject([
    { transcript: "请回电139****5678，谢谢" },
  ]);
  // What comes back as it was read is no change.
  await write(monitor, "own", "请回电139****5678，谢谢");
  expect(await read(administrator)).toBe("请回电13912345678，谢谢");
  const { rows } = await ports.database.system((trx) =>
    sql<{ text: string }>`select t::text as text from operation_log t where action = 'transcribeVoicemail'`.execute(
      trx,
    ),
  );
  expect(rows).toHaveLength(2);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/请回电/);
  await write(administrator, "own", "");
  expect(await read(administrator)).toBeNull();
});

test("Q15 who sees to a message calls back from the own seat, and the engine hears whose it is", async () => {
  const { administrator, monitor, agent, ports } = office;
  const changed: unknown[] = [];
  const end = await ports.broker.subscribe("message.changed", (message) => void changed.push(message));
  asked.length = 0;
  expect((await refused(administrator.call(voicemailApi.callBack, { body: { id: "own" } }))).status).toBe(403);
  expect((await refused(monitor.call(voicemailApi.callBack, { body: { id: "foreign" } }))).msg).toBe("该留言不存在");
  expect((await refused(agent.call(voicemailApi.callBack, { body: { id: "back" } }))).msg).toBe("该留言不存在");
  expect(asked).toEqual([]);
  await administrator.call(voicemailApi.assign, { body: { id: "own", agentId: "1001" } });
  await agent.call(voicemailApi.callBack, { body: { id: "own" } });
  expect(asked).toMatchObject([
    { verb: "callBack", compId, own: "1001", number: "13812345678", of: { callId: "call-own", skillGroupId: served } },
  ]);
  await agent.call(voicemailApi.setDone, { body: { id: "own", done: 1 } });
  expect(changed).toEqual([
    { compId, id: "own" },
    { compId, id: "own" },
  ]);
  await end();
});

test("Q30 a message that is given to a seat stands in its 待办, and nobody else's, until it is done", async () => {
  const { administrator, agent, monitor } = office;
  const todos = async (who: Person) => {
    const { todos, total } = await who.call(reminderApi.mine, { body: {} });
    return [total, todos.filter(({ kind }) => kind === "voicemail")];
  };
  await administrator.call(voicemailApi.setDone, { body: { id: "own", done: 0 } });
  await administrator.call(voicemailApi.assign, { body: { id: "own", agentId: "" } });
  expect(await todos(agent)).toEqual([0, []]);
  await administrator.call(voicemailApi.assign, { body: { id: "own", agentId: "1001" } });
  const line = { kind: "voicemail", id: "own", callId: "call-own", des: "语音留言", about: "138****5678", due: 1 };
  expect(await todos(agent)).toEqual([1, [{ ...line, subTime: formatTime(office.ports.clock.now()) }]]);
  expect(await todos(monitor)).toEqual([0, []]);
  await agent.call(voicemailApi.setDone, { body: { id: "own", done: 1 } });
  expect(await todos(agent)).toEqual([0, []]);
});

test("Q11 callbacks: a monitor acts on those of the own groups alone", async () => {
  const { administrator, monitor } = office;
  const ids = async (who: Person) => (await who.call(queueCallbackApi.list, { body: page })).list.map(({ id }) => id);
  expect((await ids(administrator)).sort()).toEqual(["awayBack", "back"]);
  expect(await ids(monitor)).toEqual(["back"]);
  asked.length = 0;
  await refused(monitor.call(queueCallbackApi.cancel, { body: { id: "awayBack" } }));
  await refused(monitor.call(queueCallbackApi.callNow, { body: { id: "own" } }));
  expect(asked).toEqual([]);
  await monitor.call(queueCallbackApi.cancel, { body: { id: "back" } });
  await monitor.call(queueCallbackApi.callNow, { body: { id: "back" } });
  expect(asked).toMatchObject([
    { verb: "cancelCallback", compId, id: "back" },
    { verb: "callNow", compId, id: "back", own: "1005" },
  ]);
  // An administrator has no seat: he names one, and it is told of whom.
  await refused(administrator.call(queueCallbackApi.callNow, { body: { id: "back" } }));
  await administrator.call(queueCallbackApi.callNow, { body: { id: "back", agentId: "1001" } });
  // Of a monitor it is the own one, whatever he names.
  await monitor.call(queueCallbackApi.callNow, { body: { id: "back", agentId: "1001" } });
  expect(asked.slice(2)).toEqual([
    { verb: "callNow", compId, id: "back", own: "1001", sentBy: expect.any(String) },
    { verb: "callNow", compId, id: "back", own: "1005" },
  ]);
});
