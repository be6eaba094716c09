/** Which interfaces are next: one enterprise's many fill no queue that all stand in. */
import { openOffice, type Office } from "../../testing/office.ts";
import { dueInterfaces } from "./due-repository.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test("of each enterprise a few, those that wait longest, and the first of every enterprise before the second of any", async () => {
  const now = office.ports.clock.now();
  const waiting = (compId: string, interfaceId: string, minutes: number) => ({
    ...{ compId, interfaceId, id: `${compId}-${interfaceId}`, event: "ended" as const, callId: "c" },
    ...{ eventAt: new Date(now), attempts: 0, state: "waiting" as const, nextTryAt: new Date(now - minutes * 60_000) },
  });
  const many = Array.from({ length: 30 }, (_, i) => waiting("900001", `many-${i}`, 30 + i));
  const interfaces = [...many, waiting("100001", "one", 1), waiting("100001", "later", 1)].map(
    ({ compId, interfaceId }) => ({
      ...{
        compId,
        id: interfaceId,
        name: interfaceId,
        events: ["ended" as const],
        url: "https://example.com/hook",
        method: "POST",
      },
      ...{
        headers: "",
        secret: "",
        signed: 0 as const,
        mapping: "[]",
        timeoutS: 5,
        maxTries: 8,
        sendFullNumbers: 0 as const,
      },
      ...{ enabled: 1 as const, remark: "" },
    }),
  );
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId: "900001", name: "有很多接口的企业" }).execute(),
  );
  await office.ports.database.system((trx) => trx.insertInto("outward_interface").values(interfaces).execute());
  await office.ports.database.system((trx) =>
    trx
      .insertInto("interface_delivery")
      .values([
        ...many,
        waiting("100001", "one", 1),
        { ...waiting("100001", "later", 1), nextTryAt: new Date(now + 1) },
      ])
      .execute(),
  );
  const due = await office.ports.database.system((trx) => dueInterfaces(trx, new Date(now), { each: 3, limit: 100 }));
  expect(
    due
      .slice(0, 2)
      .map(({ interfaceId }) => interfaceId)
      .sort(),
  ).toEqual(["many-29", "one"]);
  expect(due.slice(2).map(({ interfaceId }) => interfaceId)).toEqual(["many-28", "many-27"]);
});
