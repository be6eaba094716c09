/** Q1: who is a VIP counts as having waited longer; the list, and who may keep it. */
import { vipApi } from "@liantai/api/contract/admin";
import { addAdministrator } from "../../testing/administrator.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createNumbers } from "../numbers/index.ts";
import { demoDirectNumber } from "../system/index.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const page = { pageNo: 1, pageSize: 20 };
const boostOf = async (caller: string | undefined) => {
  const { database, broker, random, clock } = office.ports;
  return (await createNumbers(database, broker, random).callPlan(demoDirectNumber.number, clock.now(), caller))
    ?.boostMs;
};

test("Q1 a VIP's minutes are added to the number's, however the number is written; nobody else's are", async () => {
  const { id } = await office.monitor.call(vipApi.add, {
    body: { phone: "13800138000", name: "王总", priorityMin: 5 },
  });
  const all = ["13800138000", "+8613800138000", "8613800138000", "13800138001", "anonymous"].map(boostOf);
  expect(await Promise.all(all)).toEqual([300_000, 300_000, 300_000, 0, 0]);
  expect(await boostOf(undefined)).toBe(0);
  await office.administrator.call(vipApi.update, {
    body: { id, phone: "013800138000", name: "王总", priorityMin: 60 },
  });
  expect(await boostOf("+8613800138000")).toBe(3_600_000);
  await office.administrator.call(vipApi.delete, { body: { ids: [id] } });
  expect(await boostOf("+8613800138000")).toBe(0);
});

test("bad minutes, a bad number and one that stands there already are told by their field; a seat is refused", async () => {
  const { administrator, agent } = office;
  const body = { phone: "13800138005", name: "", priorityMin: 5 };
  await administrator.call(vipApi.add, { body });
  expect(await refused(administrator.call(vipApi.add, { body }))).toMatchObject({ msg: "号码已存在" });
  for (const [wrong, msg] of [
    [{ priorityMin: 0 }, /优先分钟数/],
    [{ priorityMin: 61 }, /优先分钟数/],
    [{ priorityMin: 1.5 }, /优先分钟数只能是整数/],
    [{ phone: "王总" }, /号码只能包含数字/],
    [{ name: "很".repeat(21) }, /客户/],
  ] as const)
    expect(await refused(administrator.call(vipApi.add, { body: { ...body, phone: "1", ...wrong } }))).toMatchObject({
      msg: expect.stringMatching(msg),
    });
  expect(await refused(agent.call(vipApi.list, { body: page }))).toMatchObject({ status: 403 });
  expect(await refused(agent.call(vipApi.add, { body: { ...body, phone: "1" } }))).toMatchObject({ status: 403 });
});

test("who sees no numbers sees them masked, and what he saves does not put the mask in the number's place", async () => {
  const second = await addAdministrator(office, "vip");
  const { id } = await office.administrator.call(vipApi.add, {
    body: { phone: "13900139000", name: "李总", priorityMin: 3 },
  });
  await second.setHidden(1);
  const [row] = (await second.person.call(vipApi.list, { body: { ...page, name: "李总" } })).list;
  expect(row).toMatchObject({ id, phone: "139****9000", priorityMin: 3 });
  await second.person.call(vipApi.update, { body: { id, phone: row!.phone, name: "李总", priorityMin: 9 } });
  expect((await office.administrator.call(vipApi.list, { body: { ...page, name: "李总" } })).list).toMatchObject([
    { phone: "13900139000", priorityMin: 9 },
  ]);
});
