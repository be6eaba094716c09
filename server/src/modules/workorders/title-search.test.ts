/** R10: what an order's title hides is not found piece by piece. */
import { dayMs } from "@liantai/api/contract";
import { formStreamApi, orderChartApi } from "@liantai/api/contract/work-orders";
import { addAdministrator } from "../../testing/administrator.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { flowOf, openFloor, type Floor } from "./testing/floor.ts";

let office: Office;
let floor: Floor;
let blind: Person;
let flowId: string;
let accountId: string;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
  const { person, setHidden, ...second } = await addAdministrator(office, "1807");
  await setHidden(1);
  [blind, accountId] = [person, second.accountId];
  flowId = await floor.flow("标题", flowOf(floor.groupId));
  for (const title of ["回电13812345678（第2次）", "回电 021-87654321", "2026年3月账单", "138张发票*"])
    await floor.people["1001"].call(formStreamApi.create, { body: { flowId, title, values: {}, submit: true } });
}, 120_000);
afterAll(() => office?.close());

const found = async (title: string, by: Person = blind) =>
  (await by.call(formStreamApi.list, { body: { flowId, title, pageNo: 1, pageSize: 20 } })).list.length;

test.each([
  ["138", 1, 2],
  ["1381234", 0, 1],
  ["2345678", 0, 1],
  ["1234567", 0, 1],
  ["13812345678", 1, 1],
  ["回电13812345678", 1, 1],
  ["电1381", 0, 1],
  ["第2次", 0, 1],
  ["021-87654321", 1, 1],
  ["87654321", 0, 1],
  ["2026", 1, 1],
  ["票*", 1, 1],
  ["回电", 2, 2],
])("R10 titles with %s: %d for who sees no numbers, %d for who does", async (title, hidden, whole) => {
  expect([await found(title), await found(title, floor.people.admin)]).toEqual([hidden, whole]);
});

test("R10 titles that are asked for by numbers count with all lists", async () => {
  for (let n = 0; n < 300; n += 1) await office.ports.broker.increment(`numbers:${accountId}`, dayMs);
  const title = "13812345678";
  expect(await refused(found(title))).toMatchObject({ status: 429 });
  const body = { flowId, title };
  expect(await refused(blind.call(orderChartApi.states, { body }))).toMatchObject({ status: 429 });
  expect(await found("回电")).toBe(2);
});
