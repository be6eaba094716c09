import { cdrApi } from "@liantai/api/contract";
import { dualCallApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../testing/office.ts";

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
}, 60_000);
afterAll(() => office?.close());

test("two-way callbacks alone, for administrators, and numbers whole where the enterprise hides none", async () => {
  const found = await office.administrator.call(dualCallApi.list, { body: page });
  expect(found.list.map(({ callId, callee }) => [callId, callee])).toContainEqual(["dual", "13812345678"]);
  // 双呼记录 is an administrator's page (screens.md).
  expect(await refused(office.agent.call(dualCallApi.list, { body: page }))).toMatchObject({ status: 403 });
  expect((await office.administrator.call(dualCallApi.list, { body: page })).total).toBe(2);
  expect((await office.administrator.call(cdrApi.callRecords, { body: page })).total).toBe(3);
});
