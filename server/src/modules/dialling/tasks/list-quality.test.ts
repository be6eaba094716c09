/** List quality in 试算: how many numbers of a list are known to lead nowhere, by what the enterprise has called before. */
import { dialTaskApi } from "@liantai/api/contract/admin";
import { dayMs } from "@liantai/api/contract";
import { openOffice, type Office } from "../../../testing/office.ts";
import { addAttempt, addPhones, addTask } from "./testing.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test("D40 numbers whose last call in 90 days, of any task, led nowhere are counted; those that are done are not", async () => {
  const { administrator: admin, ports } = office;
  const id = await addTask(admin, { taskIdentity: "名单" });
  const other = await addTask(admin, { taskIdentity: "以前" });
  const phones = ["13900000001", "13900000002", "13900000003", "13900000004", "13900000005"] as const;
  await addPhones(office, id, [
    ...phones.slice(0, 4).map((phone) => ({ phone })),
    { phone: phones[4], state: "done" as const },
  ]);
  const called = (phone: string, code: number, days: number) =>
    addAttempt(office, other, { phone, code, startedAt: new Date(ports.clock.now() - days * dayMs) });
  await called(phones[0], 582, 3);
  // Taken into service again.
  await called(phones[1], 583, 10);
  await called(phones[1], 200, 5);
  await called(phones[2], 597, 100);
  await called(phones[4], 582, 1);
  const { quality } = await admin.call(dialTaskApi.forecast, { body: { id, agents: 1 } });
  expect(quality).toEqual({ called: 2, dead: 1 });
}, 60_000);
