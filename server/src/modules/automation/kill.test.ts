/** W40: whatever is killed whenever, each trigger has done what it was to do once, and nothing stays undone. */
import fc from "fast-check";
import type { Database } from "../../ports/database.ts";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { openOffice, type Office } from "../../testing/office.ts";
import { openFloor, type Floor } from "../../testing/orders-and-forms.ts";
import { addTrigger, historyOf, on, ordersOf, sweepOver, traceOf } from "./testing/stage.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
});
afterAll(() => office?.close());

class Killed extends Error {}
/** When a process dies: before a transaction, in it, or when it is through and nobody hears of it. */
type Death = "before" | "within" | "after" | "lives";

/** Of a process that dies as the plan says; from then on it does nothing. */
function mortal(database: Database, plan: Death[]): Database {
  let dead = false;
  const through = async <T>(run: () => Promise<T>, inside: (work: () => Promise<void>) => Promise<T>): Promise<T> => {
    const death = dead ? "before" : (plan.shift() ?? "lives");
    if (death === "before") {
      dead = true;
      throw new Killed();
    }
    if (death === "lives") return run();
    dead = true;
    if (death === "within") return inside(() => Promise.reject(new Killed()));
    await run();
    throw new Killed();
  };
  return {
    ...database,
    kind: database.kind,
    system: (run) => (dead ? Promise.reject(new Killed()) : database.system(run)),
    tenant: (compId, run) =>
      through(
        () => database.tenant(compId, run),
        (die) =>
          database.tenant(compId, async (trx) => {
            const done = await run(trx);
            await die();
            return done;
          }),
      ),
  };
}

const deaths = fc.array(fc.constantFrom<Death>("lives", "lives", "lives", "before", "within", "after"), {
  maxLength: 12,
});

test("W40 processes die at any moment: what waits is done once, in its order", async () => {
  const { formId, flowId } = await ordersOf(floor, "存亡");
  await addTrigger(floor.people.admin, formId, { name: "一", actions: [{ do: "comment", text: "1" }] });
  await addTrigger(floor.people.admin, formId, {
    ...{ name: "二", when: on("submitted") },
    actions: [
      { do: "set", field: "result", value: "二" },
      { do: "comment", text: "2" },
    ],
  });
  await addTrigger(floor.people.admin, formId, {
    ...{ name: "三", when: on("record.updated"), actions: [{ do: "comment", text: "3" }] },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(deaths, { maxLength: 4 }), async (lives) => {
      const { id } = await floor.create(floor.people["1001"], flowId);
      for (const plan of lives)
        await sweepOver(office, mortal(office.ports.database, [...plan]))
          .sweep()
          .catch((error: unknown) => {
            if (!(error instanceof Killed)) throw error;
          });
      // Two that live, at once.
      await office.ports.clock.advance(10 * 60_000);
      await Promise.all([sweepOver(office).sweep(), sweepOver(office).sweep()]);
      const comments = (await historyOf(floor.people.admin, id)).filter((line) => line.startsWith("commented"));
      expect(comments).toHaveLength(3);
      expect(comments.slice(0, 2)).toEqual(["commented 触发器「一」 1", "commented 触发器「二」 2"]);
      expect((await traceOf(floor.people.admin, id)).filter(({ state }) => state !== "fired")).toEqual([
        // The number that the order is given is written into its record with the submission.
      ]);
      expect((await floor.people.admin.call(formStreamApi.find, { body: { id } })).values).toMatchObject({
        result: "二",
      });
    }),
    { numRuns: 25 },
  );
}, 240_000);
