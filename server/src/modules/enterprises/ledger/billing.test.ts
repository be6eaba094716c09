import { openOffice, type Office } from "../../../testing/office.ts";
import { publish } from "../../topics.ts";
import { costOf, createCallBilling } from "./billing.ts";

let office: Office;
const compId = "100001";
beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.system((trx) =>
    trx.updateTable("access_number").set({ priceMilli: 150 }).where("number", "=", "4001").execute(),
  );
}, 60_000);
afterAll(() => office?.close());

const call = (callId: string, talkMs: number, number = "4001") => {
  const at = new Date(office.ports.clock.now());
  return office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("call_record")
      .values({
        compId,
        callId,
        direction: "inbound",
        caller: "13800138000",
        callee: number,
        accessNumber: number,
        skillGroupId: null,
        agentId: null,
        startAt: at,
        answerAt: at,
        endAt: at,
        waitMs: 0,
        ringMs: 0,
        talkMs,
        holdMs: 0,
        result: 200,
        cause: "completed",
        recordingKey: null,
        recordingMs: null,
        appliedSeq: 1,
      })
      .execute(),
  );
};
const entries = () =>
  office.ports.database.system((trx) =>
    trx
      .selectFrom("ledger_entry")
      .select(["idempotencyKey", "amount", "remark", "kind"])
      .where("compId", "=", compId)
      .orderBy("seq")
      .execute(),
  );

test("begun minutes are whole minutes, in 1/10000 yuan", () => {
  expect([costOf(1, 150), costOf(60_000, 150), costOf(60_001, 150)]).toEqual([1_500n, 1_500n, 3_000n]);
});

test("a recorded call is booked once, however often it is told; one that was missed is found again; one without talk or price costs nothing", async () => {
  await call("c-1", 61_000);
  for (let i = 0; i < 3; i += 1)
    await publish(office.ports.broker, "call.recorded", { compId, callId: "c-1", agentId: "1001", cause: "completed" });
  for (let i = 0; i < 500 && (await entries()).length === 0; i += 1) await office.ports.database.ping();
  await call("c-2", 0);
  await call("c-3", 30_000);
  await call("c-4", 30_000, "4999");
  const billing = createCallBilling(office.ports);
  await billing.sweep();
  await billing.sweep();
  expect((await entries()).map((e) => [e.idempotencyKey, BigInt(e.amount), e.kind, e.remark])).toEqual([
    ["call/c-1", -3_000n, "consumption", "接入号 4001 通话 2 分钟"],
    ["call/c-3", -1_500n, "consumption", "接入号 4001 通话 1 分钟"],
  ]);
});
