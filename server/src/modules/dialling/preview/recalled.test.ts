/** Another round does not reach into a seat's hands, and nobody's number waits for a seat that has left its task. */
import { dialTaskApi, previewTaskApi, taskMemberApi, taskPhoneApi } from "@liantai/api/contract/admin";
import type { Office } from "../../../testing/office.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, take, took, called, result, progress, serviceFor, seat } = previewDesk((desk) => ({ office } = desk));

const phone = (at: number) => ({ phone: `136${String(at).padStart(8, "0")}` });
const round = (id: string) => office.administrator.call(dialTaskApi.recall, { body: { id, codes: [594] } });
const chosen = (taskId: string, ids: string[]) =>
  office.administrator.call(taskPhoneApi.recall, { body: { taskId, ids } });
const rowOf = (id: string) =>
  office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );

test("D63 a recall leaves what a seat has in hand, says how many, and the result is given", async () => {
  const id = await made({ retries: [] }, { count: 1, phone });
  const first = await took(id);
  await called(id, phone(0).phone, 594);
  expect(await round(id)).toEqual({ count: 0, held: 1 });
  expect(await chosen(id, [first.id])).toEqual({ count: 0, held: 1 });
  expect(await progress(id)).toMatchObject({ waiting: 0, done: 1 });
  expect(await result(id, first.id, "考虑")).toBeNull();
  expect(await chosen(id, [first.id])).toEqual({ count: 1, held: 0 });
  expect(await progress(id)).toMatchObject({ waiting: 1, done: 0 });
});

test("D63 a number whose result is owed waits again, and the result is still its seat's to give", async () => {
  const id = await made({ retries: [] }, { count: 1, phone });
  const first = await took(id);
  const callId = await called(id, phone(0).phone, 594);
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("dial_phone").set({ takenAt: null, resultDue: 1 }).where("id", "=", first.id).execute(),
  );
  expect(await round(id)).toEqual({ count: 1, held: 0 });
  expect(await result(id, first.id, "考虑")).toBeNull();
  expect(await rowOf(first.id)).toMatchObject({ state: "waiting", resultDue: 0, result: "考虑" });
  const attempt = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_attempt").select("result").where("callId", "=", callId).executeTakeFirstOrThrow(),
  );
  expect(attempt.result).toBe("考虑");
  expect((await took(id)).id).toBe(first.id);
});

test("D64 按工号列: numbers of a seat that left the task go to whoever is there, after his own", async () => {
  const id = await made(
    { allotment: "byColumn", results: [], agentIds: ["1001", "1002"] },
    {
      count: 3,
      agentIds: ["1001", "1002"],
      phone: (at) => ({ ...phone(at + 3), agentId: at === 2 ? "1001" : "1002" }),
    },
  );
  expect((await took(id)).id).toBe(`${id}-2`);
  await called(id, phone(5).phone, 594);
  // He is there, and his numbers are his.
  expect((await take(id)).number).toBeNull();
  await office.administrator.call(taskMemberApi.delete, { body: { taskId: id, agentIds: ["1002"] } });
  expect((await took(id)).id).toBe(`${id}-0`);
  await called(id, phone(3).phone, 594);
  expect((await took(id)).id).toBe(`${id}-1`);
  const back = await seat("1002", id);
  await expect(serviceFor().take({ taskId: id }, back)).rejects.toMatchObject({ error: "refused" });
  expect((await office.agent.call(previewTaskApi.current, { body: {} })).number?.id).toBe(`${id}-1`);
});
