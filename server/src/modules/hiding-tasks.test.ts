/** 隐藏号码 of a dialling task, in 通话记录. */
import { cdrApi } from "@liantai/api/contract";
import { customerFormDataApi, formDataApi, intentionLevelApi } from "@liantai/api/contract/workorder";
import { giveLegs } from "../testing/legs.ts";
import { openOffice, type Office, type Person } from "../testing/office.ts";
import { insertAttempts, insertTask } from "./dialling/testing/tasks.ts";
import { addForm, addRecord, input } from "./forms/testing/forms.ts";
import { publish } from "./topics.ts";

const compId = "100001";
const [hidden, plain] = ["13900004321", "13912345678"];
let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const { ports } = office;
  const at = new Date(ports.clock.now());
  const call = (callId: string, callee: string) => ({
    ...{
      compId,
      callId,
      direction: "outbound" as const,
      caller: "4001",
      callee,
      accessNumber: "4001",
      agentId: "1001",
    },
    ...{ startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 1_000, holdMs: 0, result: 200 },
    ...{ cause: "completed" as const, recordingKey: null, recordingMs: null, skillGroupId: null, appliedSeq: 1 },
  });
  const tasks = [
    ["of-hiding", hidden, 1],
    ["of-plain", plain, 0],
  ] as const;
  for (const [callId, phone, hideNumber] of tasks) {
    const taskId = await insertTask(ports, { ftype: 2, settings: { hideNumber } });
    await ports.database.tenant(compId, async (trx) => {
      await trx.insertInto("call_record").values(call(callId, phone)).execute();
      await giveLegs(trx);
    });
    await insertAttempts(ports, taskId, [phone], { callId });
  }
  await ports.database.system((trx) => trx.updateTable("enterprise").set({ hiddenGlobalPhone: 0 }).execute());
  await publish(ports.broker, "enterprise.changed", { compId });
});
afterAll(() => office?.close());

const seen = async (who: Person, callee?: string) => {
  const { list } = await who.call(cdrApi.callRecords, { body: { pageNo: 1, pageSize: 10, ...(callee && { callee }) } });
  return list.map((row) => row.callee).sort();
};

test("are masked to all but administrators, in the list and in the detail; those of other tasks are not", async () => {
  expect(await seen(office.administrator)).toEqual([hidden, plain]);
  expect(await seen(office.agent)).toEqual(["139****4321", plain]);
  const callee = async (callId: string) => (await office.agent.call(cdrApi.callDetail, { body: { callId } })).callee;
  expect([await callee("of-hiding"), await callee("of-plain")]).toEqual(["139****4321", plain]);
  expect(JSON.stringify(await office.agent.call(cdrApi.callTrack, { body: { callId: "of-hiding" } }))).not.toContain(
    hidden,
  );
});

test("are found whole alone, so that nobody asks for one digit after the other", async () => {
  expect(await seen(office.administrator, "1390000")).toEqual([hidden]);
  expect(await seen(office.agent, "1390000")).toEqual([]);
  expect(await seen(office.agent, hidden)).toEqual(["139****4321"]);
  expect(await seen(office.agent, "139")).toEqual([plain]);
});

test("F13 F101 are masked beside other data of their calls, too: timelines, look-ups of calls, calls with their intention", async () => {
  const { administrator, agent, ports } = office;
  const formId = await addForm(administrator, [input("customerName", "姓名"), input("phone", "电话")]);
  const of = async (phone: string) => (await addRecord(agent, formId, { customerName: "王一", phone })).id;
  const [ofHiding, ofPlain] = [await of(hidden), await of(plain)];
  const onTimeline = async (who: Person, id: string) =>
    (await who.call(customerFormDataApi.timeline, { body: { id, pageNo: 1, pageSize: 10 } })).list
      .filter(({ kind }) => kind === "call")
      .map(({ number }) => number);
  expect(await onTimeline(administrator, ofHiding)).toEqual([hidden]);
  expect(await onTimeline(agent, ofHiding)).toEqual(["139****4321"]);
  expect(await onTimeline(agent, ofPlain)).toEqual([plain]);

  const lookedUp = async (who: Person, keyword: string) =>
    (await who.call(formDataApi.lookup, { body: { to: "call", keyword } })).map(({ values, label }) => {
      expect(label).toContain(values["number"]);
      return values["number"];
    });
  expect(await lookedUp(administrator, hidden)).toEqual([hidden]);
  expect(await lookedUp(agent, hidden)).toEqual(["139****4321"]);
  expect(await lookedUp(agent, plain)).toEqual([plain]);

  await ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("call_intention")
      .values(
        ["of-hiding", "of-plain"].map((callId) => ({
          ...{ compId, callId, levelId: "a", levelName: "甲", score: null, source: "agent", note: "", markedBy: "" },
          ...{ markedAt: new Date(ports.clock.now()), followed: 0 },
        })) as never,
      )
      .execute(),
  );
  const withIntention = async (who: Person) =>
    (await who.call(intentionLevelApi.calls, { body: { pageNo: 1, pageSize: 10 } as never })).list
      .map(({ number }) => number)
      .sort();
  expect(await withIntention(administrator)).toEqual([hidden, plain]);
  expect(await withIntention(agent)).toEqual(["139****4321", plain]);
});
