import { sql } from "kysely";
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
});
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

test("a recorded call is booked once, however often it is told; a missed one is found again; no talk or no price: free", async () => {
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

test("a number outside that was asked and then took the call is one more line, whole; a colleague costs nothing", async () => {
  await call("c-5", 120_000);
  await office.ports.database.system((trx) =>
    trx.updateTable("call_record").set({ taskId: "t9" }).where("callId", "=", "c-5").execute(),
  );
  const now = office.ports.clock.now();
  const leg = (seq: number, party: number, role: string, from: number, to: number, accessNumber: string | null) => ({
    compId,
    callId: "c-5",
    seq,
    party,
    role,
    agentId: accessNumber === null ? "1002" : null,
    number: "05718888",
    accessNumber,
    offered: 0,
    startAt: new Date(now + from),
    answerAt: new Date(now + from),
    endAt: new Date(now + to),
    talkMs: 0,
    holdMs: 0,
    holds: 0,
    consultMs: 0,
    conferenceMs: 0,
    result: 200,
  });
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("call_leg")
      .values([
        // 40 s and 25 s of one telephone: 65 s, two begun minutes.
        leg(1, 2, "consulted", 10_000, 50_000, "4001"),
        leg(2, 2, "agent", 50_000, 75_000, "4001"),
        leg(3, 3, "consulted", 10_000, 50_000, null),
      ])
      .execute(),
  );
  const billing = createCallBilling(office.ports);
  await billing.sweep();
  await billing.sweep();
  const booked = (await entries()).filter((e) => e.idempotencyKey.startsWith("call/c-5"));
  expect(booked.map((e) => [e.idempotencyKey, BigInt(e.amount), e.remark])).toEqual([
    ["call/c-5", -3_000n, "接入号 4001 通话 2 分钟"],
    ["call/c-5/2", -3_000n, "接入号 4001 咨询、转接或会议外线通话 2 分钟"],
  ]);
  const { rows } = await office.ports.database.tenant(compId, (trx) =>
    sql`select * from fact_charge where contact_id = 'c-5' order by id`.execute(trx),
  );
  expect(rows).toMatchObject([
    { kind: "call", number: "4001", quantity: 2, unitPriceMilli: 150, taskId: "t9" },
    { kind: "call", number: "4001", quantity: 2, unitPriceMilli: 150, taskId: "t9" },
  ]);
});
