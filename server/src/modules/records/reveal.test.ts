import { cdrApi } from "@liantai/api/contract";
import { businessPurviewApi, revealApi } from "@liantai/api/contract/admin";
import { giveLegs } from "../../testing/legs.ts";
import { openOffice, type Office, type Refusal } from "../../testing/office.ts";

let office: Office;
const callId = "call-1";
const ask = (who: Office["agent"], reason = "客户要求回电") =>
  who.call(revealApi.callNumber, { body: { callId, field: "caller", reason } });
const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: Refusal) => error.status,
  );

beforeAll(async () => {
  office = await openOffice();
  const at = new Date(office.ports.clock.now());
  await office.ports.database.tenant("100001", async (trx) => {
    await trx
      .insertInto("call_record")
      .values({
        compId: "100001",
        callId,
        direction: "inbound",
        caller: "13812345678",
        callee: "4001",
        accessNumber: "4001",
        agentId: "1001",
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
      })
      .execute();
    await giveLegs(trx);
  });
});
afterAll(() => office?.close());

test("an agent sees the number masked and may not see it whole until the role may; every look is in the log with its reason", async () => {
  expect((await office.agent.call(cdrApi.callDetail, { body: { callId } })).caller).toBe("138****5678");
  expect(await status(ask(office.agent))).toBe(403);
  const role = await office.ports.database.system((trx) =>
    trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", "100001")
      .where("roleType", "=", 2)
      .executeTakeFirstOrThrow(),
  );
  await office.operator.call(businessPurviewApi.addOrUpdateBatch, {
    body: { compId: "100001", roleId: role.id, items: [{ key: "reveal", value: 1 }] },
  });
  expect(await ask(office.agent)).toEqual({ number: "13812345678" });
  const [entry] = await office.ports.database.tenant("100001", (trx) =>
    trx.selectFrom("operation_log").selectAll().where("action", "=", "reveal").execute(),
  );
  expect(entry).toMatchObject({
    objectId: callId,
    objectName: "138****5678",
    nickName: "李晓雯",
    after: { field: "caller", reason: "客户要求回电" },
  });
});

test("no reason, no number; a call of somebody else is none", async () => {
  await expect(ask(office.agent, "")).rejects.toThrow("请输入查看原因");
  const other = await office.signIn({ code: "100001", roleType: 2, account: "1002" });
  await expect(ask(other)).rejects.toThrow("通话记录不存在");
});
