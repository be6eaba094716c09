/** 企业首页's idle, occupied and wrap-up times are added up by the hour: whatever is kept of past hours, they are those of the log. */
import { homeApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../testing/office.ts";

const compId = "100001";
const minute = 60_000;
const hour = 60 * minute;
/** The virtual clock stands at 2026-03-02 09:00 in Shanghai. */
const midnight = Date.parse("2026-03-02T00:00:00+08:00");
const [idle, busy, wrapUp, talking] = [1, 2, 4, 8];

let office: Office;
beforeAll(async () => (office = await openOffice()));
afterAll(() => office?.close());

const seq = new Map<string, number>();
const states = (agentId: string, ...intervals: readonly (readonly [code: number, from: number, to: number | null])[]) =>
  office.ports.database.system(async (trx) => {
    for (const [code, from, to] of intervals) {
      seq.set(agentId, (seq.get(agentId) ?? 0) + 1);
      const at = { fromAt: new Date(from), toAt: to === null ? null : new Date(to) };
      await trx
        .insertInto("agent_status")
        .values({
          compId,
          agentId,
          seq: seq.get(agentId)!,
          code,
          customStatusId: null,
          ...at,
          reason: "x",
          callId: null,
        })
        .execute();
    }
  });
const ends = (agentId: string, code: number, to: number) =>
  office.ports.database.system((trx) =>
    trx
      .updateTable("agent_status")
      .set({ toAt: new Date(to) })
      .where("agentId", "=", agentId)
      .where("code", "=", code)
      .where("toAt", "is", null)
      .execute(),
  );

/** Minutes idle, occupied and in wrap-ups that are over, of today and of yesterday up to the same time. */
async function shown() {
  // An answer serves everybody for a second.
  await office.ports.clock.advance(1_000);
  const { today, yesterday } = await office.administrator.call(homeApi.enterprise, { body: {} });
  return [today, yesterday].map(({ idleMs, occupiedMs, wrapMs }) =>
    [idleMs, occupiedMs, wrapMs].map((ms) => Math.round(ms / minute)),
  );
}

test("intervals over midnight, over several hours, ending at a full hour, open ones and seats together", async () => {
  await states(
    "1001",
    // Yesterday counts up to nine: 8:50 to 9:00 of it, and from 10 on nothing.
    [talking, midnight - 15 * hour - 10 * minute, midnight - 14 * hour],
    // Idle over midnight: today's part is three hours and ten minutes.
    [idle, midnight - hour, midnight + 3 * hour + 10 * minute],
    [talking, midnight + 3 * hour + 10 * minute, midnight + 4 * hour],
    // Over an hour's end: counts whole, once.
    [wrapUp, midnight + 4 * hour, midnight + 5 * hour + 5 * minute],
    [busy, midnight + 5 * hour + 5 * minute, midnight + 8 * hour],
    [idle, midnight + 8 * hour, null],
  );
  await states("1002", [talking, midnight + 7 * hour + 30 * minute, midnight + 8 * hour + 30 * minute]);
  await states("1002", [wrapUp, midnight + 8 * hour + 30 * minute, null]);
  const [today, yesterday] = await shown();
  // Idle 190 + 60; occupied 50 + 65 + 60 + 30; of the wrap-ups one is over.
  expect(today).toEqual([250, 205, 65]);
  expect(yesterday).toEqual([0, 10, 0]);

  // Asked again from what is kept: 1001 stays idle, 1002's wrap-up of an hour that is past ends.
  await office.ports.clock.advance(45 * minute);
  await ends("1002", wrapUp, midnight + 9 * hour + 40 * minute);
  await states("1002", [busy, midnight + 9 * hour + 40 * minute, null]);
  const [later, before] = await shown();
  expect(later).toEqual([295, 245, 135]);
  expect(before).toEqual([0, 55, 0]);

  for (const step of [5, 30, 60]) await office.ports.clock.advance(step * minute);
  const [last] = await shown();
  // 95 minutes more of idling, up to 11:20.
  expect(last).toEqual([390, 245, 135]);
});
