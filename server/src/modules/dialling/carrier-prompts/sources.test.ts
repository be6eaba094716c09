/** 从录音截取: announcements cut from what dialled lines said, and from recordings of dialled calls. */
import { carrierPromptApi as api, operateLogApi } from "@liantai/api/contract/admin";
import { dayMs, type BodyOf } from "@liantai/api/contract";
import { readSamples, writeWav } from "@liantai/api/wav";
import { chatterOf } from "../../../audio/answering/testing/chatter.ts";
import { joined, pauseOf } from "../../../audio/answering/testing/line.ts";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { rightsChanged } from "../../organisation/index.ts";
import { addAttempt, addTask, compId, page } from "../tasks/testing.ts";
import { createEarlyKeeper, forgetQueue, startForgetting } from "./early-sounds.ts";

let office: Office;
let taskId = "";
beforeAll(async () => {
  office = await openOffice();
  taskId = await addTask(office.administrator, { taskIdentity: "十一月回访" });
});
afterAll(() => office?.close());

const phone = "13800138001";
const said = chatterOf(21, 3_000);
/** A second of quiet, the announcement, and two seconds of quiet. */
const line = joined([pauseOf(1_000), said, pauseOf(2_000)]);

async function kept(callId: string, samples = line) {
  await addAttempt(office, taskId, { callId, phone, code: 591 });
  await createEarlyKeeper(office.ports, compId)(callId, samples);
}

/** Of a call that was answered by a machine: the customer on the left, another sentence on the right. */
async function recorded(callId: string, samples: Int16Array) {
  const { ports } = office;
  const at = new Date(ports.clock.now());
  await addAttempt(office, taskId, { callId, phone, code: 200 });
  const both = new Int16Array(samples.length * 2);
  const other = chatterOf(99, 10_000);
  samples.forEach((sample, i) => both.set([sample, other[i] ?? 0], i * 2));
  const recordingKey = `recordings/${callId}.wav`;
  const { bytes } = await ports.blobs.put(recordingKey, writeWav(both, 8_000, 2));
  const times = { startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 6_000, holdMs: 0 };
  await ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("call_record")
      .values({
        ...{ compId, callId, direction: "outbound", caller: "02100000001", callee: phone, accessNumber: null },
        ...{ ...times, agentId: null, skillGroupId: null, result: 200, cause: "completed", appliedSeq: 1 },
        ...{ recordingKey, recordingMs: 6_000, recordingBytes: bytes },
      })
      .execute(),
  );
}

const sources = (source: "early" | "record", more: object = {}, who = office.administrator) =>
  who.call(api.sources, { body: { source, ...more } });
const usual = { code: 581, carrier: "mobile", enabled: 1, hangsUp: 1, remark: "" } as const;
const cut = (name: string, more: Partial<BodyOf<typeof api.cut>>, who = office.administrator) =>
  who.call(api.cut, { body: { ...usual, name, source: "early", callId: "e1", from: 1, to: 4, ...more } });
const fault = async (work: Promise<unknown>) => {
  const { fields } = await refused(work);
  return fields.map(({ path, message }) => [path, message]);
};

test("D36 a piece of what an unanswered line said becomes an announcement: heard, listed, recognised, and in the log", async () => {
  await kept("e1");
  expect(await sources("early")).toMatchObject([
    { callId: "e1", phone, task: "十一月回访", code: 591, durationMs: 6_000 },
  ]);
  expect(await sources("early", { phone: "13800138009" })).toEqual([]);
  const whole = await office.administrator.file(api.source, { query: { source: "early", callId: "e1" } } as never);
  expect([whole.status, whole.headers["content-type"]]).toEqual([200, "audio/wav"]);
  expect(readSamples(whole.bytes)).toMatchObject({ rate: 8_000, samples: { length: 48_000 } });
  const { id } = await cut("移动关机", { from: 0.9, to: 4.1 });
  const { list } = await office.administrator.call(api.list, { body: page });
  expect(list).toMatchObject([{ id, name: "移动关机", ...usual, durationMs: 3_200, createdBy: "张建国" }]);
  const body = { files: new File([new Uint8Array(writeWav(said, 8_000))], "a.wav", { type: "audio/wav" }) };
  expect(await office.administrator.call(api.try, { body: body as never })).toMatchObject({ id, code: 581 });
  const log = await office.administrator.call(operateLogApi.list, { body: page });
  const [entry] = log.list.filter(({ objectName }) => objectName === "移动关机");
  expect(entry).toMatchObject({ actionText: "从录音截取", objectText: "运营商提示音" });
  const shown = entry!.changes.map(({ label, after }) => `${label}：${after}`);
  expect(shown).toEqual(expect.arrayContaining(["录音来源：接通前", "起点：0.9", "终点：4.1"]));
  await office.administrator.call(api.delete, { body: { ids: [id] } });
});

