/** A seat that is taken out of a task: what it promised there is the task's again. */
import { formatTime, hourMs, minuteMs } from "@liantai/api/contract";
import { previewTaskApi, taskMemberApi } from "@liantai/api/contract/admin";
import type { Office } from "../../../testing/office.ts";
import { publish, subscribe } from "../../topics.ts";
import { addSeats } from "../testing/preview-task.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, took, serviceFor, seat } = previewDesk((desk) => ({ office } = desk));
beforeAll(() => addSeats(office.ports, compId, ["8801"]));

const promise = (taskId: string, id: string, at: number) =>
  office.agent.call(previewTaskApi.reschedule, { body: { taskId, id, nextAt: formatTime(at) } });
const rowOf = (id: string) =>
  office.ports.database.tenant(compId, async (trx) => ({
    ...(await trx.selectFrom("dial_phone").selectAll().where("id", "=", id).executeTakeFirstOrThrow()),
    open: (await trx.selectFrom("reminder").select("doneAt").where("subject", "=", `promise/${id}`).execute()).filter(
      ({ doneAt }) => doneAt === null,
    ).length,
  }));
async function toldOver(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const end = await subscribe(office.ports.broker, "message.send", ({ message }) => {
    if (message.type === "reminderOver") told.push(message);
  });
  await work();
  await end();
  return told;
}
let phones = 0;
const numbers = (count: number) => ({
  ...{ count, agentIds: ["1001", "8801"] },
  phone: () => ({ phone: `136${String((phones += 1)).padStart(8, "0")}` }),
});
const settings = { allotment: "pool" } as const;
const takesOut = (taskId: string) =>
  office.administrator.call(taskMemberApi.delete, { body: { taskId, agentIds: ["1001"] } });

test("D68 who is taken out of a task is not reminded, his page forgets it, and a colleague has the number at its time", async () => {
  const { clock } = office.ports;
  const id = await made({ ...settings, agentIds: ["1001", "8801"], results: [] }, numbers(2));
  const other = await made({ ...settings, agentIds: ["1001", "8801"], results: [] }, numbers(1));
  const kept = await took(other);
  await promise(other, kept.id, clock.now() + hourMs);
  const [shown, soon] = [await took(id), clock.now() + minuteMs];
  await promise(id, shown.id, soon);
  const later = await took(id);
  await promise(id, later.id, clock.now() + hourMs);
  await clock.advance(minuteMs);
  expect(await toldOver(() => takesOut(id))).toEqual([
    { type: "reminderOver", reminder: `promise/${shown.id}/${soon}`, withdrawn: 0 },
  ]);
  for (const one of [shown, later])
    expect(await rowOf(one.id)).toMatchObject({ state: "retry", agentId: "", open: 0, nextAt: expect.any(Date) });
  expect(await rowOf(kept.id)).toMatchObject({ agentId: "1001", open: 1 });
  const colleague = await seat("8801", id);
  expect((await serviceFor().take({ taskId: id } as never, colleague)).number?.id).toBe(shown.id);
});

test("D68 so is whoever leaves the skill group of the task", async () => {
  const { clock, broker } = office.ports;
  const id = await made({ ...settings, results: [], agentIds: ["8801"], groupId: "without-1001" }, numbers(1));
  const hand = await took(id);
  await promise(id, hand.id, clock.now() + hourMs);
  await publish(broker, "groups.changed", { compId });
  for (let tries = 0; (await rowOf(hand.id)).open > 0 && tries < 50; tries += 1) await new Promise(setImmediate);
  expect(await rowOf(hand.id)).toMatchObject({ agentId: "", open: 0 });
});

test("D68 what is promised after that is the task's, and its seat is not reminded", async () => {
  const { clock } = office.ports;
  const id = await made({ ...settings, agentIds: ["1001", "8801"], results: [] }, numbers(1));
  const hand = await took(id);
  await takesOut(id);
  expect(await promise(id, hand.id, clock.now() + hourMs)).toBeNull();
  expect(await rowOf(hand.id)).toMatchObject({ state: "retry", agentId: "", open: 0 });
});
