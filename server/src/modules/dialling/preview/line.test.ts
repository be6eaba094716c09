/** The place and the displayed number of a seat's call for a preview task (inventory dialling.md B16, E16). */
import { previewTaskApi } from "@liantai/api/contract/admin";
import { refused, type Office } from "../../../testing/office.ts";
import type { Caller } from "../../../http/routes.ts";
import { createAudit } from "../../audit/index.ts";
import { createTaskGate } from "../../tasks/index.ts";
import { createPreviewGate } from "../index.ts";
import { previewDesk } from "../testing/preview-desk.ts";
import { phoneAt } from "../testing/preview-task.ts";

const compId = "100001";
let office: Office;
let own: Caller;
const { made, took, act, begin, callOver, serviceFor, seat } = previewDesk((desk) => ({ office, own } = desk));

const numbers = ["95001", "95002"] as const;
beforeAll(() =>
  office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("access_number")
      .values(
        numbers.map((number) => ({ compId, number, title: number, targetKind: "hangup" as const, concurrency: 1 })),
      )
      .execute(),
  ),
);

/** Of two seats that have joined, by their sessions. */
function gateOf(callers: readonly Caller[]) {
  const { ports } = office;
  return createTaskGate({
    ...{ ports, audit: createAudit(ports), mayDo: async () => true, preview: createPreviewGate(ports) },
    caller: async (sessionId) => callers.find((caller) => caller.sessionId === sessionId),
  });
}

test("D53 two seats that dial at once have one place in a task of 最大并发 1; the other is told, and has it later", async () => {
  const id = await made({ concurrency: 1 }, { agentIds: ["1001", "1002"] });
  await took(id);
  const colleague = await seat("1002", id);
  const { number } = await serviceFor().take({ taskId: id }, colleague);
  const gate = gateOf([own, colleague.caller]);
  const dialled = await Promise.all([
    gate.ofCall(own.sessionId, id, phoneAt(0)),
    gate.ofCall(colleague.caller.sessionId, id, phoneAt(1)),
  ]);
  const full = { code: -403, msg: "任务并发 1/1，已满，不能外呼" };
  expect(dialled.filter((reply) => "code" in reply)).toEqual([full]);
  const won = "code" in dialled[0] ? 1 : 0;
  const seats = [
    { session: own.sessionId, asks: () => refused(act("dial", id, `${id}-0`)).then(({ msg }) => msg) },
    {
      session: colleague.caller.sessionId,
      asks: () =>
        serviceFor()
          .dial({ taskId: id, id: number!.id }, colleague)
          .then(String, ({ message }: Error) => message),
    },
  ] as const;
  const lost = 1 - won;
  expect(await seats[lost]!.asks()).toBe(full.msg);
  await callOver((dialled[won] as { attemptId: string }).attemptId, 594);
  expect(await gate.ofCall(seats[lost]!.session, id, phoneAt(lost))).toMatchObject({ attemptId: expect.any(String) });
});

test("D53 the call shows the number that the task chooses, and the attempt and the ledger say so", async () => {
  const id = await made({ accessNumbers: [...numbers], displayMode: "turn", ringS: 25 });
  const shown: string[] = [];
  for (const at of [0, 1]) {
    const { id: phone } = await took(id);
    const task = await begin(id, phoneAt(at));
    expect(task).toMatchObject({ ringS: 25 });
    shown.push((task as { displayed: string }).displayed);
    await callOver((task as { attemptId: string }).attemptId, 594);
    await office.agent.call(previewTaskApi.result, { body: { taskId: id, id: phone, result: "考虑" } });
  }
  expect(shown).toEqual([...numbers]);
  const rows = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_attempt").select("displayed").where("taskId", "=", id).orderBy("displayed").execute(),
  );
  expect(rows.map(({ displayed }) => displayed)).toEqual([...numbers]);
  const [entry] = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_ledger").select("body").where("taskId", "=", id).orderBy("seq").limit(1).execute(),
  );
  expect(JSON.parse(entry!.body)).toMatchObject({
    displayed: numbers[0],
    checks: expect.arrayContaining([{ check: "displayed", detail: `外显 ${numbers[0]}` }]),
  });
});

test("D53 a number that is full is not shown; where none is left the seat is told why", async () => {
  const id = await made({ accessNumbers: [...numbers], displayMode: "fixed" }, { agentIds: ["1001", "1002"] });
  await took(id);
  const first = await begin(id, phoneAt(0));
  expect(first).toMatchObject({ displayed: numbers[0] });
  const colleague = await seat("1002", id);
  await serviceFor().take({ taskId: id }, colleague);
  const gate = gateOf([colleague.caller]);
  const dials = () => gate.ofCall(colleague.caller.sessionId, id, phoneAt(1));
  const second = await dials();
  expect(second).toMatchObject({ displayed: numbers[1] });
  await gate.notCalled(compId, (second as { attemptId: string }).attemptId);
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("access_number").set({ enabled: 0 }).where("number", "=", numbers[1]).execute(),
  );
  expect(await dials()).toEqual({ code: -403, msg: "外显号码占满：并发已满或暂停外显，不能外呼" });
});

test("D53 a task that names no number shows the seat's own", async () => {
  const id = await made();
  await took(id);
  expect(await begin(id, phoneAt(0))).not.toHaveProperty("displayed");
});
