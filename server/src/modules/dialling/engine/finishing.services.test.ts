/** On PostgreSQL: numbers are being added, and not committed yet, while the engine ends their task (D11, D49). */
import { openOffice, type Office } from "../../../testing/office.ts";
import { openOwnDatabase, type OwnDatabase } from "../../../testing/services.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { addNumbers } from "../phones/adding.ts";
import { emptyRow } from "../phones/rows.ts";
import { insertTask } from "../testing/tasks.ts";
import { addPhones, compId } from "../tasks/testing.ts";
import { createDiallerStore } from "./store.ts";

let own: OwnDatabase;
let office: Office;
beforeAll(async () => {
  own = await openOwnDatabase();
  office = await openOffice({ database: own.database });
}, 120_000);
afterAll(async () => {
  await office?.close();
  await own?.close();
}, 60_000);

const batch = { id: "b1", source: "import", fileName: "a.xlsx", createdBy: "甲" } as const;
const stateOf = async (id: string) =>
  (
    await own.database.tenant(compId, (trx) =>
      trx.selectFrom("task").select("state").where("id", "=", id).executeTakeFirstOrThrow(),
    )
  ).state;

/** Both begin before either is over; the second one waits for the first. */
async function atOnce(first: "adds" | "ends") {
  const { ports } = office;
  const id = await insertTask(ports, { ftype: 4, settings: { flowId: "f" } });
  // Told to nobody: the office has an engine of its own.
  await own.database.tenant(compId, (trx) =>
    trx.updateTable("task").set({ state: "running" }).where("id", "=", id).execute(),
  );
  await addPhones(office, id, [{ state: "done", attempts: 1 }]);
  const store = createDiallerStore(ports, compId, undefined);
  const register = createTaskRegister(ports);
  let begun = (): void => undefined;
  let goOn = (): void => undefined;
  const inIt = new Promise<void>((resolve) => (begun = resolve));
  const may = new Promise<void>((resolve) => (goOn = resolve));
  const held = async <T>(which: typeof first, value: T): Promise<T> => {
    if (which !== first) return value;
    begun();
    await may;
    return value;
  };
  const adds = () =>
    own.database.tenant(compId, async (trx) => {
      const of = { compId, taskId: id, batch: { ...batch, id: `b-${id}` }, seen: new Set<string>() };
      await addNumbers(ports, trx, of, [{ ...emptyRow, phone: "13900000001" }]);
      return held("adds", undefined);
    });
  const ends = () =>
    register.complete(compId, id, async (trx) => held("ends", await store.through(trx, { id, ftype: 4 })));
  const one = first === "adds" ? adds() : ends();
  await inIt;
  const other = first === "adds" ? ends() : adds();
  // It has to come as far as the other's lock; that it waits there is what is asked.
  for (let tries = 0; tries < 200 && !(await waits()); tries += 1) await new Promise((done) => setTimeout(done, 10));
  expect(await waits()).toBe(true);
  goOn();
  await Promise.all([one, other]);
  return stateOf(id);
}
const waits = () =>
  own.database.system(async (trx) => {
    const rows = await trx
      .selectFrom("pg_locks" as never)
      .select("granted" as never)
      .where("granted" as never, "=", false as never)
      .execute();
    return rows.length > 0;
  });

test("D49 an import that is not committed yet keeps its task running", async () => {
  expect(await atOnce("adds")).toBe("running");
}, 60_000);

test("D49 an import that meets the end of its task makes it paused", async () => {
  expect(await atOnce("ends")).toBe("paused");
}, 60_000);
