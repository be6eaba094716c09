import type { Database } from "../../ports/database.ts";
import { createTestDatabase } from "../../testing/index.ts";
import { createLeases } from "../lease/index.ts";
import { createQueuedContacts, type QueuedContact } from "./index.ts";

const name = "installation";
const compId = "100001";
let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "甲" }).execute());
});
afterAll(() => database.close());

/** Each has taken the lease of the one before. */
async function owner(which: string) {
  const leases = createLeases(database);
  await leases.join(which, 60_000);
  const epoch = (await leases.take(which, [name])).get(name) ?? 0;
  return { epoch, contacts: createQueuedContacts(database, { name, epoch }) };
}
const asked = (id: string): QueuedContact => ({
  compId,
  id,
  skillGroupId: "g",
  number: `138${id}`,
  accessNumber: null,
  callId: `call-${id}`,
  arrivedAt: 1_000,
  boostMs: 0,
  movedMs: 0,
  state: "waiting",
  tries: 0,
  nextAt: null,
});
const rows = () =>
  database.system((trx) =>
    trx.selectFrom("queued_contact").select(["id", "kind", "state", "epoch"]).orderBy("id").execute(),
  );

test("K34 an engine that was followed writes no callback and no message, and takes none back", async () => {
  const old = await owner("a");
  await old.contacts.keep(asked("1"), 2_000);
  const next = await owner("b");
  await expect(old.contacts.change(compId, "1", { state: "done", closedAt: 3_000 })).rejects.toThrow("another");
  await expect(old.contacts.keep(asked("2"), 3_000)).rejects.toThrow("another");
  await expect(old.contacts.leaveMessage({ ...asked("3"), lengthMs: 5_000 }, 3_000)).rejects.toThrow("another");
  expect(await rows()).toEqual([{ id: "1", kind: "callback", state: "waiting", epoch: old.epoch }]);
  await next.contacts.change(compId, "1", { state: "dialling" });
  await next.contacts.leaveMessage({ ...asked("4"), lengthMs: 5_000 }, 4_000);
  expect(await rows()).toEqual([
    { id: "1", kind: "callback", state: "dialling", epoch: next.epoch },
    { id: "4", kind: "voicemail", state: "waiting", epoch: next.epoch },
  ]);
});
