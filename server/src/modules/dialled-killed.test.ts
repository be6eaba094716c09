/** The process dies while the telephone of somebody whom a task calls rings; another goes on where lines outlive the process. */
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { diallers, joins, makeTask, phones, progress, taskRow, told } from "../testing/dial-floor.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 }, outlives: true });
beforeEach(() => stage());

const phone = "13800138001";
const minute = 60_000;

test("K50 E6 he is not rung again at once: his attempt is over, counted once, and the task's rule says when he is called", async () => {
  const user = await s.called(phone);
  const retries = [{ codes: [0], afterMin: 5, times: 1, otherSlot: 0, otherNumber: 0 }];
  const id = await makeTask(s, { agents: ["1001"], phones: [phone], retries });
  await s.ready("1001");
  await joins(s, id, "1001");
  await s.advance(1_000);
  expect(s.sw.at(user)).toHaveLength(1);
  await s.kill();
  s.sw.endRinging();
  await s.ports.clock.advance(1_000);
  await stage({ after: s });
  await told(s, id);
  await s.advance(1_000);
  expect(s.sw.at(user)).toEqual([]);
  expect(await phones(s, id)).toMatchObject([{ state: "retry", attempts: 1, lastCode: 0 }]);
  expect(await progress(s, id)).toMatchObject({ attempts: 1, live: 0, retry: 1 });
  await s.advance(5 * minute - 1_000);
  // His page has been away for minutes: he signs in anew.
  await s.ready("1001");
  await joins(s, id, "1001");
  await s.advance(1_000);
  expect(s.sw.at(user)).toHaveLength(1);
  expect(await phones(s, id)).toMatchObject([{ attempts: 2 }]);
});

/** As a turn leaves its number that ends, or fails, between the claim and the attempt. */
async function claims(id: string, ms: number): Promise<void> {
  const { compId, ports } = s;
  await ports.database.tenant(compId, async (trx) => {
    await trx
      .updateTable("dial_phone")
      .set({ state: "claimed", claimedUntil: new Date(ports.clock.now() + ms) })
      .where("compId", "=", compId)
      .where("taskId", "=", id)
      .execute();
    await trx
      .updateTable("dial_progress")
      .set({ waiting: 0, live: 1 })
      .where("compId", "=", compId)
      .where("taskId", "=", id)
      .execute();
  });
}

test("E6 D1 a number that the dead process had claimed, and not dialled, is dialled by the next one at once", async () => {
  const user = await s.called(phone);
  const id = await makeTask(s, { agents: ["1001"], phones: [phone] });
  await claims(id, minute);
  await s.kill();
  await stage({ after: s });
  await s.ready("1001");
  await joins(s, id, "1001");
  await s.advance(1_000);
  expect(s.sw.at(user)).toHaveLength(1);
  expect(await phones(s, id)).toMatchObject([{ state: "ringing", attempts: 1 }]);
  expect(await progress(s, id)).toMatchObject({ attempts: 1, waiting: 0, live: 1 });
});

test("E6 D1 a number that is claimed keeps its task from being over, and is dialled when the claim is", async () => {
  const user = await s.called(phone);
  const id = await makeTask(s, { agents: ["1001"], phones: [phone] });
  await claims(id, minute);
  await s.ready("1001");
  await joins(s, id, "1001");
  await s.advance(minute / 2);
  expect(s.sw.at(user)).toEqual([]);
  expect(await taskRow(s, id)).toMatchObject({ state: "running" });
  await s.advance(minute / 2 + 1_000);
  expect(s.sw.at(user)).toHaveLength(1);
});
