import { cdrApi } from "@liantai/api/contract";
import { dualCallApi } from "@liantai/api/contract/admin";
import { writeWav } from "@liantai/api/wav";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";

let office: Office;
const page = { pageNo: 1, pageSize: 10 };
beforeAll(async () => {
  office = await openOffice();
  const at = new Date(office.ports.clock.now());
  const row = (callId: string, agentId: string, isDual: number) => ({
    compId: "100001",
    callId,
    direction: "outbound",
    caller: "1001",
    callee: "13812345678",
    accessNumber: null,
    agentId,
    startAt: at,
    answerAt: at,
    endAt: at,
    waitMs: 0,
    ringMs: 0,
    talkMs: 1_000,
    holdMs: 0,
    result: 200,
    cause: "completed",
    recordingKey: null,
    recordingMs: null,
    skillGroupId: null,
    appliedSeq: 1,
    isDual,
  });
  await office.ports.database.tenant("100001", (trx) =>
    trx
      .insertInto("call_record")
      .values([row("plain", "1001", 0), row("dual", "1001", 1), row("colleague", "1002", 1)])
      .execute(),
  );
});
afterAll(() => office?.close());

test("two-way callbacks alone, for administrators, and numbers whole where the enterprise hides none", async () => {
  const found = await office.administrator.call(dualCallApi.list, { body: page });
  expect(found.list.map(({ callId, callee }) => [callId, callee])).toContainEqual(["dual", "13812345678"]);
  // 双呼记录 is an administrator's page (screens.md).
  expect(await refused(office.agent.call(dualCallApi.list, { body: page }))).toMatchObject({ status: 403 });
  expect((await office.administrator.call(dualCallApi.list, { body: page })).total).toBe(2);
  expect((await office.administrator.call(cdrApi.callRecords, { body: page })).total).toBe(3);
});

test("the recording of a two-way callback is fetched by POST (console.md section 7), of no other call and by nobody else", async () => {
  const wav = Buffer.from(writeWav(new Int16Array(32), 8_000, 2));
  await office.ports.blobs.put("recordings/dual.wav", wav);
  await office.ports.database.tenant("100001", (trx) =>
    trx
      .updateTable("call_record")
      .set({ recordingKey: "recordings/dual.wav", recordingMs: 2 })
      .where("callId", "in", ["dual", "plain"])
      .execute(),
  );
  const ask = (person: Person, callId: string) => person.file(dualCallApi.recording, { body: { callId } });
  const whole = await ask(office.administrator, "dual");
  expect([whole.status, whole.headers["content-type"]]).toEqual([200, "audio/wav"]);
  expect(whole.headers["content-disposition"]).toMatch(/^attachment/);
  expect(whole.bytes.equals(wav)).toBe(true);
  for (const callId of ["plain", "nobody's"])
    expect(JSON.parse((await ask(office.administrator, callId)).bytes.toString())).toMatchObject({ code: 404 });
  expect((await ask(office.agent, "dual")).status).toBe(403);
});