test("D36 the recording of a dialled call is cut from the customer's side alone, by whoever may hear recordings", async () => {
  await recorded("r1", line);
  expect(await sources("record", { phone })).toMatchObject([{ callId: "r1", phone, code: 200, durationMs: 6_000 }]);
  const side = await office.administrator.file(api.source, { query: { source: "record", callId: "r1" } } as never);
  const { samples } = readSamples(side.bytes);
  expect([samples.length, samples[2_000]]).toEqual([48_000, 0]);
  const { id } = await cut("联通停机", { source: "record", callId: "r1", from: 1, to: 4, code: 583 });
  const heard = await office.administrator.file(api.play, { query: { id } } as never);
  expect(readSamples(heard.bytes).samples).toHaveLength(24_000);
  await office.administrator.call(api.delete, { body: { ids: [id] } });
  const { roleId } = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("account").select("roleId").where("roleType", "=", 1).limit(1).executeTakeFirstOrThrow(),
  );
  const { database, broker } = office.ports;
  const right = { compId, roleId, key: "listen", value: 0 };
  await database.system((trx) => trx.insertInto("role_purview").values(right).execute());
  await rightsChanged(broker, { roleIds: [roleId] });
  for (const work of [() => sources("record"), () => cut("无权", { source: "record", callId: "r1" })])
    expect(await refused(work())).toMatchObject({ status: 403, msg: "没有播放录音的权限" });
  await database.system((trx) => trx.deleteFrom("role_purview").where("roleId", "=", roleId).execute());
  await rightsChanged(broker, { roleIds: [roleId] });
});

test("D36 what cannot be cut is refused at its field", async () => {
  expect(await fault(cut("反", { from: 4, to: 4 }))).toEqual([["to", "终点应晚于起点"]]);
  expect(await fault(cut("负", { from: -1 }))).toEqual([["from", "起点不能小于0"]]);
  expect(await fault(cut("无", { to: undefined as never }))).toEqual([["to", "请输入终点"]]);
  expect(await fault(cut("外", { from: 6, to: 7 }))).toEqual([["from", "起点应小于录音的长度 6.0 秒"]]);
  expect(await fault(cut("长", { to: 7 }))).toEqual([["to", "终点不能超过录音的长度 6.0 秒"]]);
  expect(await fault(cut("静", { from: 0, to: 1.5 }))).toEqual([["to", "选取的一段：有效声音不足1秒，无法识别"]]);
  expect(await fault(cut("短", { from: 1, to: 1.05 }))).toEqual([["to", "选取的一段：语音内容为空"]]);
  expect(await fault(cut("源", { source: "else" as never }))).toEqual([["source", "请选择录音来源"]]);
  await kept("e2", joined([chatterOf(22, 14_000)]));
  const { id } = await cut("移动关机", { from: 1, to: 4 });
  expect(await fault(cut("移动关机", { callId: "e2" }))).toEqual([["name", "提示音名称已存在"]]);
  expect(await fault(cut("移动空号", { code: 582 }))).toEqual([
    ["to", "选取的一段：与“移动关机”是同一段提示音，而它的呼叫结果是关机"],
  ]);
  await office.administrator.call(api.delete, { body: { ids: [id] } });
  await recorded("r2", chatterOf(23, 40_000));
  expect(await fault(cut("太长", { source: "record", callId: "r2", from: 2, to: 32.5 }))).toEqual([
    ["to", "选取的一段不能超过30秒，请只保留一遍提示音"],
  ]);
  expect(await refused(cut("没有", { callId: "none" }))).toMatchObject({ code: 404, msg: "录音不存在或已被清理" });
});

test("D36 other enterprises and seats have none of it", async () => {
  const { agent } = office;
  expect(await refused(sources("early", {}, agent))).toMatchObject({ status: 403 });
  expect(await refused(cut("坐席", {}, agent))).toMatchObject({ status: 403 });
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId: "200002", name: "乙" }).execute(),
  );
  const foreign = await office.enter("200002");
  expect(await sources("early", {}, foreign)).toEqual([]);
  expect(await sources("record", { phone }, foreign)).toEqual([]);
  for (const source of ["early", "record"] as const) {
    const callId = source === "early" ? "e1" : "r1";
    expect(await refused(cut("外来", { source, callId }, foreign))).toMatchObject({ code: 404 });
    const { bytes } = await foreign.file(api.source, { query: { source, callId } } as never);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 404 });
  }
});

test("D36 the newest 20 are kept, none without voice, one of a line every 10 s, for 7 days", async () => {
  const { ports } = office;
  const keep = createEarlyKeeper(ports, compId);
  for (let n = 0; n < 22; n += 1) {
    await addAttempt(office, taskId, { callId: `n${n}`, phone });
    await keep(`n${n}`, said);
    // Looked at too soon.
    await keep("soon", said);
    await ports.clock.advance(10_000);
  }
  await addAttempt(office, taskId, { callId: "quiet", phone });
  await keep("quiet", pauseOf(6_000));
  const there = await sources("early");
  expect(there.map(({ callId }) => callId)).toEqual(Array.from({ length: 20 }, (_, n) => `n${21 - n}`));
  const sounds = async () => {
    const keys: string[] = [];
    for await (const { key } of ports.blobs.list("recordings/early/")) keys.push(key);
    return keys.length;
  };
  expect(await sounds()).toBe(20);
  const old = new Date(ports.clock.now() - 7 * dayMs);
  await ports.database.system((trx) => trx.updateTable("early_sound").set({ at: old }).execute());
  expect(await sources("early")).toEqual([]);
  expect(await refused(cut("旧", { callId: "n21" }))).toMatchObject({ code: 404 });
  const work = new Map<string, (data: { readonly at: number }) => Promise<void>>();
  const jobs = { ...ports.jobs, send: async () => undefined };
  await startForgetting({
    ...ports,
    jobs: { ...jobs, work: async (queue, run) => void work.set(queue, run as never) },
  });
  await work.get(forgetQueue)!({ at: ports.clock.now() });
  expect(await sounds()).toBe(0);
});
