/** 双呼 over HTTP: one key is one call. The engine is its port's own words here; its part is in telephony/engine/dual.test.ts. */
import { dualCallApi } from "@liantai/api/contract/admin";
import type { CommandReply, DualCall } from "../../ports/engine.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createEventLog } from "../event-log/index.ts";
import { demoEnterprise } from "../system/index.ts";

const dayMs = 86_400_000;
let office: Office;
const asked: DualCall[] = [];
let answer: CommandReply;
beforeAll(async () => {
  office = await openOffice();
  await office.ports.broker.serve("telephony.engine", async (request) => {
    asked.push(request as DualCall);
    return answer;
  });
});
afterAll(() => office?.close());
beforeEach(() => {
  asked.length = 0;
  answer = { code: 1 };
});
const dial = (idempotencyKey: string, over: object = {}) =>
  office.administrator.call(dualCallApi.dial, {
    body: { agentId: "1001", callee: "13800138000", idempotencyKey, ...over },
  });

test("K31 the same key is the same call; another question under it is refused; a day later it is free", async () => {
  const first = await dial("k1");
  expect(await dial("k1")).toEqual(first);
  expect(new Set(asked.map(({ callId }) => callId))).toEqual(new Set([first.callId]));
  expect((await refused(dial("k1", { callee: "13900139000" }))).msg).toBe("该幂等键已用于另一次双呼，请更换后重试");
  const yesterday = new Date(office.ports.clock.now() - dayMs - 1_000);
  await office.ports.database.system((trx) =>
    trx.updateTable("dual_call").set({ askedAt: yesterday }).where("key", "=", "k1").execute(),
  );
  expect((await dial("k1", { callee: "13900139000" })).callId).not.toBe(first.callId);
});

test("K62 call data goes with it, and is part of the question; what is no JSON of texts or too long is refused at its field", async () => {
  const callData = JSON.stringify({ order: "20260101001", 客户: "张先生" });
  const { callId } = await dial("k-data", { callData });
  expect(asked.at(-1)).toMatchObject({ callId, callData: { order: "20260101001", 客户: "张先生" } });
  expect((await refused(dial("k-data", { callData: "{}" }))).msg).toBe("该幂等键已用于另一次双呼，请更换后重试");
  for (const wrong of ["[1]", "text", '{"a":1}', JSON.stringify({ a: "汉".repeat(682) })])
    expect(await refused(dial("k-wrong", { callData: wrong }))).toMatchObject({
      code: 400,
      data: { fields: [expect.objectContaining({ path: "callData", label: "随路数据" })] },
    });
  expect(asked).toHaveLength(1);
});

test("a call that is on record is answered and not asked of the engine again", async () => {
  const { callId } = await dial("k2");
  const eventLog = createEventLog(office.ports);
  void eventLog.append({
    stream: "contact",
    kind: "call",
    compId: demoEnterprise.compId,
    id: callId,
    at: office.ports.clock.now(),
    actor: "1001",
    fact: { type: "created", direction: "outbound", caller: "1001", callee: "13800138000", dual: true },
  });
  await eventLog.flush();
  expect(await dial("k2")).toEqual({ callId });
  expect(asked).toHaveLength(1);
  const { list } = await office.administrator.call(dualCallApi.list, { body: { pageNo: 1, pageSize: 10 } });
  expect(list.map((row) => [row.callId, row.callee])).toEqual([[callId, "13800138000"]]);
});

test("what the engine refuses is said, and the same key may try again", async () => {
  answer = { code: -403, msg: "坐席未签入" };
  expect((await refused(dial("k3"))).msg).toBe("坐席未签入");
  answer = { code: 1 };
  await dial("k3");
  expect(asked[0]?.callId).toBe(asked[1]?.callId);
  const lines = await office.ports.database.system((trx) =>
    trx
      .selectFrom("operation_log")
      .select(["action", "objectName"])
      .where("objectId", "=", asked[0]?.callId ?? "")
      .execute(),
  );
  expect(lines.map(({ action, objectName }) => `${action} ${objectName}`).sort()).toEqual([
    "call ",
    "call ",
    "refused 坐席未签入",
  ]);
});

test.each([
  [{ agentId: "", caller: "" }, "caller", "请输入主叫号码，或选择坐席"],
  [{ callee: "" }, "callee", "请输入被叫号码"],
  [{ callee: "138a" }, "callee", "被叫号码只能包含数字、+、*、#"],
  [{ idempotencyKey: "一" }, "idempotencyKey", "幂等键最多64个字符，只能包含字母、数字和 . : _ -"],
])("%o is refused at its field", async (over, path, message) => {
  expect((await refused(dial("k4", over))).fields).toEqual([expect.objectContaining({ path, message })]);
  expect(asked).toEqual([]);
});

test("of another enterprise nothing is dialled, and an agent may not", async () => {
  expect((await refused(dial("k5", { compId: "999999" }))).status).toBe(403);
  const body = { agentId: "1001", callee: "13800138000", idempotencyKey: "k6" };
  expect((await refused(office.agent.call(dualCallApi.dial, { body }))).status).toBe(403);
  expect(asked).toEqual([]);
});
