import { cdrApi } from "@liantai/api/contract";
import { dualCallApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../testing/office.ts";

let office: Office;
const page = { pageNo: 1, pageSize: 10 };
beforeAll(async () => {
  office = await openOffice();
  const at = new Date(office.ports.clock.now());
  const row = (call_id: string, agent_id: string, is_dual: number) => ({
    comp_id: "100001",
    call_id,
    direction: "outbound",
    caller: "1001",
    callee: "13812345678",
    access_number: null,
    agent_id,
    start_at: at,
    answer_at: at,
    end_at: at,
    wait_ms: 0,
    ring_ms: 0,
    talk_ms: 1_000,
    hold_ms: 0,
    result: 200,
    cause: "completed",
    recording_key: null,
    recording_ms: null,
    skill_group_id: null,
    applied_seq: 1,
    is_dual,
  });
  await office.ports.database.tenant("100001", (trx) =>
    trx
      .insertInto("call_record")
      .values([row("plain", "1001", 0), row("dual", "1001", 1), row("colleague", "1002", 1)])
      .execute(),
  );
}, 60_000);
afterAll(() => office?.close());

test("two-way callbacks alone, in the scope and with the masks of 通话记录", async () => {
  const own = await office.agent.call(dualCallApi.list, { body: page });
  expect(own.list.map(({ callId, callee }) => [callId, callee])).toEqual([["dual", "138****5678"]]);
  expect((await office.administrator.call(dualCallApi.list, { body: page })).total).toBe(2);
  expect((await office.administrator.call(cdrApi.callRecords, { body: page })).total).toBe(3);
});
