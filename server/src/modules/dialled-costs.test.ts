/** What calls of tasks cost, in their attempts and in the balance's ledger alike. */
import { openOffice, type Office } from "../testing/office.ts";
import { legalFrame } from "@liantai/api/contract/admin";
import { closeAttempt } from "./dialling/attempts/closing-repository.ts";
import { lockPhone, openAttempt } from "./dialling/attempts/opening-repository.ts";
import { makePreviewTask } from "./dialling/testing/preview-task.ts";
import { createCallBilling } from "./enterprises/ledger/billing.ts";

let office: Office;
const compId = "100001";
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const record = (callId: string, at: Date) => ({
  ...{ compId, callId, direction: "outbound" as const, caller: "4001", callee: "13800138000", accessNumber: "4001" },
  ...{ skillGroupId: null, agentId: null, startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 5_000 },
  ...{ holdMs: 0, result: 200, cause: "completed" as const, recordingKey: null, recordingMs: null, appliedSeq: 1 },
});

test("D13 a call of a task is booked as its attempt says and once, though no agent talked; without an answer it is free", async () => {
  const preview = { compId, id: "dials", agentIds: ["1001"], count: 3 };
  await makePreviewTask(office.ports, preview);
  const { clock, database } = office.ports;
  await database.system((trx) =>
    trx.updateTable("access_number").set({ priceMilli: 150 }).where("number", "=", "4001").execute(),
  );
  const attempt = (n: number, displayed: string) =>
    database.tenant(compId, async (trx) => {
      const phone = (await lockPhone(trx, compId, `dials-${n}`, clock.now()))!;
      await openAttempt(trx, phone, { attemptId: `d${n}`, callId: `k${n}`, ftype: 4, displayed, now: clock.now() });
    });
  const ends = (n: number, answeredAt: number | null, endedAt: number, more: { displayed?: string } = {}) =>
    database.tenant(compId, (trx) =>
      closeAttempt(
        trx,
        {
          ...{ compId, attemptId: `d${n}`, code: answeredAt === null ? 594 : 200, cause: "completed", answeredAt },
          ...{ connectedAt: null, endedAt, agentId: "", abandoned: false, answerer: "", witness: "engine", ...more },
        },
        legalFrame,
      ),
    );
  await attempt(0, "4001");
  await attempt(1, "4001");
  await attempt(2, "");
  const from = clock.now();
  // Two begun minutes of 0.15 yuan, though the record counts 5 s of talk.
  await database.tenant(compId, (trx) =>
    trx
      .insertInto("call_record")
      .values(record("k0", new Date(from)))
      .execute(),
  );
  expect(await ends(0, from, from + 60_001)).toMatchObject({ cost: 300, callId: "k0" });
  expect(await ends(1, null, from + 30_000)).toMatchObject({ cost: 0 });
  expect(await ends(2, from, from + 60_000, { displayed: "4001" })).toMatchObject({ cost: 150 });
  const billing = createCallBilling(office.ports);
  await billing.sweep();
  await billing.sweep();
  const booked = await database.system((trx) =>
    trx
      .selectFrom("ledger_entry")
      .select(["idempotencyKey", "amount", "remark"])
      .where("compId", "=", compId)
      .orderBy("seq")
      .execute(),
  );
  expect(booked.map((e) => [e.idempotencyKey, BigInt(e.amount), e.remark])).toEqual([
    ["attempt/d2", -1_500n, "外显号码 4001 外呼任务通话 1 分钟"],
    ["attempt/d0", -3_000n, "外显号码 4001 外呼任务通话 2 分钟"],
  ]);
});
